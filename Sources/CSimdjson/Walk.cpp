#include "Walk.h"

#include <cstring>

#include "Space.h"
#include "Unescape.h"

namespace cellheights {

namespace {

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

size_t Walk::slashAfter(size_t start) const {
  const void *slash = std::memchr(bytes + start, '\\', length - start);
  return slash == nullptr ? length : size_t(static_cast<const uint8_t *>(slash) - bytes);
}

ch_json_status Walk::run(const uint8_t *text, size_t size, const uint32_t *found, uint32_t count,
                         ch_json_tree &tree) {
  bytes = text;
  length = size;
  places = found;
  placeCount = count;
  base = 0;
  isFront = false;
  nextSlash = slashAfter(0);
  const ch_json_status status = walk(tree);
  if (status != CH_JSON_OK && status != CH_JSON_DUPLICATE_KEY) {
    tree.error_offset = place < placeCount ? places[place] : length;
  }
  return status;
}

ch_json_status Walk::runFront(const uint8_t *text, size_t size, const uint32_t *found,
                              uint32_t count, size_t shift, size_t &slash, ch_json_tree &tree,
                              uint32_t &used) {
  bytes = text;
  length = size;
  places = found;
  placeCount = count;
  base = uint32_t(shift);
  isFront = true;
  nextSlash = slash >= shift ? slash - shift : slashAfter(0);
  const ch_json_status status = walk(tree);
  slash = nextSlash + shift;
  used = place;
  return status;
}

ch_json_status Walk::walk(ch_json_tree &tree) {
  place = 0;
  nodeCount = 0;
  decodedCount = 0;
  if (words.count > 0) std::memset(members, 0, words.count * sizeof members[0]);
  others.clear();
  repeats = false;
  nodes.reserve(placeCount);
  if (nextSlash < length) decoded.reserve(length);
  const ch_json_status status = document(tree);
  if (status == CH_JSON_OK) {
    tree.nodes = nodes.elements.get();
    tree.node_count = nodeCount;
    tree.decoded = decoded.elements.get();
    tree.decoded_length = decodedCount;
    tree.members = members;
    tree.others = others.data();
    tree.other_count = others.size();
  }
  return status;
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
  nextSlash = slashAfter(end);
  return CH_JSON_OK;
}

/// The number, true, false or null that begins at a byte.
ch_json_status Walk::scalar(uint32_t start, ch_json_node &node) {
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
  node.offset = start;
  node.length = kind == CH_JSON_NUMBER ? uint32_t(count) : 0;
  node.kind = kind;
  node.decoded = false;
  return CH_JSON_OK;
}

ch_json_status Walk::closeObject(uint32_t object, ch_json_tree &tree) {
  const ch_json_node *all = nodes.elements.get();
  if (all[object].length < 2) return CH_JSON_OK;
  if (all[object].length <= Keys::few) {
    KeyFilter filter;
    bool mayRepeat = false;
    for (uint32_t index = object + 1; index < nodeCount; index = all[index + 1].next) {
      mayRepeat |= filter.note(keyAt(index).hash());
    }
    if (!mayRepeat) return CH_JSON_OK;
  }
  keys.list.clear();
  for (uint32_t index = object + 1; index < nodeCount; index = all[index + 1].next) {
    keys.list.push_back(keyAt(index));
  }
  const uint32_t twice = keys.duplicate();
  if (twice == 0) return CH_JSON_OK;
  if (isFront) return CH_JSON_DUPLICATE_KEY;
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

}  // namespace cellheights
