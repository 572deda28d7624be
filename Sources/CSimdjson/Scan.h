// Finds the ends of JSON values without parsing them. Internal to CSimdjson.
#ifndef CSIMDJSON_SCAN_H
#define CSIMDJSON_SCAN_H

#include <cstring>

#include "CSimdjson.h"

namespace cellheights {

struct Scan {
  const uint8_t *bytes;
  size_t length;
  size_t position;

  bool atEnd() const { return position >= length; }

  void skipSpace() {
    while (position < length) {
      const uint8_t c = bytes[position];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
      position += 1;
    }
  }

  /// Stands on the opening quote; ends after the closing one. `from`/`to` get the inside.
  ch_json_status string(size_t &from, size_t &to) {
    from = position + 1;
    size_t at = from;
    while (true) {
      const void *quote = at < length ? std::memchr(bytes + at, '"', length - at) : nullptr;
      if (quote == nullptr) {
        position = length;
        return CH_JSON_TRUNCATED;
      }
      const size_t found = size_t(static_cast<const uint8_t *>(quote) - bytes);
      size_t slashes = 0;
      while (found - slashes > from && bytes[found - slashes - 1] == '\\') slashes += 1;
      at = found + 1;
      if (slashes % 2 == 0) {
        to = found;
        position = at;
        return CH_JSON_OK;
      }
    }
  }

  /// Skips one value; stands on its first byte or on white space before it.
  ch_json_status value(size_t maxDepth);
};

}  // namespace cellheights

#endif
