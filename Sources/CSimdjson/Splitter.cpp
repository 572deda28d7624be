#include <new>
#include <string>
#include <vector>

#include "CSimdjson.h"
#include "Scan.h"
#include "Unescape.h"

using cellheights::Scan;

namespace {

struct Step {
  bool each;
  std::string key;
};

/// A container on the way to the records, open at the moment.
struct Frame {
  bool isObject;
  bool first;
};

}  // namespace

struct ch_json_splitter {
  Scan scan;
  size_t maxDepth;
  std::vector<Step> steps;
  std::vector<Frame> frames;  // frames[i] is the container that steps[i] chooses from
  std::vector<uint8_t> scratch;
  bool begun = false;
  ch_json_status failed = CH_JSON_OK;

  ch_json_status fail(ch_json_status status) {
    failed = status;
    return status;
  }

  bool keyMatches(size_t from, size_t to, const std::string &key) {
    const size_t length = to - from;
    if (length < key.size()) return false;
    if (std::memchr(scan.bytes + from, '\\', length) == nullptr) {
      return length == key.size() && std::memcmp(scan.bytes + from, key.data(), length) == 0;
    }
    scratch.resize(length);
    const ptrdiff_t count = cellheights::unescape(scan.bytes + from, length, scratch.data());
    return count >= 0 && size_t(count) == key.size() &&
           std::memcmp(scratch.data(), key.data(), key.size()) == 0;
  }

  /// At a value that the steps so far have chosen: a record (true in `found`), a container to go
  /// into, or something to pass over.
  ch_json_status enter(bool &found, ch_json_slice &slice) {
    scan.skipSpace();
    if (scan.atEnd()) return CH_JSON_TRUNCATED;
    const size_t depth = frames.size();
    if (depth == steps.size()) {
      slice.start = scan.position;
      if (auto status = scan.value(maxDepth - depth)) return status;
      slice.end = scan.position;
      found = true;
      return CH_JSON_OK;
    }
    const uint8_t c = scan.bytes[scan.position];
    if (c == '{' || (c == '[' && steps[depth].each)) {
      scan.position += 1;
      frames.push_back(Frame{c == '{', true});
      return CH_JSON_OK;
    }
    return scan.value(maxDepth - depth);
  }

  ch_json_status next(ch_json_slice &slice) {
    if (failed != CH_JSON_OK) return failed;
    bool found = false;
    if (!begun) {
      begun = true;
      slice.key_start = slice.key_end = 0;
      if (auto status = enter(found, slice)) return fail(status);
      if (found) return CH_JSON_OK;
    }
    while (!frames.empty()) {
      Frame &frame = frames.back();
      const Step &step = steps[frames.size() - 1];
      scan.skipSpace();
      if (scan.atEnd()) return fail(CH_JSON_TRUNCATED);
      const uint8_t close = frame.isObject ? '}' : ']';
      uint8_t c = scan.bytes[scan.position];
      if (c == close) {
        scan.position += 1;
        frames.pop_back();
        continue;
      }
      if (!frame.first) {
        if (c != ',') return fail(CH_JSON_SYNTAX);
        scan.position += 1;
        scan.skipSpace();
        if (scan.atEnd()) return fail(CH_JSON_TRUNCATED);
        c = scan.bytes[scan.position];
      }
      frame.first = false;
      slice.key_start = slice.key_end = 0;
      if (frame.isObject) {
        if (c != '"') return fail(CH_JSON_SYNTAX);
        size_t from, to;
        if (auto status = scan.string(from, to)) return fail(status);
        scan.skipSpace();
        if (scan.atEnd()) return fail(CH_JSON_TRUNCATED);
        if (scan.bytes[scan.position] != ':') return fail(CH_JSON_SYNTAX);
        scan.position += 1;
        if (!step.each && !keyMatches(from, to, step.key)) {
          if (auto status = scan.value(maxDepth)) return fail(status);
          continue;
        }
        if (step.each) {
          slice.key_start = from;
          slice.key_end = to;
        }
      }
      if (auto status = enter(found, slice)) return fail(status);
      if (found) return CH_JSON_OK;
    }
    scan.skipSpace();
    return fail(scan.atEnd() ? CH_JSON_END : CH_JSON_TRAILING);
  }
};

ch_json_splitter *ch_json_splitter_create(const uint8_t *bytes, size_t length,
                                          const ch_json_step *steps, size_t step_count,
                                          size_t max_depth) {
  try {
    auto *splitter = new ch_json_splitter{Scan{bytes, length, 0}, max_depth, {}, {}, {}};
    for (size_t i = 0; i < step_count; i++) {
      const bool each = steps[i].key == nullptr;
      splitter->steps.push_back(
          Step{each, each ? std::string() : std::string(steps[i].key, steps[i].key_length)});
    }
    if (splitter->maxDepth < step_count) splitter->maxDepth = step_count;
    return splitter;
  } catch (...) {
    return nullptr;
  }
}

void ch_json_splitter_destroy(ch_json_splitter *splitter) { delete splitter; }

ch_json_status ch_json_splitter_next(ch_json_splitter *splitter, ch_json_slice *slice) {
  try {
    return splitter->next(*slice);
  } catch (...) {
    return splitter->fail(CH_JSON_MEMORY);
  }
}

size_t ch_json_splitter_position(const ch_json_splitter *splitter) {
  return splitter->scan.position;
}
