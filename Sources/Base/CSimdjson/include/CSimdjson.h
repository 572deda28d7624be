/// A C interface to simdjson that parses one JSON value at a time into a flat list of nodes.
///
/// It throws no C++ exception and keeps no pointer to a caller's bytes.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Why a value was refused. 0 is success.
typedef int32_t ch_json_status;
enum {
  CH_JSON_OK = 0,
  CH_JSON_SYNTAX = 1,         ///< not one whole JSON value
  CH_JSON_DEPTH = 2,          ///< nested deeper than the limit
  CH_JSON_UTF8 = 3,           ///< not valid UTF-8
  CH_JSON_MEMORY = 4,         ///< out of memory
  CH_JSON_TOO_LARGE = 5,      ///< 2 GiB or more
  CH_JSON_DUPLICATE_KEY = 6,  ///< the same key twice in one object
  CH_JSON_CONTROL = 7         ///< an unescaped control character in a string
};

/// The kind of a node.
enum {
  CH_JSON_NULL = 0,
  CH_JSON_FALSE = 1,
  CH_JSON_TRUE = 2,
  CH_JSON_NUMBER = 3,
  CH_JSON_STRING = 4,
  CH_JSON_ARRAY = 5,
  CH_JSON_OBJECT = 6
};

/// One node of a value; nodes are in document order, children after their parent.
/// The children of an object alternate: key (a string node), value.
typedef struct ch_json_node {
  uint32_t offset;  ///< string: its first byte in the text; number: its literal's first byte
  uint32_t length;  ///< string and number: bytes of text; array and object: elements or members
  uint8_t kind;     ///< CH_JSON_NULL ... CH_JSON_OBJECT
} ch_json_node;

/// A parsed value, valid until the parser parses again or is destroyed.
typedef struct ch_json_tree {
  const ch_json_node *_Nullable nodes;
  size_t node_count;
  const uint8_t *_Nullable text;  ///< all unescaped strings and number literals, UTF-8
  size_t text_length;
  size_t error_offset;  ///< after an error: the byte near it, if known
  size_t error_length;  ///< CH_JSON_DUPLICATE_KEY: bytes of the key at `error_offset`
} ch_json_tree;

/// A reusable parser with its buffers.
typedef struct ch_json_parser ch_json_parser;

/// Creates a parser for values nested at most `max_depth` deep, or NULL when out of memory.
ch_json_parser *_Nullable ch_json_parser_create(size_t max_depth);

void ch_json_parser_destroy(ch_json_parser *_Nullable parser);

/// Parses exactly one JSON value of any kind, whole and strictly: valid UTF-8, no repeated key in an
/// object, no control characters. The bytes need no padding.
/// Lone surrogates in strings become U+FFFD. The range of a number's value is not checked.
/// Returns CH_JSON_MEMORY without a parser.
ch_json_status ch_json_parse(ch_json_parser *_Nullable parser, const uint8_t *_Nullable bytes,
                             size_t length, ch_json_tree *_Nonnull tree);

/// Finds the value at a JSON Pointer (RFC 6901) in bytes that are one valid value.
/// Returns the offset of its first byte, or `length` when there is none.
size_t ch_json_locate(ch_json_parser *_Nullable parser, const uint8_t *_Nullable bytes,
                      size_t length, const char *_Nonnull pointer);

#ifdef __cplusplus
}
#endif

#endif
