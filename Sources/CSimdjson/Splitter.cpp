#include "Splitter.h"

#include <cstring>

#include "Unescape.h"

using cellheights::nothingHeld;
using cellheights::Window;
using Step = cellheights::SplitterStep;
using Frame = cellheights::SplitterFrame;
using State = cellheights::SplitterState;

ch_json_status ch_json_splitter::fail(ch_json_status status) {
  held = nothingHeld;
  failed = status;
  return status;
}

ch_json_status ch_json_splitter::fail(ch_json_status status, size_t position) {
  scan.position = position;
  return fail(status);
}

bool ch_json_splitter::keyMatches(const Window &window, const std::string &key) {
  const size_t length = keyEnd - keyStart;
  if (held == nothingHeld || length < key.size()) return false;
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
void ch_json_splitter::releaseWhatIsTooLong() {
  if (held == nothingHeld) return;
  const size_t length = scan.position - held;
  size_t limit = maxRecord > SIZE_MAX / 2 - 64 ? SIZE_MAX : maxRecord * 2 + 64;
  if (state == State::key) {
    // An escape has at most six bytes for each byte of what it stands for.
    const Step &step = steps[frames.size() - 1];
    limit = step.each ? maxRecord : step.key.size() * 6 + 8;
    if (length > limit && !step.each) held = nothingHeld;
  } else if (state == State::inside && scan.position - start > maxRecord) {
    limit = 0;
  }
  if (held != nothingHeld && length > limit) {
    tooLarge = true;
    held = nothingHeld;
  }
}

ch_json_status ch_json_splitter::more(const Window &window) {
  if (window.ended) return fail(CH_JSON_TRUNCATED);
  releaseWhatIsTooLong();
  return CH_JSON_MORE;
}

void ch_json_splitter::begin(const Window &window, bool record) {
  isRecord = record;
  start = scan.position;
  startLines = scan.lines;
  if (record && held == nothingHeld && !tooLarge) held = start;
  scan.begin(window, maxDepth - frames.size(), record);
  state = State::inside;
}

/// At a value that the steps so far have chosen: goes into it, or begins to pass over it.
void ch_json_splitter::enterOrBegin(const Window &window) {
  const uint8_t c = window.at(scan.position);
  const size_t depth = frames.size();
  if (depth < steps.size() && (c == '{' || (c == '[' && steps[depth].each))) {
    held = nothingHeld;
    tooLarge = false;
    scan.position += 1;
    frames.push_back(Frame{c == '{', true, false});
    state = State::member;
  } else {
    begin(window, depth == steps.size());
  }
}

/// At what separates members and elements, or ends them.
ch_json_status ch_json_splitter::member(const Window &window) {
  held = nothingHeld;
  tooLarge = false;
  keyStart = keyEnd = 0;
  Frame &frame = frames.back();
  const uint8_t c = window.at(scan.position);
  if (c == (frame.isObject ? '}' : ']')) {
    scan.position += 1;
    frames.pop_back();
    state = afterValue();
    return CH_JSON_OK;
  }
  if (!frame.first) {
    if (c != ',') return fail(CH_JSON_SYNTAX);
    scan.position += 1;
  }
  frame.first = false;
  state = frame.isObject ? State::name : State::value;
  return CH_JSON_OK;
}

ch_json_status ch_json_splitter::next(const Window &window, ch_json_slice &slice) {
  if (failed != CH_JSON_OK) return failed;
  if (state != State::key && state != State::colon && state != State::value &&
      state != State::inside) {
    held = nothingHeld;
  }
  // A window without the bytes that are still needed would be read outside its bounds.
  if (keep() < window.base || scan.position > window.end) return fail(CH_JSON_SYNTAX);
  while (true) {
    if (state != State::key && state != State::inside && !scan.skipSpace(window)) {
      if (state == State::tail && window.ended) return fail(CH_JSON_END);
      return more(window);
    }
    switch (state) {
      case State::value:
        enterOrBegin(window);
        break;
      case State::member:
        if (auto status = member(window)) return status;
        break;
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

ch_json_status ch_json_splitter::endKey(const Window &window) {
  keyEnd = scan.position - 1;
  Frame &frame = frames.back();
  const Step &step = steps[frames.size() - 1];
  onPath = step.each;
  if (!step.each) {
    onPath = keyMatches(window, step.key);
    if (onPath && frame.matched) return fail(CH_JSON_DUPLICATE_KEY, keyStart);
    frame.matched = frame.matched || onPath;
    keyStart = keyEnd = 0;
    held = nothingHeld;
  } else if (frames.size() < steps.size()) {
    held = nothingHeld;  // the record is further in
  }
  state = State::colon;
  return CH_JSON_OK;
}

ch_json_status ch_json_splitter::endRecord(ch_json_slice &slice) {
  slice = ch_json_slice{start, scan.position, keyStart, keyEnd, startLines + 1};
  if (!tooLarge && scan.position - start <= maxRecord) return CH_JSON_OK;
  slice.key_start = slice.key_end = 0;
  held = nothingHeld;
  return CH_JSON_TOO_LARGE_RECORD;
}
