#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <simdjson.h>

#include "CSimdjson.h"

namespace ondemand = simdjson::ondemand;

namespace {

ch_json_status statusOf(simdjson::error_code code) {
  switch (code) {
    case simdjson::SUCCESS: return CH_JSON_OK;
    case simdjson::MEMALLOC: return CH_JSON_MEMORY;
    case simdjson::CAPACITY: return CH_JSON_TOO_LARGE;
    case simdjson::UTF8_ERROR: return CH_JSON_UTF8;
    case simdjson::UNESCAPED_CHARS: return CH_JSON_CONTROL;
    default: return CH_JSON_SYNTAX;
  }
}

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// The length of the number at the front by JSON's grammar, or 0.
size_t numberLength(const char *s, size_t n) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t from = i;
    while (i < n && s[i] >= '0' && s[i] <= '9') i += 1;
    return i > from;
  };
  if (i < n && s[i] == '-') i += 1;
  const size_t integer = i;
  if (!digits() || (s[integer] == '0' && i - integer > 1)) return 0;
  if (i < n && s[i] == '.') {
    i += 1;
    if (!digits()) return 0;
  }
  if (i < n && (s[i] == 'e' || s[i] == 'E')) {
    i += 1;
    if (i < n && (s[i] == '+' || s[i] == '-')) i += 1;
    if (!digits()) return 0;
  }
  return i;
}

/// Four hexadecimal digits, or -1.
int32_t unit(const char *in) {
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    const char c = in[i];
    int32_t digit;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = (c | 0x20) - 'a' + 10;
    } else {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

void encode(uint32_t scalar, std::string &text) {
  if (scalar < 0x80) {
    text += char(scalar);
    return;
  }
  const int tail = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  const uint32_t lead = tail == 1 ? 0xC0 : tail == 2 ? 0xE0 : 0xF0;
  text += char(lead | scalar >> (6 * tail));
  for (int i = tail - 1; i >= 0; i--) text += char(0x80 | (scalar >> (6 * i) & 0x3F));
}

/// Appends the unescaped string that begins at `in` to a text; lone surrogates become U+FFFD. An
/// unescaped quotation mark must follow.
///
/// Returns the position of that quotation mark, or NULL for an invalid escape.
const char *unescape(const char *in, std::string &text) {
  while (true) {
    // A string contains no zero byte, so this stops at the quotation mark at the latest.
    const size_t plain = std::strcspn(in, "\"\\");
    text.append(in, plain);
    in += plain;
    if (*in == '"') return in;
    const char kind = in[1];
    in += 2;
    switch (kind) {
      case '"': case '\\': case '/': text += kind; continue;
      case 'b': text += '\b'; continue;
      case 'f': text += '\f'; continue;
      case 'n': text += '\n'; continue;
      case 'r': text += '\r'; continue;
      case 't': text += '\t'; continue;
      case 'u': break;
      default: return nullptr;
    }
    const int32_t high = unit(in);
    if (high < 0) return nullptr;
    in += 4;
    uint32_t scalar = uint32_t(high);
    if (high >= 0xD800 && high <= 0xDFFF) {
      scalar = 0xFFFD;
      const int32_t low = high < 0xDC00 && in[0] == '\\' && in[1] == 'u' ? unit(in + 2) : -1;
      if (low >= 0xDC00 && low <= 0xDFFF) {
        scalar = 0x10000 + ((uint32_t(high) - 0xD800) << 10) + (uint32_t(low) - 0xDC00);
        in += 6;
      }
    }
    encode(scalar, text);
  }
}

/// A key of an open object: the positions of its name in the text and in the bytes.
struct Key {
  size_t offset, length;
  size_t rawOffset, rawLength;
};

}  // namespace

/// simdjson finds the tokens and checks structure, UTF-8 and control characters. Strings and numbers
/// are read here, because lone surrogates, repeated keys and literals have different rules.
struct ch_json_parser {
  ondemand::parser parser;
  size_t maxDepth;
  /// The value in brackets, with simdjson's padding, so that a value of any kind is the only element
  /// of an array.
  std::vector<char> padded;
  std::vector<ch_json_node> nodes;
  std::string text;
  std::vector<Key> keys;  // of all objects that are open

