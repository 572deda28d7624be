#include <simdjson.h>

#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "CSimdjson.h"
#include "Unescape.h"

using namespace simdjson;

struct ch_json_parser {
  ondemand::parser parser;
  size_t maxDepth;
  std::vector<uint8_t> input;  // "[" record "]" and simdjson's padding
  std::vector<ch_json_node> nodes;
  std::vector<uint8_t> text;
};

namespace {

ch_json_status statusOf(error_code code) {
  switch (code) {
    case SUCCESS: return CH_JSON_OK;
    case MEMALLOC: return CH_JSON_MEMORY;
    case CAPACITY: return CH_JSON_TOO_LARGE;
    case DEPTH_ERROR: return CH_JSON_DEPTH;
    case UTF8_ERROR: return CH_JSON_UTF8;
    case UNCLOSED_STRING:
    case INCOMPLETE_ARRAY_OR_OBJECT: return CH_JSON_TRUNCATED;
    default: return CH_JSON_SYNTAX;
  }
}

/// Turns simdjson's forward-only walk into flat nodes.
struct Walk {
  ch_json_parser &state;
  const uint8_t *end;  // the byte after the input, padding not counted
  const uint8_t *last; // where the walk stands, for error messages

  ch_json_status string(const uint8_t *raw, ch_json_node &node) {
    last = raw;
    // Stage 1 has checked that the string is closed.
    const uint8_t *at = raw;
    bool escaped = false;
    while (at < end && *at != '"') {
      if (*at == '\\') {
        escaped = true;
        at += 1;
      }
      at += 1;
    }
    if (at >= end) return CH_JSON_TRUNCATED;
    const size_t length = size_t(at - raw);
    const size_t offset = state.text.size();
    state.text.resize(offset + length);
    size_t written = length;
    if (!escaped) {
      if (length > 0) std::memcpy(state.text.data() + offset, raw, length);
    } else {
      const ptrdiff_t count = cellheights::unescape(raw, length, state.text.data() + offset);
      if (count < 0) return CH_JSON_SYNTAX;
      written = size_t(count);
      state.text.resize(offset + written);
    }
    node.kind = CH_JSON_STRING;
    node.offset = uint32_t(offset);
    node.length = uint32_t(written);
    return CH_JSON_OK;
  }

  /// JSON's grammar of numbers, which simdjson's raw tokens have not passed yet.
  static bool isNumber(const char *s, size_t n) {
    size_t i = 0;
    auto digits = [&] {
      const size_t from = i;
      while (i < n && s[i] >= '0' && s[i] <= '9') i += 1;
      return i > from;
    };
    if (i < n && s[i] == '-') i += 1;
    const size_t integer = i;
    if (!digits() || (s[integer] == '0' && i - integer > 1)) return false;
    if (i < n && s[i] == '.') {
      i += 1;
      if (!digits()) return false;
    }
    if (i < n && (s[i] == 'e' || s[i] == 'E')) {
      i += 1;
      if (i < n && (s[i] == '+' || s[i] == '-')) i += 1;
      if (!digits()) return false;
    }
    return i == n;
  }

  ch_json_status number(ondemand::value &value, ch_json_node &node) {
    std::string_view token = value.raw_json_token();
    while (!token.empty() && (token.back() == ' ' || token.back() == '\n' ||
                              token.back() == '\r' || token.back() == '\t')) {
      token.remove_suffix(1);
    }
    if (!isNumber(token.data(), token.size())) return CH_JSON_SYNTAX;
    const size_t offset = state.text.size();
    state.text.insert(state.text.end(), token.begin(), token.end());
    node.kind = CH_JSON_NUMBER;
    node.offset = uint32_t(offset);
    node.length = uint32_t(token.size());
    double parsed;
    if (value.get_double().get(parsed) != SUCCESS) {
      // Well formed but out of range: its text is kept, its value is no finite number.
      parsed = std::numeric_limits<double>::infinity();
    }
    node.number = parsed;
    return CH_JSON_OK;
  }

