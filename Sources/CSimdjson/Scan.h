// Finds the ends of JSON values without parsing them, in pieces of any size. Internal to CSimdjson.
#ifndef CSIMDJSON_SCAN_H
#define CSIMDJSON_SCAN_H

#include <vector>

#include "CSimdjson.h"

namespace cellheights {

struct Block;

/// The part of a text that is in memory; positions are those of the whole text.
struct Window {
  const uint8_t *bytes;
  size_t base;
  size_t end;  // the position after the last byte
  bool ended;  // nothing comes after it

  uint8_t at(size_t position) const { return bytes[position - base]; }
};

/// One value being passed over; stops at any byte and goes on with the next piece.
struct Scan {
  size_t position = 0;
  size_t lines = 0;  // line feeds before `position`

  explicit Scan(size_t maxDepth);

  /// Passes white space; false when the window ends in it.
  bool skipSpace(const Window &window);

  /// Begins the value whose first byte is at `position`. Nesting beyond `maxDepth` is an error, or,
  /// when it is `countedBeyond`, no longer checked for the kinds of its brackets.
  void begin(const Window &window, size_t maxDepth, bool countedBeyond);

  /// Begins the inside of a string whose opening quote stands before `position`.
  void beginString() {
    kind = Kind::string;
    escaped = 0;
  }

  /// Goes on with what was begun: CH_JSON_OK when `position` is after its end, CH_JSON_MORE
  /// when the window is used up, or an error.
  ch_json_status resume(const Window &window);

 private:
  enum class Kind : uint8_t { scalar, string, container };
  Kind kind = Kind::scalar;
  bool empty = true;        // scalar: nothing of it seen yet
  uint64_t escaped = 0;     // 1: a backslash escapes the next byte
  uint64_t inString = 0;    // all ones inside a string
  size_t depth = 0;
  size_t limit = 0;
  bool counts = false;
  std::vector<uint64_t> kinds;  // bit d: the container at depth d is an object
  bool isWide = false;          // the processor has vectors of 32 bytes

  ch_json_status scalar(const Window &window);
  ch_json_status string(const Window &window);
  template <Block (*classify)(const uint8_t *)>
  ch_json_status container(const Window &window);
  ch_json_status wideContainer(const Window &window);
  ch_json_status bracket(uint8_t c);
};

}  // namespace cellheights

#endif
