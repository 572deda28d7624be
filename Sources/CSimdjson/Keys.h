// Finds keys that come twice in an object. Internal to CSimdjson.
#ifndef CSIMDJSON_KEYS_H
#define CSIMDJSON_KEYS_H

#include <cstring>
#include <vector>

#include "CSimdjson.h"

namespace cellheights {

struct Key {
  const uint8_t *text;
  uint32_t length;
  uint32_t node;

  /// A hash of the length and the bytes at both ends: most keys differ there.
  uint64_t hash() const {
    uint64_t first = 0, last = 0;
    if (length >= 8) {
      std::memcpy(&first, text, 8);
      std::memcpy(&last, text + length - 8, 8);
    } else if (length >= 4) {
      uint32_t front, back;
      std::memcpy(&front, text, 4);
      std::memcpy(&back, text + length - 4, 4);
      first = front;
      last = back;
    } else if (length > 0) {
      first = text[0];
      last = uint64_t(text[length / 2]) << 8 | text[length - 1];
    }
    const uint64_t mixed =
        (first ^ (last << 29 | last >> 35) ^ length) * uint64_t(0x9e3779b97f4a7c15);
    return mixed ^ mixed >> 32;
  }
};

/// Notes which hashes have come: one that has not come for certain is a new key.
struct KeyFilter {
  uint64_t words[8] = {0, 0, 0, 0, 0, 0, 0, 0};

  /// Whether the hash may have come before.
  bool note(uint64_t hash) {
    uint64_t &word = words[hash >> 61];
    const uint64_t bit = uint64_t(1) << (hash >> 52 & 63);
    const bool before = (word & bit) != 0;
    word |= bit;
    return before;
  }
};

/// Compares the keys of one object with one another; keeps its buffer from object to object.
struct Keys {
  /// Up to so many keys are told apart by their hashes.
  static constexpr size_t few = 48;

  std::vector<Key> list;

  /// The node of a key that came before, or 0. `list` holds the keys and may be sorted.
  uint32_t duplicate();

 private:
  uint32_t amongFew() const;
  uint32_t amongMany();
};

}  // namespace cellheights

#endif
