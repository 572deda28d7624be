#include <cstring>
#include <new>
#include <string>

#include "Scan.h"
#include "Unescape.h"

using cellheights::Scan;
using cellheights::Window;

namespace {

struct Step {
  bool each;
  std::string key;
};

/// A container on the way to the records, open at the moment.
struct Frame {
  bool isObject;
  bool first;
  bool matched;  // the key of its step has been met
};

/// What the splitter expects next.
enum class State : uint8_t {
  value,    // a value that the steps so far have chosen
  member,   // a comma, a closing bracket, or the first member
  name,     // a member's quote, or an element
  key,      // the rest of a member's key
  colon,    // the colon after it
  pass,     // the value of a member off the path
  inside,   // the rest of a value
  tail      // white space after the document
};

constexpr size_t nothing = SIZE_MAX;

}  // namespace

struct ch_json_splitter {
  Scan scan;
  size_t maxDepth;
  size_t maxRecord;
  std::vector<Step> steps;
  std::vector<Frame> frames;  // frames[i] is the container that steps[i] chooses from
  std::vector<uint8_t> scratch;
  State state = State::value;
  ch_json_status failed = CH_JSON_OK;
  size_t held = nothing;   // the first byte that must stay in the window
  size_t start = 0;        // of the value being passed over
  size_t startLines = 0;
  size_t keyStart = 0;
  size_t keyEnd = 0;
  bool isRecord = false;
  bool tooLarge = false;
  bool onPath = false;

  ch_json_splitter(size_t depth, size_t record) : scan(depth), maxDepth(depth), maxRecord(record) {}

  ch_json_status fail(ch_json_status status) {
    held = nothing;
    failed = status;
    return status;
  }

  ch_json_status fail(ch_json_status status, size_t position) {
    scan.position = position;
    return fail(status);
  }

  size_t keep() const { return held < scan.position ? held : scan.position; }

  bool keyMatches(const Window &window, const std::string &key) {
    const size_t length = keyEnd - keyStart;
    if (held == nothing || length < key.size()) return false;
    const uint8_t *bytes = window.bytes + (keyStart - window.base);
    if (std::memchr(bytes, '\\', length) == nullptr) {
      return length == key.size() && std::memcmp(bytes, key.data(), length) == 0;
    }
    scratch.resize(length);
    const ptrdiff_t count = cellheights::unescape(bytes, length, scratch.data());
    return count >= 0 && size_t(count) == key.size() &&
           std::memcmp(scratch.data(), key.data(), key.size()) == 0;
  }

  /// Gives up what is held when it has grown beyond use, so that a window stays small.
  void releaseWhatIsTooLong() {
    if (held == nothing) return;
    const size_t length = scan.position - held;
    size_t limit = maxRecord > SIZE_MAX / 2 - 64 ? SIZE_MAX : maxRecord * 2 + 64;
    if (state == State::key) {
      // An escape has at most six bytes for each byte of what it stands for.
      const Step &step = steps[frames.size() - 1];
      limit = step.each ? maxRecord : step.key.size() * 6 + 8;
      if (length > limit && !step.each) held = nothing;
    } else if (state == State::inside && scan.position - start > maxRecord) {
      limit = 0;
    }
    if (held != nothing && length > limit) {
      tooLarge = true;
      held = nothing;
    }
  }

  ch_json_status more(const Window &window) {
    if (window.ended) return fail(CH_JSON_TRUNCATED);
    releaseWhatIsTooLong();
    return CH_JSON_MORE;
  }

  void begin(const Window &window, bool record) {
    isRecord = record;
    start = scan.position;
    startLines = scan.lines;
    if (record && held == nothing && !tooLarge) held = start;
    scan.begin(window, maxDepth - frames.size(), record);
    state = State::inside;
  }

  State afterValue() const { return frames.empty() ? State::tail : State::member; }