  explicit ch_json_parser(size_t depth) : maxDepth(depth) {}

  ch_json_status parse(const uint8_t *bytes, size_t length, ch_json_tree &tree) {
    nodes.clear();
    text.clear();
    keys.clear();
    ondemand::document document;
    if (auto error = iterate(bytes, length, document)) return statusOf(error);
    const ch_json_status status = only(document, tree);
    if (status != CH_JSON_OK && status != CH_JSON_DUPLICATE_KEY) {
      const char *place;
      const bool isKnown = document.current_location().get(place) == simdjson::SUCCESS;
      tree.error_offset = isKnown && place > padded.data()
                              ? std::min(size_t(place - padded.data()) - 1, length) : length;
    }
    if (status == CH_JSON_OK) {
      tree.nodes = nodes.data();
      tree.node_count = nodes.size();
      tree.text = reinterpret_cast<const uint8_t *>(text.data());
      tree.text_length = text.size();
    }
    return status;
  }

  size_t locate(const uint8_t *bytes, size_t length, const std::string &pointer) {
    ondemand::document document;
    ondemand::value value;
    if (iterate(bytes, length, document)) return length;
    if (document.at_pointer("/0" + pointer).get(value)) return length;
    return std::min(size_t(value.raw_json_token().data() - padded.data()) - 1, length);
  }

 private:
  /// Begins to read a value in brackets.
  simdjson::error_code iterate(const uint8_t *bytes, size_t length,
                               ondemand::document &document) {
    padded.resize(length + 2 + simdjson::SIMDJSON_PADDING);
    padded[0] = '[';
    std::memcpy(padded.data() + 1, bytes, length);
    padded[length + 1] = ']';
    const simdjson::padded_string_view view(padded.data(), length + 2, padded.size());
    return parser.iterate(view).get(document);
  }

  /// The only element of the array around the value.
  ch_json_status only(ondemand::document &document, ch_json_tree &tree) {
    ondemand::array array;
    if (document.get_array().get(array)) return CH_JSON_SYNTAX;
    bool isFirst = true;
    for (auto element : array) {
      ondemand::value value;
      if (!isFirst || std::move(element).get(value)) return CH_JSON_SYNTAX;
      if (auto status = walk(value, 0, tree)) return status;
      isFirst = false;
    }
    const char *place;
    const bool atEnd = document.current_location().get(place) == simdjson::OUT_OF_BOUNDS;
    return isFirst || !atEnd ? CH_JSON_SYNTAX : CH_JSON_OK;
  }

  void push(uint8_t kind, size_t offset, size_t length) {
    nodes.push_back({uint32_t(offset), uint32_t(length), kind});
  }

  /// Writes a string's node and returns its end in the bytes, or NULL.
  const char *string(ondemand::raw_json_string raw) {
    const size_t offset = text.size();
    const char *end = unescape(raw.raw(), text);
    push(CH_JSON_STRING, offset, text.size() - offset);
    return end;
  }

  /// Writes a number, true, false or null.
  ch_json_status scalar(ondemand::value &value) {
    std::string_view token = value.raw_json_token();
    while (!token.empty() && isSpace(token.back())) token.remove_suffix(1);
    if (token == "null") {
      push(CH_JSON_NULL, 0, 0);
    } else if (token == "true" || token == "false") {
      push(token == "true" ? CH_JSON_TRUE : CH_JSON_FALSE, 0, 0);
    } else if (!token.empty() && numberLength(token.data(), token.size()) == token.size()) {
      push(CH_JSON_NUMBER, text.size(), token.size());
      text += token;
    } else {
      return CH_JSON_SYNTAX;
    }
    return CH_JSON_OK;
  }

