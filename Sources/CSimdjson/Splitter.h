// The state of a splitter between two windows. Internal to CSimdjson.
#ifndef CSIMDJSON_SPLITTER_H
#define CSIMDJSON_SPLITTER_H

#include <string>

#include "Scan.h"

namespace cellheights {

struct SplitterStep {
  bool each;
  std::string key;
};

/// A container on the way to the records, open at the moment.
struct SplitterFrame {
  bool isObject;
  bool first;
  bool matched;  // the key of its step has been met
};

/// What the splitter expects next.
enum class SplitterState : uint8_t {
  value,    // a value that the steps so far have chosen
  member,   // a comma, a closing bracket, or the first member
  name,     // a member's quote, or an element
  key,      // the rest of a member's key
  colon,    // the colon after it
  pass,     // the value of a member off the path
  inside,   // the rest of a value
  tail      // white space after the document
};

constexpr size_t nothingHeld = SIZE_MAX;

}  // namespace cellheights

struct ch_json_splitter {
  cellheights::Scan scan;
  size_t maxDepth;
  size_t maxRecord;
  std::vector<cellheights::SplitterStep> steps;
  // frames[i] is the container that steps[i] chooses from
  std::vector<cellheights::SplitterFrame> frames;
  std::vector<uint8_t> scratch;
  cellheights::SplitterState state = cellheights::SplitterState::value;
  ch_json_status failed = CH_JSON_OK;
  size_t held = cellheights::nothingHeld;  // the first byte that must stay in the window
  size_t start = 0;  // of the value being passed over
  size_t startLines = 0;
  size_t keyStart = 0;
  size_t keyEnd = 0;
  bool isRecord = false;
  bool tooLarge = false;
  bool onPath = false;

  ch_json_splitter(size_t depth, size_t record) : scan(depth), maxDepth(depth), maxRecord(record) {}

  /// The next value, as `ch_json_splitter_next` says.
  ch_json_status next(const cellheights::Window &window, ch_json_slice &slice);

  /// Ends the splitter's work.
  ch_json_status fail(ch_json_status status);

  /// The first byte that the window must still have.
  size_t keep() const { return held < scan.position ? held : scan.position; }

 private:
  ch_json_status fail(ch_json_status status, size_t position);
  bool keyMatches(const cellheights::Window &window, const std::string &key);
  void releaseWhatIsTooLong();
  ch_json_status more(const cellheights::Window &window);
  void begin(const cellheights::Window &window, bool record);
  void enterOrBegin(const cellheights::Window &window);
  ch_json_status member(const cellheights::Window &window);
  ch_json_status endKey(const cellheights::Window &window);
  ch_json_status endRecord(ch_json_slice &slice);
  cellheights::SplitterState afterValue() const {
    return frames.empty() ? cellheights::SplitterState::tail : cellheights::SplitterState::member;
  }
};

#endif
