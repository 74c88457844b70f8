#pragma once

namespace empire {

/// Prints the failed condition and why it should hold, then aborts. For our own mistakes only;
/// wrong input is a Diagnostic.
[[noreturn]] void checkFailed(const char* file, int line, const char* condition, const char* why);

}  // namespace empire

/// An invariant of ours; stays on in release builds.
#define EMPIRE_CHECK(cond, why) ((cond) ? static_cast<void>(0) : ::empire::checkFailed(__FILE__, __LINE__, #cond, why))

/// The same for hot loops: compiled out where NDEBUG is defined.
#ifdef NDEBUG
#define EMPIRE_DCHECK(cond, why) static_cast<void>(0)
#else
#define EMPIRE_DCHECK(cond, why) EMPIRE_CHECK(cond, why)
#endif
