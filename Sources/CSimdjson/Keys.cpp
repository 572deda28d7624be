#include "Keys.h"

#include <algorithm>
#include <cstring>

namespace cellheights {

namespace {

constexpr size_t few = 48;

/// A hash of the length and the bytes at both ends: most keys differ there.
inline uint64_t hash(const Key &key) {
  uint64_t first = 0, last = 0;
  const uint8_t *text = key.text;
  const size_t length = key.length;
  if (length >= 8) {
    std::memcpy(&first, text, 8);
    std::memcpy(&last, text + length - 8, 8);
  } else if (length >= 4) {
    std::memcpy(&first, text, 4);
    std::memcpy(&last, text + length - 4, 4);
  } else if (length > 0) {
    first = text[0];
    last = uint64_t(text[length / 2]) << 8 | text[length - 1];
  }
  const uint64_t mixed =
      (first ^ (last << 29 | last >> 35) ^ length) * uint64_t(0x9e3779b97f4a7c15);
  return mixed ^ mixed >> 32;
}

bool equal(const Key &a, const Key &b) {
  return a.length == b.length && (a.length == 0 || std::memcmp(a.text, b.text, a.length) == 0);
}

}  // namespace

uint32_t Keys::duplicate() {
  if (list.size() < 2) return 0;
  return list.size() <= few ? amongFew() : amongMany();
}

uint32_t Keys::amongFew() const {
  uint64_t hashes[few];
  uint64_t seen = 0;
  for (size_t i = 0; i < list.size(); i++) {
    hashes[i] = hash(list[i]);
    const uint64_t bit = uint64_t(1) << (hashes[i] >> 58);
    if ((seen & bit) != 0) {
      for (size_t j = 0; j < i; j++) {
        if (hashes[j] == hashes[i] && equal(list[j], list[i])) return list[i].node;
      }
    }
    seen |= bit;
  }
  return 0;
}

uint32_t Keys::amongMany() {
  std::sort(list.begin(), list.end(), [](const Key &a, const Key &b) {
    if (a.length != b.length) return a.length < b.length;
    const int order = a.length == 0 ? 0 : std::memcmp(a.text, b.text, a.length);
    return order != 0 ? order < 0 : a.node < b.node;
  });
  for (size_t i = 1; i < list.size(); i++) {
    if (equal(list[i - 1], list[i])) return list[i].node;
  }
  return 0;
}

}  // namespace cellheights
