#include "Keys.h"

#include <algorithm>
#include <cstring>

namespace cellheights {

namespace {

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
    hashes[i] = list[i].hash();
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
