#include "Unescape.h"

#include <cstdint>
#include <cstring>

namespace cellheights {

namespace {

/// Four hexadecimal digits, or -1.
int32_t unit(const char *in) {
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    const char c = in[i];
    int32_t digit;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = (c | 0x20) - 'a' + 10;
    } else {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

void encode(uint32_t scalar, std::string &text) {
  if (scalar < 0x80) {
    text += char(scalar);
    return;
  }
  const int tail = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  const uint32_t lead = tail == 1 ? 0xC0 : tail == 2 ? 0xE0 : 0xF0;
  text += char(lead | scalar >> (6 * tail));
  for (int i = tail - 1; i >= 0; i--) text += char(0x80 | (scalar >> (6 * i) & 0x3F));
}

}  // namespace

const char *unescape(const char *in, std::string &text) {
  while (true) {
    // No string has a zero in it, so this stops at the quotation mark at the latest.
    const size_t plain = std::strcspn(in, "\"\\");
    text.append(in, plain);
    in += plain;
    if (*in == '"') return in;
    const char kind = in[1];
    in += 2;
    switch (kind) {
      case '"': case '\\': case '/': text += kind; continue;
      case 'b': text += '\b'; continue;
      case 'f': text += '\f'; continue;
      case 'n': text += '\n'; continue;
      case 'r': text += '\r'; continue;
      case 't': text += '\t'; continue;
      case 'u': break;
      default: return nullptr;
    }
    const int32_t high = unit(in);
    if (high < 0) return nullptr;
    in += 4;
    uint32_t scalar = uint32_t(high);
    if (high >= 0xD800 && high <= 0xDFFF) {
      scalar = 0xFFFD;
      const int32_t low = high < 0xDC00 && in[0] == '\\' && in[1] == 'u' ? unit(in + 2) : -1;
      if (low >= 0xDC00 && low <= 0xDFFF) {
        scalar = 0x10000 + ((uint32_t(high) - 0xD800) << 10) + (uint32_t(low) - 0xDC00);
        in += 6;
      }
    }
    encode(scalar, text);
  }
}

}  // namespace cellheights
