#pragma once

#include <string>
#include <string_view>

namespace empire::cpds {

/// A name as the text form writes it: in quotes only if it must be. Bare names begin like a word and may
/// contain `(` `)` `,` `:` `%`, as in `p.write(x)` and `f:3`; `any` is always quoted.
std::string spell(std::string_view name);

/// `name` with `(` `)` `,` `%` written as %28 %29 %2C %25, so that names put together from such parts and
/// these signs stay distinct.
std::string escaped(std::string_view name);

}  // namespace empire::cpds
