#include "TextIndex.h"

#include <cstring>

namespace cellheights {

bool TextIndex::make(const uint8_t *text, size_t size) {
  bytes = text;
  cursor = 0;
  slash = 0;
  length = finder.find(text, size) == simdjson::SUCCESS ? size : 0;
  if (length == 0) return false;
  const void *first = std::memchr(text, '\\', size);
  slash = first == nullptr ? size : size_t(static_cast<const uint8_t *>(first) - text);
  uint8_t seen = 0;
  for (size_t i = 0; i < size; i++) seen |= text[i];
  isASCII = seen < 0x80;
  return true;
}

size_t TextIndex::lines(size_t from, size_t to) const {
  size_t count = 0;
  while (from < to) {
    const void *line = std::memchr(bytes + from, '\n', to - from);
    if (line == nullptr) break;
    count += 1;
    from = size_t(static_cast<const uint8_t *>(line) - bytes) + 1;
  }
  return count;
}

bool TextIndex::next(Walk &walk, size_t from, bool byLine, size_t maxBytes, ch_json_tree &tree,
                     ch_json_extent &extent) {
  if (from >= length) return false;
  const uint32_t *const places = finder.places();
  const uint32_t count = finder.count();
  while (cursor < count && places[cursor] < from) cursor += 1;
  uint32_t first = cursor;
  if (!byLine) {
    if (first >= count || bytes[places[first]] != ',') return false;
    first += 1;
  }
  if (first >= count || bytes[places[first]] != '{') return false;
  const size_t start = places[first];
  uint32_t used = 0;
  // Kept where nothing is used up: the same record may be asked for again.
  size_t slashAfter = slash;
  if (walk.runFront(bytes + start, length - start, places + first, count - first, start, slashAfter,
                    tree, used) != CH_JSON_OK) {
    return false;
  }
  const size_t end = places[first + used - 1] + 1;
  if (end - start > maxBytes) return false;
  // An escape may stand for any letter.
  tree.is_ascii = isASCII && tree.decoded_length == 0;
  // Only white space stands between values, so these are all line feeds before the next of them.
  size_t next = end;
  const size_t inside = lines(start, end);
  if (byLine) {
    while (next < length && (bytes[next] == ' ' || bytes[next] == '\r' || bytes[next] == '\t')) {
      next += 1;
    }
    if (inside != 0 || next >= length || bytes[next] != '\n') return false;
    next += 1;
  }
  extent = ch_json_extent{start, end, next, start - from < 2 ? 0 : lines(from, start), inside};
  if (start - from == 1) extent.lines_before = bytes[from] == '\n';
  cursor = first + used;
  slash = slashAfter;
  return true;
}

}  // namespace cellheights
