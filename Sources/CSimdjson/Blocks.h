// What stands where in 64 bytes of JSON text, as bit masks. Internal to CSimdjson.
//
// The method is that of simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per Second",
// 2019, section 3.1): compare whole vectors, work on the masks.
#ifndef CSIMDJSON_BLOCKS_H
#define CSIMDJSON_BLOCKS_H

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define CH_WIDE_BLOCKS 1
/// For code that runs only where the processor has vectors of 32 bytes.
#define CH_WIDE_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace cellheights {

/// Bit i is about byte i.
struct Block {
  uint64_t quotes;
  uint64_t slashes;
  uint64_t brackets;  // { } [ ]
  uint64_t lines;     // line feeds
};

#if defined(__SSE2__)
inline uint64_t maskOf(__m128i a, __m128i b, __m128i c, __m128i d) {
  const uint64_t low = uint64_t(uint32_t(_mm_movemask_epi8(a))) |
                       uint64_t(uint32_t(_mm_movemask_epi8(b))) << 16;
  const uint64_t high = uint64_t(uint32_t(_mm_movemask_epi8(c))) |
                        uint64_t(uint32_t(_mm_movemask_epi8(d))) << 16;
  return low | high << 32;
}

inline Block classify(const uint8_t *bytes) {
  __m128i part[4];
  for (int i = 0; i < 4; i++) {
    part[i] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * i));
  }
  const auto equal = [&](char c) {
    const __m128i wanted = _mm_set1_epi8(c);
    return maskOf(_mm_cmpeq_epi8(part[0], wanted), _mm_cmpeq_epi8(part[1], wanted),
                  _mm_cmpeq_epi8(part[2], wanted), _mm_cmpeq_epi8(part[3], wanted));
  };
  const auto bracket = [&](int i) {
    // Braces are brackets with one more bit.
    const __m128i upper = _mm_or_si128(part[i], _mm_set1_epi8(0x20));
    return _mm_or_si128(_mm_cmpeq_epi8(upper, _mm_set1_epi8('{')),
                        _mm_cmpeq_epi8(upper, _mm_set1_epi8('}')));
  };
  return Block{equal('"'), equal('\\'), maskOf(bracket(0), bracket(1), bracket(2), bracket(3)),
               equal('\n')};
}
#elif defined(__aarch64__)
inline uint64_t maskOf(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
  const uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
  low = vpaddq_u8(low, high);
  low = vpaddq_u8(low, low);
  return vgetq_lane_u64(vreinterpretq_u64_u8(low), 0);
}

inline Block classify(const uint8_t *bytes) {
  uint8x16_t part[4];
  for (int i = 0; i < 4; i++) part[i] = vld1q_u8(bytes + 16 * i);
  const auto equal = [&](char c) {
    const uint8x16_t wanted = vdupq_n_u8(uint8_t(c));
    return maskOf(vceqq_u8(part[0], wanted), vceqq_u8(part[1], wanted),
                  vceqq_u8(part[2], wanted), vceqq_u8(part[3], wanted));
  };
  const auto bracket = [&](int i) {
    const uint8x16_t upper = vorrq_u8(part[i], vdupq_n_u8(0x20));
    return vorrq_u8(vceqq_u8(upper, vdupq_n_u8('{')), vceqq_u8(upper, vdupq_n_u8('}')));
  };
  return Block{equal('"'), equal('\\'), maskOf(bracket(0), bracket(1), bracket(2), bracket(3)),
               equal('\n')};
}
#else
inline Block classify(const uint8_t *bytes) {
  Block block{0, 0, 0, 0};
  for (int i = 0; i < 64; i++) {
    const uint64_t bit = uint64_t(1) << i;
    switch (bytes[i]) {
      case '"': block.quotes |= bit; break;
      case '\\': block.slashes |= bit; break;
      case '{': case '}': case '[': case ']': block.brackets |= bit; break;
      case '\n': block.lines |= bit; break;
      default: break;
    }
  }
  return block;
}
#endif

#if defined(CH_WIDE_BLOCKS)
CH_WIDE_TARGET inline uint64_t maskOf(__m256i low, __m256i high) {
  return uint64_t(uint32_t(_mm256_movemask_epi8(low))) |
         uint64_t(uint32_t(_mm256_movemask_epi8(high))) << 32;
}

CH_WIDE_TARGET inline uint64_t equal(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  return maskOf(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
}

/// The same as `classify`, in vectors of 32 bytes.
CH_WIDE_TARGET inline Block classifyWide(const uint8_t *bytes) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes + 32));
  // Braces are brackets with one more bit.
  const __m256i bit = _mm256_set1_epi8(0x20);
  const __m256i lowUpper = _mm256_or_si256(low, bit);
  const __m256i highUpper = _mm256_or_si256(high, bit);
  return Block{equal(low, high, '"'), equal(low, high, '\\'),
               equal(lowUpper, highUpper, '{') | equal(lowUpper, highUpper, '}'),
               equal(low, high, '\n')};
}

/// Whether this processor runs code of `CH_WIDE_TARGET`.
inline bool hasWideBlocks() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

/// Bit i becomes the parity of bits 0...i: the inside of strings, out of their quotes.
inline uint64_t prefixXor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

/// The bytes that a backslash before them escapes; `carry` is 1 where the block before ended in
/// such a backslash, and tells the same of this block afterwards.
inline uint64_t escapedBy(uint64_t slashes, uint64_t &carry) {
  if (slashes == 0) {
    const uint64_t first = carry;
    carry = 0;
    return first;
  }
  const uint64_t even = 0x5555555555555555;
  slashes &= ~carry;
  const uint64_t follows = slashes << 1 | carry;
  const uint64_t oddStarts = slashes & ~even & ~follows;
  uint64_t sum;
  carry = __builtin_add_overflow(oddStarts, slashes, &sum) ? 1 : 0;
  return (even ^ (sum << 1)) & follows;
}

/// The lowest `count` bits, for a count of up to 64.
inline uint64_t lowBits(size_t count) {
  return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

}  // namespace cellheights

#endif