  ch_json_status value(ondemand::value value, size_t depth) {
    const size_t index = state.nodes.size();
    state.nodes.push_back(ch_json_node{0, 0, 0, 0, CH_JSON_NULL});
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return statusOf(error);
    ch_json_node node{0, 0, 0, 0, CH_JSON_NULL};
    switch (type) {
      case ondemand::json_type::object: {
        if (depth >= state.maxDepth) return CH_JSON_DEPTH;
        ondemand::object object;
        if (auto error = value.get_object().get(object)) return statusOf(error);
        node.kind = CH_JSON_OBJECT;
        for (auto member : object) {
          ondemand::field field;
          if (auto error = std::move(member).get(field)) return statusOf(error);
          ch_json_node key{0, 0, 0, 0, CH_JSON_STRING};
          const auto *raw = reinterpret_cast<const uint8_t *>(field.key().raw());
          if (auto status = string(raw, key)) return status;
          key.next = uint32_t(state.nodes.size() + 1);
          state.nodes.push_back(key);
          if (auto status = this->value(field.value(), depth + 1)) return status;
          node.length += 1;
        }
        break;
      }
      case ondemand::json_type::array: {
        if (depth >= state.maxDepth) return CH_JSON_DEPTH;
        ondemand::array array;
        if (auto error = value.get_array().get(array)) return statusOf(error);
        node.kind = CH_JSON_ARRAY;
        for (auto element : array) {
          ondemand::value inner;
          if (auto error = std::move(element).get(inner)) return statusOf(error);
          if (auto status = this->value(inner, depth + 1)) return status;
          node.length += 1;
        }
        break;
      }
      case ondemand::json_type::string: {
        ondemand::raw_json_string raw;
        if (auto error = value.get_raw_json_string().get(raw)) return statusOf(error);
        if (auto status = string(reinterpret_cast<const uint8_t *>(raw.raw()), node)) return status;
        break;
      }
      case ondemand::json_type::number:
        if (auto status = number(value, node)) return status;
        break;
      case ondemand::json_type::boolean: {
        bool flag;
        if (auto error = value.get_bool().get(flag)) return statusOf(error);
        node.kind = flag ? CH_JSON_TRUE : CH_JSON_FALSE;
        break;
      }
      case ondemand::json_type::null: {
        bool isNull;
        if (auto error = value.is_null().get(isNull)) return statusOf(error);
        if (!isNull) return CH_JSON_SYNTAX;
        break;
      }
    }
    node.next = uint32_t(state.nodes.size());
    state.nodes[index] = node;
    return CH_JSON_OK;
  }
};

ch_json_status parse(ch_json_parser &state, const uint8_t *bytes, size_t length,
                     size_t &errorOffset) {
  state.nodes.clear();
  state.text.clear();
  // Wrapped in an array, so that values of every kind take one path and a second value shows.
  state.input.resize(length + 2 + SIMDJSON_PADDING);
  uint8_t *input = state.input.data();
  input[0] = '[';
  if (length > 0) std::memcpy(input + 1, bytes, length);
  input[length + 1] = ']';
  std::memset(input + length + 2, 0, SIMDJSON_PADDING);

  const size_t capacity = length + 2 < 4096 ? 4096 : length + 2;
  if (state.parser.capacity() < capacity) {
    if (auto error = state.parser.allocate(capacity, state.maxDepth + 2)) return statusOf(error);
  }
  ondemand::document document;
  if (auto error = state.parser.iterate(input, length + 2, state.input.size()).get(document)) {
    return statusOf(error);
  }
  ondemand::array outer;
  if (auto error = document.get_array().get(outer)) return statusOf(error);
  size_t count = 0;
  Walk walk{state, input + length + 2, input + 1};
  for (auto element : outer) {
    ondemand::value value;
    ch_json_status status = statusOf(std::move(element).get(value));
    if (status == CH_JSON_OK && count > 0) status = CH_JSON_TRAILING;
    if (status == CH_JSON_OK) status = walk.value(value, 0);
    if (status != CH_JSON_OK) {
      const size_t offset = size_t(walk.last - input);
      errorOffset = offset == 0 ? 0 : offset - 1;
      return status;
    }
    count += 1;
  }
  if (count == 0) return CH_JSON_TRUNCATED;
  const char *rest;
  if (document.current_location().get(rest) == SUCCESS) return CH_JSON_TRAILING;
  return CH_JSON_OK;
}

}  // namespace

ch_json_parser *ch_json_parser_create(size_t max_depth) {
  auto *parser = new (std::nothrow) ch_json_parser();
  if (parser != nullptr) parser->maxDepth = max_depth;
  return parser;
}

void ch_json_parser_destroy(ch_json_parser *parser) { delete parser; }

ch_json_status ch_json_parse(ch_json_parser *parser, const uint8_t *bytes, size_t length,
                             ch_json_tree *tree, size_t *error_offset) {
  *error_offset = 0;
  *tree = ch_json_tree{nullptr, 0, nullptr, 0};
  if (length >= std::numeric_limits<uint32_t>::max() - 64) return CH_JSON_TOO_LARGE;
  try {
    const ch_json_status status = parse(*parser, bytes, length, *error_offset);
    if (status != CH_JSON_OK) return status;
  } catch (const std::bad_alloc &) {
    return CH_JSON_MEMORY;
  } catch (...) {
    return CH_JSON_SYNTAX;
  }
  *tree = ch_json_tree{parser->nodes.data(), parser->nodes.size(), parser->text.data(),
                       parser->text.size()};
  return CH_JSON_OK;
}

bool ch_utf8_is_valid(const uint8_t *bytes, size_t length) {
  return length == 0 || simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
