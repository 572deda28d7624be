#include <limits>
#include <new>

#include "CSimdjson.h"
#include "TextIndex.h"
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
  cellheights::Finder finder;
  cellheights::Walk walk;
  cellheights::TextIndex index;

  explicit ch_json_parser(size_t maxDepth) : walk(maxDepth) {}

  ch_json_status parse(const uint8_t *bytes, size_t length, ch_json_tree &tree) {
    if (auto error = finder.find(bytes, length)) return statusOf(error);
    return walk.run(bytes, length, finder.places(), finder.count(), tree);
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

bool ch_json_parser_add_word(ch_json_parser *parser, const uint8_t *word, size_t length) {
  return parser->walk.words.add(word, length);
}

ch_json_status ch_json_parse(ch_json_parser *parser, const uint8_t *bytes, size_t length,
                             ch_json_tree *tree) {
  *tree = ch_json_tree{};
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

bool ch_json_parser_index(ch_json_parser *parser, const uint8_t *bytes, size_t length) {
  if (length == 0 || length >= std::numeric_limits<uint32_t>::max() / 2) return false;
  try {
    return parser->index.make(bytes, length);
  } catch (...) {
    return false;
  }
}

size_t ch_json_cut(const uint8_t *bytes, size_t length) {
  for (const int mark : {'\n', '}'}) {
    const size_t place = cellheights::lastPlace(bytes, length, mark);
    if (place < length) return place + 1;
  }
  return 0;
}

bool ch_json_parse_next(ch_json_parser *parser, size_t from, bool by_line, size_t max_bytes,
                        ch_json_tree *tree, ch_json_extent *extent) {
  *tree = ch_json_tree{};
  try {
    return parser->index.next(parser->walk, from, by_line, max_bytes, *tree, *extent);
  } catch (...) {
    return false;
  }
}

bool ch_utf8_is_valid(const uint8_t *bytes, size_t length) {
  return length == 0 || simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
