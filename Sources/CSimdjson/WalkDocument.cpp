// The walk itself.
#include "Space.h"
#include "Walk.h"

namespace cellheights {

/// Takes down a member of the outermost object by the number of the word that its key is.
inline __attribute__((always_inline)) void Walk::noteMember(uint32_t key, uint32_t number) {
  if (number == Words::none) {
    others.push_back(key);
  } else {
    repeats |= members[number] != 0;
    members[number] = key + 1;
  }
}

/// The same by its key.
inline __attribute__((always_inline)) void Walk::noteMember(uint32_t key) {
  const ch_json_node &node = nodes.elements[key];
  noteMember(key, __builtin_expect(node.decoded, false)
                      ? words.number(decoded.elements.get() + node.offset, node.length, 0)
                      : words.number(bytes + node.offset, node.length, length - node.offset));
}

/// Passes members that are a string right behind a string, neither with escapes, as most are: those
/// up to the first that is not, each with the comma behind it; after the last of an object it stops
/// at the brace.
///
/// On its own, because it is where most time goes, and has the registers to itself here.
__attribute__((noinline)) const uint32_t *Walk::plainMembers(const uint32_t *at, uint32_t index,
                                                             size_t slash, bool notes) {
  const uint32_t *const last = places + placeCount;
  const uint32_t shift = base;
  const uint8_t *const origin = bytes - shift;
  const size_t limit = length + shift;
  ch_json_node *const all = nodes.elements.get();
  while (last - at > 3) {
    const uint32_t key = at[0], colon = at[1], value = at[2], end = at[3];
    if (origin[key] != '"' || origin[colon - 1] != '"' || origin[colon] != ':' ||
        origin[value] != '"' || origin[end - 1] != '"' || colon - key < 2 || end - value < 2 ||
        slash < end) {
      break;
    }
    const uint8_t mark = origin[end];
    if (mark != ',' && mark != '}') break;
    const uint32_t keyLength = colon - key - 2;
    all[index] = ch_json_node{key + 1 - shift, keyLength, index + 1, CH_JSON_STRING, false};
    all[index + 1] =
        ch_json_node{value + 1 - shift, end - value - 2, index + 2, CH_JSON_STRING, false};
    if (notes) noteMember(index, words.number(origin + key + 1, keyLength, limit - key - 1));
    index += 2;
    if (mark == '}') return at + 3;
    at += 4;
  }
  return at;
}

ch_json_status Walk::document(ch_json_tree &tree) {
  // In locals: what is written through a pointer could otherwise change any of the members.
  const uint8_t *const text = bytes;
  const uint8_t *const origin = bytes - base;  // what the places count from
  const uint32_t *at = places;
  const uint32_t *const last = places + placeCount;
  ch_json_node *const first = nodes.elements.get();
  ch_json_node *node = first;
  uint32_t nodeIndex = 0;  // of `node`
  size_t slash = nextSlash;
  size_t depth = 0;
  bool wantsKey = false;
  const uint32_t shift = base;
  const bool knowsWords = words.count > 0;

  const auto stop = [&](ch_json_status status) {
    place = uint32_t(at - places);
    nodeCount = nodeIndex;
    return status;
  };
  // The string whose opening quote is at hand.
  const auto string = [&]() __attribute__((always_inline)) -> ch_json_status {
    const uint32_t start = *at - shift + 1;
    // Only white space stands between the closing quote and the next place.
    uint32_t end = (at + 1 < last ? at[1] - shift : uint32_t(length)) - 1;
    if (text[end] != '"') {
      while (isSpace(text[end])) end -= 1;
    }
    if (end < start || text[end] != '"') return CH_JSON_SYNTAX;
    nodeIndex += 1;
    *node = ch_json_node{start, end - start, nodeIndex, CH_JSON_STRING, false};
    node += 1;
    if (__builtin_expect(slash >= end, true)) return CH_JSON_OK;
    const ch_json_status status = decode(node[-1], end);
    slash = nextSlash;
    return status;
  };

  while (true) {
    bool hasValue = false;
    if (wantsKey) {
      const uint32_t *const from = at;
      at = plainMembers(from, nodeIndex, slash + shift, depth == 1 && knowsWords);
      const uint32_t passed = uint32_t(at - from);
      first[open[depth - 1]].length += passed / 4;
      // Three places of a member, its comma missing.
      hasValue = passed % 4 != 0;
      const uint32_t more = 2 * (passed / 4 + (hasValue ? 1 : 0));
      nodeIndex += more;
      node += more;
    }
    if (!hasValue) {
      if (at >= last) return stop(CH_JSON_TRUNCATED);
      if (wantsKey) {
        if (origin[*at] != '"') return stop(CH_JSON_SYNTAX);
        if (auto status = string()) return stop(status);
        if (depth == 1 && knowsWords) noteMember(nodeIndex - 1);
        at += 1;
        if (at >= last) return stop(CH_JSON_TRUNCATED);
        if (origin[*at] != ':') return stop(CH_JSON_SYNTAX);
        at += 1;
        if (at >= last) return stop(CH_JSON_TRUNCATED);
      }
      const uint8_t c = origin[*at];
      if (c == '"') {
        if (auto status = string()) return stop(status);
      } else if (c == '{' || c == '[') {
        if (depth >= maxDepth) return stop(CH_JSON_DEPTH);
        open[depth] = nodeIndex;
        depth += 1;
        const bool isObject = c == '{';
        *node = ch_json_node{0, 0, 0, uint8_t(isObject ? CH_JSON_OBJECT : CH_JSON_ARRAY), false};
        node += 1;
        nodeIndex += 1;
        if (at + 1 >= last) return stop(CH_JSON_TRUNCATED);
        if (origin[at[1]] != (isObject ? '}' : ']')) {
          node[-1].length = 1;
          at += 1;
          wantsKey = isObject;
          continue;
        }
      } else {
        if (auto status = scalar(*at - shift, *node)) return stop(status);
        nodeIndex += 1;
        node->next = nodeIndex;
        node += 1;
      }
      at += 1;
    }
    // After a value: close what ends here, up to the comma before the next.
    while (true) {
      if (depth == 0) return stop(at == last || isFront ? CH_JSON_OK : CH_JSON_TRAILING);
      if (at >= last) return stop(CH_JSON_TRUNCATED);
      ch_json_node &container = first[open[depth - 1]];
      const bool isObject = container.kind == CH_JSON_OBJECT;
      const uint8_t mark = origin[*at];
      if (mark == ',') {
        // A container just opened and empty has a length of 0: its closing bracket comes next.
        container.length += 1;
        at += 1;
        wantsKey = isObject;
        break;
      }
      if (mark != (isObject ? '}' : ']')) return stop(CH_JSON_SYNTAX);
      // Where all keys but one are words, none came twice unless a word did.
      if (isObject && !(depth == 1 && knowsWords && !repeats && others.size() < 2)) {
        nodeCount = nodeIndex;
        if (auto status = closeObject(open[depth - 1], tree)) return stop(status);
      }
      container.next = nodeIndex;
      depth -= 1;
      at += 1;
    }
  }
}

}  // namespace cellheights
