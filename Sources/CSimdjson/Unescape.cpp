#include "Unescape.h"

#include <cstring>

namespace cellheights {

static int hexDigit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Four hexadecimal digits at `in`, or -1.
static int32_t unit(const uint8_t *in, size_t length) {
  if (length < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    const int digit = hexDigit(in[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

static uint8_t *encode(uint32_t scalar, uint8_t *out) {
  if (scalar < 0x80) {
    *out++ = uint8_t(scalar);
  } else if (scalar < 0x800) {
    *out++ = uint8_t(0xC0 | scalar >> 6);
    *out++ = uint8_t(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    *out++ = uint8_t(0xE0 | scalar >> 12);
    *out++ = uint8_t(0x80 | (scalar >> 6 & 0x3F));
    *out++ = uint8_t(0x80 | (scalar & 0x3F));
  } else {
    *out++ = uint8_t(0xF0 | scalar >> 18);
    *out++ = uint8_t(0x80 | (scalar >> 12 & 0x3F));
    *out++ = uint8_t(0x80 | (scalar >> 6 & 0x3F));
    *out++ = uint8_t(0x80 | (scalar & 0x3F));
  }
  return out;
}

ptrdiff_t unescape(const uint8_t *in, size_t length, uint8_t *const start) {
  uint8_t *out = start;
  size_t at = 0;
  while (at < length) {
    const void *slash = std::memchr(in + at, '\\', length - at);
    const size_t plain =
        slash == nullptr ? length - at : size_t(static_cast<const uint8_t *>(slash) - in) - at;
    std::memcpy(out, in + at, plain);
    out += plain;
    at += plain;
    if (at >= length) break;
    if (at + 1 >= length) return -1;
    const uint8_t kind = in[at + 1];
    at += 2;
    switch (kind) {
      case '"': case '\\': case '/': *out++ = kind; continue;
      case 'b': *out++ = '\b'; continue;
      case 'f': *out++ = '\f'; continue;
      case 'n': *out++ = '\n'; continue;
      case 'r': *out++ = '\r'; continue;
      case 't': *out++ = '\t'; continue;
      case 'u': break;
      default: return -1;
    }
    const int32_t high = unit(in + at, length - at);
    if (high < 0) return -1;
    at += 4;
    uint32_t scalar = uint32_t(high);
    if (high >= 0xD800 && high <= 0xDFFF) {
      scalar = 0xFFFD;
      if (high < 0xDC00 && length - at >= 6 && in[at] == '\\' && in[at + 1] == 'u') {
        const int32_t low = unit(in + at + 2, length - at - 2);
        if (low >= 0xDC00 && low <= 0xDFFF) {
          scalar = 0x10000 + ((uint32_t(high) - 0xD800) << 10) + (uint32_t(low) - 0xDC00);
          at += 6;
        }
      }
    }
    out = encode(scalar, out);
  }
  return out - start;
}

}  // namespace cellheights
