// Unescapes JSON strings; lone surrogates become U+FFFD. Internal to CSimdjson.
#ifndef CSIMDJSON_UNESCAPE_H
#define CSIMDJSON_UNESCAPE_H

#include <cstddef>
#include <cstdint>

namespace cellheights {

/// Unescapes the inside of a JSON string, writing at most `length` bytes to `out` (an escape is
/// never shorter than what it stands for). Returns the bytes written, or -1 for a broken escape.
ptrdiff_t unescape(const uint8_t *in, size_t length, uint8_t *out);

}  // namespace cellheights

#endif
