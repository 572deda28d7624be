#include "Scan.h"

#include "Blocks.h"

namespace cellheights {

namespace {

bool endsScalar(uint8_t c) {
  return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t' ||
         c == '{' || c == '[' || c == '"' || c == ':';
}

/// The next 64 bytes, or fewer before the end of the window, filled up with spaces.
template <Block (*classify)(const uint8_t *)>
inline __attribute__((always_inline)) Block blockAt(const Window &window, size_t position,
                                                    size_t &count) {
  const uint8_t *bytes = window.bytes + (position - window.base);
  uint8_t padded[64];
  count = window.end - position;
  if (count < 64) {
    std::memset(padded, ' ', sizeof padded);
    std::memcpy(padded, bytes, count);
    bytes = padded;
  } else {
    count = 64;
  }
  return classify(bytes);
}

}  // namespace

Scan::Scan(size_t maxDepth) : kinds(maxDepth / 64 + 1) {
#if defined(CH_WIDE_BLOCKS)
  isWide = hasWideBlocks();
#endif
}

bool Scan::skipSpace(const Window &window) {
  while (position < window.end) {
    const uint8_t c = window.at(position);
    if (c == '\n') {
      lines += 1;
    } else if (c != ' ' && c != '\r' && c != '\t') {
      return true;
    }
    position += 1;
  }
  return false;
}

void Scan::begin(const Window &window, size_t maxDepth, bool countedBeyond) {
  const uint8_t c = window.at(position);
  if (c == '"') {
    position += 1;
    beginString();
  } else if (c == '{' || c == '[') {
    kind = Kind::container;
    escaped = 0;
    inString = 0;
    depth = 0;
    limit = maxDepth;
    counts = countedBeyond;
  } else {
    kind = Kind::scalar;
    empty = true;
  }
}

ch_json_status Scan::scalar(const Window &window) {
  const size_t start = position;
  while (position < window.end && !endsScalar(window.at(position))) position += 1;
  if (position > start) empty = false;
  if (position == window.end && !window.ended) return CH_JSON_MORE;
  return empty ? CH_JSON_SYNTAX : CH_JSON_OK;
}

ch_json_status Scan::string(const Window &window) {
  while (position < window.end) {
    size_t count;
    const Block block = blockAt<classify>(window, position, count);
    uint64_t carry = escaped;
    const uint64_t escapes = escapedBy(block.slashes, carry);
    const uint64_t quotes = block.quotes & ~escapes;
    if (quotes != 0) {
      const size_t length = size_t(__builtin_ctzll(quotes)) + 1;
      if (block.lines != 0) lines += size_t(__builtin_popcountll(block.lines & lowBits(length)));
      position += length;
      return CH_JSON_OK;
    }
    if (block.lines != 0) lines += size_t(__builtin_popcountll(block.lines));
    escaped = count == 64 ? carry : escapes >> count & 1;
    position += count;
  }
  return window.ended ? CH_JSON_TRUNCATED : CH_JSON_MORE;
}

/// Opens or closes a level: CH_JSON_OK, CH_JSON_END when the outermost is closed, or an error.
inline __attribute__((always_inline)) ch_json_status Scan::bracket(uint8_t c) {
  const uint64_t isObject = c >> 5 & 1;  // 0x7B and 0x7D, against 0x5B and 0x5D
  if ((c & 0x06) == 0x02) {              // 0x.B opens, 0x.D closes
    if (depth < limit) {
      uint64_t &word = kinds[depth / 64];
      const unsigned place = unsigned(depth % 64);
      word = (word & ~(uint64_t(1) << place)) | isObject << place;
    } else if (!counts) {
      return CH_JSON_DEPTH;
    }
    depth += 1;
    return CH_JSON_OK;
  }
  depth -= 1;
  if (depth < limit && (kinds[depth / 64] >> (depth % 64) & 1) != isObject) return CH_JSON_SYNTAX;
  return depth == 0 ? CH_JSON_END : CH_JSON_OK;
}

template <Block (*classify)(const uint8_t *)>
inline __attribute__((always_inline)) ch_json_status Scan::container(const Window &window) {
  while (position < window.end) {
    size_t count;
    const Block block = blockAt<classify>(window, position, count);
    uint64_t carry = escaped;
    const uint64_t escapes = escapedBy(block.slashes, carry);
    const uint64_t quotes = block.quotes & ~escapes;
    const uint64_t inside = prefixXor(quotes) ^ inString;
    uint64_t brackets = block.brackets & ~inside;
    while (brackets != 0) {
      const size_t place = size_t(__builtin_ctzll(brackets));
      brackets &= brackets - 1;
      const ch_json_status status = bracket(window.at(position + place));
      if (status == CH_JSON_OK) continue;
      const size_t length = status == CH_JSON_END ? place + 1 : place;
      if (block.lines != 0) lines += size_t(__builtin_popcountll(block.lines & lowBits(length)));
      position += length;
      return status == CH_JSON_END ? CH_JSON_OK : status;
    }
    if (block.lines != 0) lines += size_t(__builtin_popcountll(block.lines));
    inString = 0 - (inside >> 63);
    escaped = count == 64 ? carry : escapes >> count & 1;
    position += count;
  }
  return window.ended ? CH_JSON_TRUNCATED : CH_JSON_MORE;
}

#if defined(CH_WIDE_BLOCKS)
CH_WIDE_TARGET ch_json_status Scan::wideContainer(const Window &window) {
  return container<classifyWide>(window);
}
#else
ch_json_status Scan::wideContainer(const Window &window) { return container<classify>(window); }
#endif

ch_json_status Scan::resume(const Window &window) {
  switch (kind) {
    case Kind::scalar: return scalar(window);
    case Kind::string: return string(window);
    case Kind::container: return isWide ? wideContainer(window) : container<classify>(window);
  }
  return CH_JSON_SYNTAX;
}

}  // namespace cellheights
