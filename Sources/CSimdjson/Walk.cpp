#include "Walk.h"

#include <cstring>

#include "Unescape.h"

namespace cellheights {

namespace {

bool isSpace(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Whether a literal may end before this byte.
bool ends(uint8_t c) { return isSpace(c) || c == ',' || c == ']' || c == '}'; }

/// The bytes of the number at the front by JSON's grammar, or 0.
size_t numberLength(const uint8_t *s, size_t n) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t from = i;
    while (i < n && s[i] >= '0' && s[i] <= '9') i += 1;
    return i > from;
  };
  if (i < n && s[i] == '-') i += 1;
  const size_t integer = i;
  if (!digits() || (s[integer] == '0' && i - integer > 1)) return 0;
  if (i < n && s[i] == '.') {
    i += 1;
    if (!digits()) return 0;
  }
  if (i < n && (s[i] == 'e' || s[i] == 'E')) {
    i += 1;
    if (i < n && (s[i] == '+' || s[i] == '-')) i += 1;
    if (!digits()) return 0;
  }
  return i;
}

}  // namespace

ch_json_status Walk::run(const uint8_t *text, size_t size, const uint32_t *found, uint32_t count,
                         ch_json_tree &tree) {
  bytes = text;
  length = size;
  places = found;
  placeCount = count;
  place = 0;
  nodeCount = 0;
  decodedCount = 0;
  nodes.reserve(count);
  const void *slash = std::memchr(bytes, '\\', length);
  nextSlash = slash == nullptr ? length : size_t(static_cast<const uint8_t *>(slash) - bytes);
  if (nextSlash < length) decoded.reserve(length);
  const ch_json_status status = document(tree);
  if (status == CH_JSON_OK) {
    tree.nodes = nodes.elements.get();
    tree.node_count = nodeCount;
    tree.decoded = decoded.elements.get();
    tree.decoded_length = decodedCount;
  } else if (status != CH_JSON_DUPLICATE_KEY) {
    tree.error_offset = place < placeCount ? places[place] : length;
  }
  return status;
}

/// The string whose opening quote is at hand.
inline ch_json_status Walk::string() {
  const uint8_t *const text = bytes;
  const uint32_t start = places[place] + 1;
  // Only white space stands between the closing quote and the next place.
  uint32_t end = (place + 1 < placeCount ? places[place + 1] : uint32_t(length)) - 1;
  while (isSpace(text[end])) end -= 1;
  if (end < start || text[end] != '"') return CH_JSON_SYNTAX;
  ch_json_node *const node = nodes.elements.get() + nodeCount;
  nodeCount += 1;
  *node = ch_json_node{start, end - start, nodeCount, CH_JSON_STRING, false};
  return nextSlash >= end ? CH_JSON_OK : decode(*node, end);
}

/// Takes the escapes out of a string that ends at a quote.
ch_json_status Walk::decode(ch_json_node &node, size_t end) {
  uint8_t *out = decoded.elements.get() + decodedCount;
  const ptrdiff_t count = unescape(bytes + node.offset, node.length, out);
  if (count < 0) return CH_JSON_SYNTAX;
  node.offset = uint32_t(decodedCount);
  node.length = uint32_t(count);
  node.decoded = true;
  decodedCount += size_t(count);
  const void *slash = std::memchr(bytes + end, '\\', length - end);
  nextSlash = slash == nullptr ? length : size_t(static_cast<const uint8_t *>(slash) - bytes);
  return CH_JSON_OK;
}

/// A number, true, false or null.
ch_json_status Walk::scalar() {
  const size_t start = places[place];
  const uint8_t *s = bytes + start;
  const size_t rest = length - start;
  size_t count;
  uint8_t kind;
  const auto is = [&](const char *word, size_t size) {
    count = size;
    return rest >= size && std::memcmp(s, word, size) == 0;
  };
  switch (*s) {
    case 't': kind = is("true", 4) ? CH_JSON_TRUE : CH_JSON_STRING; break;
    case 'f': kind = is("false", 5) ? CH_JSON_FALSE : CH_JSON_STRING; break;
    case 'n': kind = is("null", 4) ? CH_JSON_NULL : CH_JSON_STRING; break;
    default:
      count = numberLength(s, rest);
      kind = count > 0 ? CH_JSON_NUMBER : CH_JSON_STRING;
      break;
  }
  if (kind == CH_JSON_STRING || (count < rest && !ends(s[count]))) return CH_JSON_SYNTAX;
  ch_json_node &node = nodes.elements[nodeCount];
  nodeCount += 1;
  node = ch_json_node{uint32_t(start), kind == CH_JSON_NUMBER ? uint32_t(count) : 0, nodeCount,
                      kind, false};
  return CH_JSON_OK;
}

