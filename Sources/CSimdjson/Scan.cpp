#include "Scan.h"

#include <new>
#include <vector>

namespace cellheights {

static bool endsScalar(uint8_t c) {
  return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t' ||
         c == '{' || c == '[' || c == '"' || c == ':';
}

ch_json_status Scan::value(size_t maxDepth) {
  skipSpace();
  if (atEnd()) return CH_JSON_TRUNCATED;
  size_t from, to;
  const uint8_t first = bytes[position];
  if (first == '"') return string(from, to);
  if (first != '{' && first != '[') {
    const size_t start = position;
    while (position < length && !endsScalar(bytes[position])) position += 1;
    return position > start ? CH_JSON_OK : CH_JSON_SYNTAX;
  }
  // Which bracket closes each level; small depths stay on the stack of this call.
  uint8_t shallow[64];
  std::vector<uint8_t> deep;
  size_t depth = 0;
  while (position < length) {
    const uint8_t c = bytes[position];
    switch (c) {
      case '"': {
        const ch_json_status status = string(from, to);
        if (status != CH_JSON_OK) return status;
        continue;
      }
      case '{':
      case '[':
        if (depth >= maxDepth) return CH_JSON_DEPTH;
        if (depth < sizeof shallow) {
          shallow[depth] = c;
        } else {
          try {
            deep.push_back(c);
          } catch (const std::bad_alloc &) {
            return CH_JSON_MEMORY;
          }
        }
        depth += 1;
        break;
      case '}':
      case ']': {
        depth -= 1;
        uint8_t open;
        if (depth < sizeof shallow) {
          open = shallow[depth];
        } else {
          open = deep.back();
          deep.pop_back();
        }
        if ((open == '{') != (c == '}')) return CH_JSON_SYNTAX;
        if (depth == 0) {
          position += 1;
          return CH_JSON_OK;
        }
        break;
      }
      default:
        break;
    }
    position += 1;
  }
  return CH_JSON_TRUNCATED;
}

}  // namespace cellheights

ch_json_status ch_json_skip(const uint8_t *bytes, size_t length, size_t start, size_t max_depth,
                            size_t *end) {
  cellheights::Scan scan{bytes, length, start};
  const ch_json_status status = scan.value(max_depth);
  *end = scan.position;
  return status;
}
