// Finds keys that come twice in an object. Internal to CSimdjson.
#ifndef CSIMDJSON_KEYS_H
#define CSIMDJSON_KEYS_H

#include <cstdint>
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

/// Words that keys are looked up among; each has at most 16 bytes.
struct Words {
  static constexpr size_t most = 32;
  static constexpr size_t longest = 16;
  static constexpr uint32_t none = UINT32_MAX;

  uint32_t count = 0;

  /// Adds a word; false where there is no room for it, or where it is too long.
  bool add(const uint8_t *text, size_t length);

  /// The number of the word that a key is, or `none`; so many bytes from the key's first on may be
  /// read.
  __attribute__((always_inline)) uint32_t number(const uint8_t *text, uint32_t length,
                                                 size_t readable) const {
    if (length > longest) return none;
    const Word word = readable >= longest ? Word(text, length) : Word::copied(text, length);
    for (size_t place = word.hash();; place = (place + 1) % size) {
      const Entry &entry = table[place];
      if (entry.number == none || entry.word == word) return entry.number;
    }
  }

 private:
  // Never more than half full, so that a search ends.
  static constexpr size_t size = 64;

  /// What of 16 bytes belongs to a word of so many.
  struct Mask {
    uint64_t front;
    uint64_t back;
  };
  static const Mask masks[longest + 1];

  /// The bytes of a word, filled up with zeros, and how many they are.
  struct Word {
    uint64_t front = 0;
    uint64_t back = 0;
    uint64_t length = 0;

    Word() = default;

    /// Reads 16 bytes, whatever the length.
    Word(const uint8_t *text, uint32_t count) : length(count) {
      std::memcpy(&front, text, 8);
      std::memcpy(&back, text + 8, 8);
      front &= masks[count].front;
      back &= masks[count].back;
    }

    static Word copied(const uint8_t *text, uint32_t length) {
      uint8_t bytes[longest] = {};
      if (length > 0) std::memcpy(bytes, text, length);
      return Word(bytes, length);
    }

    size_t hash() const {
      return (front ^ (back << 29 | back >> 35) ^ length) * uint64_t(0x9e3779b97f4a7c15) >> 58;
    }

    bool operator==(const Word &other) const {
      return ((front ^ other.front) | (back ^ other.back) | (length ^ other.length)) == 0;
    }
  };

  struct Entry {
    Word word;
    uint32_t number = none;
  };

  Entry table[size];
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
