// simdjson's stage 1. Internal to CSimdjson.
#ifndef CSIMDJSON_FINDER_H
#define CSIMDJSON_FINDER_H

#include <simdjson.h>

#include <memory>

namespace cellheights {

/// Finds the places of brackets, commas, colons, opening quotes and first bytes of other values, in
/// strings left out; keeps its memory from text to text.
class Finder {
 public:
  /// Fails for text that is not UTF-8, and for control characters in strings and open strings.
  simdjson::error_code find(const uint8_t *bytes, size_t length) {
    if (length > capacity || !stage) {
      size_t wanted = 4096;
      while (wanted < length) wanted *= 2;
      stage.reset();
      const auto *kernel = static_cast<const simdjson::implementation *>(
          simdjson::get_active_implementation());
      if (auto error = kernel->create_dom_parser_implementation(wanted, 1, stage)) return error;
      capacity = wanted;
    }
    return stage->stage1(bytes, length, simdjson::stage1_mode::regular);
  }

  const uint32_t *places() const { return stage->structural_indexes.get(); }
  uint32_t count() const { return stage->n_structural_indexes; }

 private:
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
  size_t capacity = 0;
};

}  // namespace cellheights

#endif