ch_json_status Walk::closeObject(uint32_t object, ch_json_tree &tree) {
  const ch_json_node *all = nodes.elements.get();
  if (all[object].length < 2) return CH_JSON_OK;
  keys.list.clear();
  for (uint32_t index = object + 1; index < nodeCount; index = all[index + 1].next) {
    const ch_json_node &key = all[index];
    const uint8_t *text = key.decoded ? decoded.elements.get() : bytes;
    keys.list.push_back(Key{text + key.offset, key.length, index});
  }
  const uint32_t twice = keys.duplicate();
  if (twice == 0) return CH_JSON_OK;
  // Where it stands in the bytes: the keys are in order, so the place of its quote is found by
  // counting strings up to it.
  uint32_t index = 0;
  for (uint32_t at = 0; at < placeCount; at++) {
    const uint8_t c = bytes[places[at]];
    if (c == ',' || c == ':' || c == ']' || c == '}') continue;
    if (index == twice) {
      tree.error_offset = places[at] + 1;
      size_t end = places[at + 1];
      while (bytes[end] != '"') end -= 1;
      tree.error_length = end - tree.error_offset;
      break;
    }
    index += 1;
  }
  return CH_JSON_DUPLICATE_KEY;
}

ch_json_status Walk::document(ch_json_tree &tree) {
  size_t depth = 0;
  bool wantsKey = false;
  while (true) {
    if (place >= placeCount) return CH_JSON_TRUNCATED;
    if (wantsKey) {
      if (bytes[places[place]] != '"') return CH_JSON_SYNTAX;
      if (auto status = string()) return status;
      place += 1;
      if (place >= placeCount) return CH_JSON_TRUNCATED;
      if (bytes[places[place]] != ':') return CH_JSON_SYNTAX;
      place += 1;
      if (place >= placeCount) return CH_JSON_TRUNCATED;
    }
    const uint8_t c = bytes[places[place]];
    if (c == '"') {
      if (auto status = string()) return status;
    } else if (c == '{' || c == '[') {
      if (depth >= maxDepth) return CH_JSON_DEPTH;
      open[depth] = nodeCount;
      depth += 1;
      const bool isObject = c == '{';
      nodes.elements[nodeCount] =
          ch_json_node{0, 0, 0, uint8_t(isObject ? CH_JSON_OBJECT : CH_JSON_ARRAY), false};
      nodeCount += 1;
      if (place + 1 >= placeCount) return CH_JSON_TRUNCATED;
      if (bytes[places[place + 1]] != (isObject ? '}' : ']')) {
        nodes.elements[nodeCount - 1].length = 1;
        place += 1;
        wantsKey = isObject;
        continue;
      }
    } else if (auto status = scalar()) {
      return status;
    }
    // After a value: close what ends here, up to the comma before the next.
    place += 1;
    while (true) {
      if (depth == 0) return place == placeCount ? CH_JSON_OK : CH_JSON_TRAILING;
      if (place >= placeCount) return CH_JSON_TRUNCATED;
      const uint32_t around = open[depth - 1];
      ch_json_node &container = nodes.elements[around];
      const bool isObject = container.kind == CH_JSON_OBJECT;
      const uint8_t mark = bytes[places[place]];
      if (mark == ',') {
        // A container just opened and empty has a length of 0: its closing bracket comes next.
        container.length += 1;
        place += 1;
        wantsKey = isObject;
        break;
      }
      if (mark != (isObject ? '}' : ']')) return CH_JSON_SYNTAX;
      if (isObject) {
        if (auto status = closeObject(around, tree)) return status;
      }
      container.next = nodeCount;
      depth -= 1;
      place += 1;
    }
  }
}

}  // namespace cellheights