  /// Writes the nodes of a value at a nesting depth.
  ch_json_status walk(ondemand::value value, size_t depth, ch_json_tree &tree) {
    ondemand::json_type type;
    if (value.type().get(type)) return CH_JSON_SYNTAX;
    if (type == ondemand::json_type::string) {
      ondemand::raw_json_string raw;
      if (value.get_raw_json_string().get(raw)) return CH_JSON_SYNTAX;
      return string(raw) == nullptr ? CH_JSON_SYNTAX : CH_JSON_OK;
    }
    const bool isObject = type == ondemand::json_type::object;
    if (!isObject && type != ondemand::json_type::array) return scalar(value);
    if (depth >= maxDepth) return CH_JSON_DEPTH;
    const size_t index = nodes.size();
    push(isObject ? CH_JSON_OBJECT : CH_JSON_ARRAY, 0, 0);
    return isObject ? members(value, index, depth, tree) : elements(value, index, depth, tree);
  }

  ch_json_status elements(ondemand::value &value, size_t index, size_t depth, ch_json_tree &tree) {
    ondemand::array array;
    if (value.get_array().get(array)) return CH_JSON_SYNTAX;
    for (auto element : array) {
      ondemand::value inner;
      if (std::move(element).get(inner)) return CH_JSON_SYNTAX;
      if (auto status = walk(inner, depth + 1, tree)) return status;
      nodes[index].length += 1;
    }
    return CH_JSON_OK;
  }

  ch_json_status members(ondemand::value &value, size_t index, size_t depth, ch_json_tree &tree) {
    ondemand::object object;
    if (value.get_object().get(object)) return CH_JSON_SYNTAX;
    const size_t first = keys.size();
    for (auto member : object) {
      ondemand::field field;
      if (std::move(member).get(field)) return CH_JSON_SYNTAX;
      const char *start = field.key().raw();
      const char *end = string(field.key());
      if (end == nullptr) return CH_JSON_SYNTAX;
      keys.push_back({nodes.back().offset, nodes.back().length, size_t(start - padded.data()) - 1,
                      size_t(end - start)});
      if (auto status = walk(field.value(), depth + 1, tree)) return status;
      nodes[index].length += 1;
    }
    return checkKeys(first, tree);
  }

  /// Finds a repeated key of an object that ends.
  ch_json_status checkKeys(size_t first, ch_json_tree &tree) {
    const auto name = [&](const Key &key) {
      return std::string_view(text).substr(key.offset, key.length);
    };
    std::sort(keys.begin() + ptrdiff_t(first), keys.end(), [&](const Key &a, const Key &b) {
      const int order = name(a).compare(name(b));
      return order != 0 ? order < 0 : a.rawOffset < b.rawOffset;
    });
    const Key *twice = nullptr;
    for (size_t i = first + 1; i < keys.size(); i++) {
      if (name(keys[i]) != name(keys[i - 1])) continue;
      if (twice == nullptr || keys[i].rawOffset < twice->rawOffset) twice = &keys[i];
    }
    if (twice != nullptr) {
      tree.error_offset = twice->rawOffset;
      tree.error_length = twice->rawLength;
      return CH_JSON_DUPLICATE_KEY;
    }
    keys.resize(first);
    return CH_JSON_OK;
  }
};

ch_json_parser *ch_json_parser_create(size_t max_depth) {
  return new (std::nothrow) ch_json_parser(max_depth);
}

void ch_json_parser_destroy(ch_json_parser *parser) { delete parser; }

ch_json_status ch_json_parse(ch_json_parser *parser, const uint8_t *bytes, size_t length,
                             ch_json_tree *tree) {
  *tree = ch_json_tree{};
  if (parser == nullptr) return CH_JSON_MEMORY;
  if (length == 0) return CH_JSON_SYNTAX;
  if (length >= size_t(1) << 31) return CH_JSON_TOO_LARGE;
  try {
    return parser->parse(bytes, length, *tree);
  } catch (const std::bad_alloc &) {
    return CH_JSON_MEMORY;
  } catch (...) {
    return CH_JSON_SYNTAX;
  }
}

size_t ch_json_locate(ch_json_parser *parser, const uint8_t *bytes, size_t length,
                      const char *pointer) {
  if (parser == nullptr || length == 0 || length >= size_t(1) << 31) return length;
  try {
    return parser->locate(bytes, length, pointer);
  } catch (...) {
    return length;
  }
}
