#pragma once

namespace empire::cli {

/// What the process returns. With several, the first of Internal, Input, Violation, Unknown, Safe.
enum class ExitCode { Safe = 0, Violation = 1, Usage = 2, Unknown = 3, Input = 4, Internal = 5 };

}  // namespace empire::cli
