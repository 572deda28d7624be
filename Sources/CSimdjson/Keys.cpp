#include "Keys.h"

#include <algorithm>
#include <cstring>

namespace cellheights {

namespace {

bool equal(const Key &a, const Key &b) {
  return a.length == b.length && (a.length == 0 || std::memcmp(a.text, b.text, a.length) == 0);
}

}  // namespace

namespace {

/// So many bytes of ones in memory, then zeros.
constexpr uint64_t ones(size_t count) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return count >= 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * count) - 1;
#else
  return count == 0 ? 0 : ~uint64_t(0) << 8 * (count >= 8 ? 0 : 8 - count);
#endif
}

}  // namespace

#define CH_MASK(count) {ones(count), ones(count > 8 ? count - 8 : 0)}
const Words::Mask Words::masks[longest + 1] = {
    CH_MASK(0),  CH_MASK(1),  CH_MASK(2),  CH_MASK(3),  CH_MASK(4),  CH_MASK(5),
    CH_MASK(6),  CH_MASK(7),  CH_MASK(8),  CH_MASK(9),  CH_MASK(10), CH_MASK(11),
    CH_MASK(12), CH_MASK(13), CH_MASK(14), CH_MASK(15), CH_MASK(16)};
#undef CH_MASK

bool Words::add(const uint8_t *text, size_t length) {
  if (count == most || length > longest) return false;
  const Word word = Word::copied(text, uint32_t(length));
  size_t place = word.hash();
  while (table[place].number != none) place = (place + 1) % size;
  table[place] = Entry{word, count};
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
