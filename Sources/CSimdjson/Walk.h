// Makes the nodes of a record out of the places that simdjson found. Internal to CSimdjson.
#ifndef CSIMDJSON_WALK_H
#define CSIMDJSON_WALK_H

#include <memory>
#include <vector>

#include "CSimdjson.h"
#include "Keys.h"

namespace cellheights {

/// Memory that grows and is never cleared.
template <typename Element>
struct Buffer {
  std::unique_ptr<Element[]> elements;
  size_t capacity = 0;

  /// Makes room; what was there is lost.
  void reserve(size_t count) {
    if (count <= capacity) return;
    capacity = 0;
    const size_t wanted = count < 512 ? 512 : count + count / 2;
    elements.reset(new Element[wanted]);
    capacity = wanted;
  }
};

struct Walk {
  /// Keys of the outermost object that are noted while it is walked.
  Words words;

  explicit Walk(size_t maxDepth) : open(new uint32_t[maxDepth + 1]), maxDepth(maxDepth) {}

  /// Checks the grammar and writes the nodes. `places` are the positions of brackets, commas,
  /// colons, opening quotes and first bytes of other values, in strings left out.
  ch_json_status run(const uint8_t *bytes, size_t length, const uint32_t *places, uint32_t count,
                     ch_json_tree &tree);

  /// The same for the value at the front of a longer text; `used` becomes how many of the places
  /// are in it. `base` is what the places count more than the bytes do. `slash` is the first
  /// backslash at or after the value, or not known where it is before it, counted as the places are.
  ch_json_status runFront(const uint8_t *bytes, size_t length, const uint32_t *places,
                          uint32_t count, size_t base, size_t &slash, ch_json_tree &tree,
                          uint32_t &used);

 private:
  std::unique_ptr<uint32_t[]> open;  // the nodes of the containers around the current place
  size_t maxDepth;
  Buffer<ch_json_node> nodes;
  Buffer<uint8_t> decoded;
  Keys keys;

  // The record at hand.
  const uint8_t *bytes = nullptr;
  size_t length = 0;
  const uint32_t *places = nullptr;
  uint32_t placeCount = 0;
  uint32_t base = 0;       // what the places count more than the bytes do
  bool isFront = false;    // whether more than the value stands in the bytes
  uint32_t place = 0;      // index in `places`
  uint32_t nodeCount = 0;
  size_t decodedCount = 0;
  size_t nextSlash = 0;    // the first backslash that has not been passed
  uint32_t members[Words::most];  // by word: the node of the member's value, or 0
  std::vector<uint32_t> others;   // the nodes of the outermost object's other keys
  bool repeats = false;           // whether a word came twice

  ch_json_status decode(ch_json_node &node, size_t end);
  ch_json_status scalar(uint32_t start, ch_json_node &node);
  size_t slashAfter(size_t start) const;
  ch_json_status walk(ch_json_tree &tree);
  const uint32_t *plainMembers(const uint32_t *at, uint32_t index, size_t slash, bool notes);
  void noteMember(uint32_t key);
  void noteMember(uint32_t key, uint32_t number);
  ch_json_status closeObject(uint32_t object, ch_json_tree &tree);
  Key keyAt(uint32_t index) const {
    const ch_json_node &node = nodes.elements[index];
    return Key{(node.decoded ? decoded.elements.get() : bytes) + node.offset, node.length, index};
  }
  ch_json_status document(ch_json_tree &tree);
};

}  // namespace cellheights

#endif
