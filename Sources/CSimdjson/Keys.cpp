#include "Keys.h"

#include <algorithm>
#include <cstring>

namespace cellheights {

namespace {

bool equal(const Key &a, const Key &b) {
  return a.length == b.length && (a.length == 0 || std::memcmp(a.text, b.text, a.length) == 0);
}

}  // namespace

Words::Words() {
  for (Entry &entry : table) entry = Entry{Key::Ends{0, 0, 0}, none};
}

bool Words::add(const uint8_t *text, size_t length) {
  if (count == most || length > longest) return false;
  const Key::Ends ends = Key{text, uint32_t(length), 0}.ends();
  size_t place = ends.hash() >> 58;
  while (table[place].number != none) place = (place + 1) % size;
  table[place] = Entry{ends, count};
  count += 1;
  return true;
}

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
