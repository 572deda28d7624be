// Many records indexed at once. Internal to CSimdjson.
#ifndef CSIMDJSON_TEXTINDEX_H
#define CSIMDJSON_TEXTINDEX_H

#include <cstring>

#include "CSimdjson.h"
#include "Finder.h"
#include "Walk.h"

namespace cellheights {

/// The last place of a byte, or `length`.
inline size_t lastPlace(const uint8_t *bytes, size_t length, int byte) {
#if defined(__GLIBC__)
  const void *found = length == 0 ? nullptr : memrchr(bytes, byte, length);
  return found == nullptr ? length : size_t(static_cast<const uint8_t *>(found) - bytes);
#else
  size_t place = length;
  while (place > 0 && bytes[place - 1] != byte) place -= 1;
  return place > 0 ? place - 1 : length;
#endif
}

/// What stands where in a text of many records: stage 1 costs least when it is asked for much.
class TextIndex {
 public:
  /// Indexes a text that begins and ends outside of strings; false where it is broken anywhere.
  bool make(const uint8_t *bytes, size_t length);

  /// Parses the next object, as `ch_json_parse_next` says.
  bool next(Walk &walk, size_t from, bool byLine, size_t maxBytes, ch_json_tree &tree,
            ch_json_extent &extent);

 private:
  Finder finder;
  const uint8_t *bytes = nullptr;
  size_t length = 0;
  uint32_t cursor = 0;  // the first place that has not been passed
  bool isASCII = false;
  size_t slash = 0;     // a backslash before which there is none from `cursor` on

  size_t lines(size_t from, size_t to) const;
};

}  // namespace cellheights

#endif