  ch_json_status next(const Window &window, ch_json_slice &slice) {
    if (failed != CH_JSON_OK) return failed;
    if (scan.position > window.end) return fail(CH_JSON_SYNTAX);
    if (state != State::key && state != State::colon && state != State::value &&
        state != State::inside) {
      held = nothing;
    }
    while (true) {
      if (state != State::key && state != State::inside && !scan.skipSpace(window)) {
        if (state == State::tail && window.ended) return fail(CH_JSON_END);
        return more(window);
      }
      switch (state) {
        case State::value: {
          const uint8_t c = window.at(scan.position);
          const size_t depth = frames.size();
          if (depth < steps.size() && (c == '{' || (c == '[' && steps[depth].each))) {
            held = nothing;
            tooLarge = false;
            scan.position += 1;
            frames.push_back(Frame{c == '{', true, false});
            state = State::member;
          } else {
            begin(window, depth == steps.size());
          }
          break;
        }
        case State::member: {
          held = nothing;
          tooLarge = false;
          keyStart = keyEnd = 0;
          Frame &frame = frames.back();
          const uint8_t c = window.at(scan.position);
          if (c == (frame.isObject ? '}' : ']')) {
            scan.position += 1;
            frames.pop_back();
            state = afterValue();
            break;
          }
          if (!frame.first) {
            if (c != ',') return fail(CH_JSON_SYNTAX);
            scan.position += 1;
          }
          frame.first = false;
          state = frame.isObject ? State::name : State::value;
          break;
        }
        case State::name:
          if (window.at(scan.position) != '"') return fail(CH_JSON_SYNTAX);
          scan.position += 1;
          keyStart = held = scan.position;
          scan.beginString();
          state = State::key;
          break;
        case State::key: {
          const ch_json_status status = scan.resume(window);
          if (status == CH_JSON_MORE) return more(window);
          if (status != CH_JSON_OK) return fail(status);
          if (auto status = endKey(window)) return status;
          break;
        }
        case State::colon:
          if (window.at(scan.position) != ':') return fail(CH_JSON_SYNTAX);
          scan.position += 1;
          state = onPath ? State::value : State::pass;
          break;
        case State::pass:
          begin(window, false);
          break;
        case State::inside: {
          const ch_json_status status = scan.resume(window);
          if (status == CH_JSON_MORE) return more(window);
          if (status != CH_JSON_OK) return fail(status);
          state = afterValue();
          if (isRecord) return endRecord(slice);
          break;
        }
        case State::tail: return fail(CH_JSON_TRAILING);
      }
    }
  }

  ch_json_status endKey(const Window &window) {
    keyEnd = scan.position - 1;
    Frame &frame = frames.back();
    const Step &step = steps[frames.size() - 1];
    onPath = step.each;
    if (!step.each) {
      onPath = keyMatches(window, step.key);
      if (onPath && frame.matched) return fail(CH_JSON_DUPLICATE_KEY, keyStart);
      frame.matched = frame.matched || onPath;
      keyStart = keyEnd = 0;
      held = nothing;
    } else if (frames.size() < steps.size()) {
      held = nothing;  // the record is further in
    }
    state = State::colon;
    return CH_JSON_OK;
  }

  ch_json_status endRecord(ch_json_slice &slice) {
    slice = ch_json_slice{start, scan.position, keyStart, keyEnd, startLines + 1};
    if (!tooLarge && scan.position - start <= maxRecord) return CH_JSON_OK;
    slice.key_start = slice.key_end = 0;
    held = nothing;
    return CH_JSON_TOO_LARGE_RECORD;
  }
};

ch_json_splitter *ch_json_splitter_create(const ch_json_step *steps, size_t step_count,
                                          size_t max_depth, size_t max_record_bytes) {
  try {
    auto *splitter = new ch_json_splitter(max_depth < step_count ? step_count : max_depth,
                                          max_record_bytes);
    for (size_t i = 0; i < step_count; i++) {
      const bool each = steps[i].key == nullptr;
      splitter->steps.push_back(
          Step{each, each ? std::string() : std::string(steps[i].key, steps[i].key_length)});
    }
    splitter->frames.reserve(step_count);
    return splitter;
  } catch (...) {
    return nullptr;
  }
}

void ch_json_splitter_start(ch_json_splitter *splitter, size_t position, size_t line) {
  splitter->scan.position = position;
  splitter->scan.lines = line - 1;
}

void ch_json_splitter_destroy(ch_json_splitter *splitter) { delete splitter; }

ch_json_status ch_json_splitter_next(ch_json_splitter *splitter, const uint8_t *window,
                                     size_t window_length, size_t window_base, bool ended,
                                     ch_json_slice *slice) {
  if (window == nullptr) window_length = 0;
  try {
    return splitter->next(Window{window, window_base, window_base + window_length, ended}, *slice);
  } catch (...) {
    return splitter->fail(CH_JSON_MEMORY);
  }
}

bool ch_json_splitter_open(const ch_json_splitter *splitter, ch_json_slice *slice) {
  if (splitter->state != State::inside || !splitter->isRecord) return false;
  *slice = ch_json_slice{splitter->start, splitter->scan.position, splitter->keyStart,
                         splitter->keyEnd, splitter->startLines + 1};
  return true;
}

size_t ch_json_splitter_keep(const ch_json_splitter *splitter) { return splitter->keep(); }

size_t ch_json_splitter_position(const ch_json_splitter *splitter) {
  return splitter->scan.position;
}

size_t ch_json_splitter_line(const ch_json_splitter *splitter) { return splitter->scan.lines + 1; }
