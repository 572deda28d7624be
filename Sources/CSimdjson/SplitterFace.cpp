// The C face of the splitter.
#include <new>

#include "Splitter.h"

using cellheights::Window;
using Step = cellheights::SplitterStep;
using State = cellheights::SplitterState;

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

bool ch_json_splitter_is_between(const ch_json_splitter *splitter) {
  return splitter->failed == CH_JSON_OK && splitter->state == State::member &&
         !splitter->frames.empty() && splitter->frames.size() == splitter->steps.size() && !splitter->frames.back().isObject &&
         !splitter->frames.back().first;
}

void ch_json_splitter_pass(ch_json_splitter *splitter, size_t position, size_t lines) {
  splitter->held = cellheights::nothingHeld;
  splitter->scan.position = position;
  splitter->scan.lines += lines;
}
