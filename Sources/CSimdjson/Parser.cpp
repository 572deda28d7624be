#include <simdjson.h>

#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include "CSimdjson.h"
#include "Walk.h"

namespace {

ch_json_status statusOf(simdjson::error_code code) {
  switch (code) {
    case simdjson::SUCCESS: return CH_JSON_OK;
    case simdjson::MEMALLOC: return CH_JSON_MEMORY;
    case simdjson::CAPACITY: return CH_JSON_TOO_LARGE;
    case simdjson::UTF8_ERROR: return CH_JSON_UTF8;
    case simdjson::UNESCAPED_CHARS: return CH_JSON_CONTROL;
    case simdjson::UNCLOSED_STRING:
    case simdjson::EMPTY: return CH_JSON_TRUNCATED;
    default: return CH_JSON_SYNTAX;
  }
}

}  // namespace

/// simdjson finds what stands where (its stage 1: structure, UTF-8, control characters, closed
/// strings); the walk over what it found is ours, because lone surrogates and repeated keys have
/// rules of ours, and because nothing needs to be copied but strings with escapes.
struct ch_json_parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> finder;
  size_t capacity = 0;
  cellheights::Walk walk;

  explicit ch_json_parser(size_t maxDepth) : walk(maxDepth) {}

  ch_json_status parse(const uint8_t *bytes, size_t length, ch_json_tree &tree) {
    if (length > capacity || !finder) {
      size_t wanted = 4096;
      while (wanted < length) wanted *= 2;
      finder.reset();
      const auto *kernel = static_cast<const simdjson::implementation *>(
          simdjson::get_active_implementation());
      if (auto error = kernel->create_dom_parser_implementation(wanted, 1, finder)) {
        return statusOf(error);
      }
      capacity = wanted;
    }
    if (auto error = finder->stage1(bytes, length, simdjson::stage1_mode::regular)) {
      return statusOf(error);
    }
    return walk.run(bytes, length, finder->structural_indexes.get(), finder->n_structural_indexes,
                    tree);
  }
};

ch_json_parser *ch_json_parser_create(size_t max_depth) {
  try {
    return new ch_json_parser(max_depth);
  } catch (...) {
    return nullptr;
  }
}

void ch_json_parser_destroy(ch_json_parser *parser) { delete parser; }

ch_json_status ch_json_parse(ch_json_parser *parser, const uint8_t *bytes, size_t length,
                             ch_json_tree *tree) {
  *tree = ch_json_tree{nullptr, 0, nullptr, 0, 0, 0};
  if (length == 0) return CH_JSON_TRUNCATED;
  if (length >= std::numeric_limits<uint32_t>::max() / 2) return CH_JSON_TOO_LARGE;
  try {
    return parser->parse(bytes, length, *tree);
  } catch (const std::bad_alloc &) {
    return CH_JSON_MEMORY;
  } catch (...) {
    return CH_JSON_SYNTAX;
  }
}

bool ch_utf8_is_valid(const uint8_t *bytes, size_t length) {
  return length == 0 || simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
