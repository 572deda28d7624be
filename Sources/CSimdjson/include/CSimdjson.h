/// A C face over simdjson: cut records out of JSON text, and parse one record at a time.
///
/// No C++ exception crosses this face; every function that can fail returns a `ch_json_status`.
/// Nothing here keeps a pointer to a caller's bytes beyond the lifetime named at each function.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Why a call failed; 0 is success.
typedef int32_t ch_json_status;
enum {
  CH_JSON_OK = 0,
  CH_JSON_END = 1,         ///< the splitter has no further record
  CH_JSON_SYNTAX = 2,      ///< not JSON
  CH_JSON_TRUNCATED = 3,   ///< the text ends inside a value
  CH_JSON_DEPTH = 4,       ///< nested deeper than the limit
  CH_JSON_UTF8 = 5,        ///< not valid UTF-8
  CH_JSON_MEMORY = 6,      ///< out of memory
  CH_JSON_TRAILING = 7,    ///< text after the end of the document
  CH_JSON_TOO_LARGE = 8    ///< a record of 4 GiB or more
};

/// What a node is.
enum {
  CH_JSON_NULL = 0,
  CH_JSON_FALSE = 1,
  CH_JSON_TRUE = 2,
  CH_JSON_NUMBER = 3,
  CH_JSON_STRING = 4,
  CH_JSON_ARRAY = 5,
  CH_JSON_OBJECT = 6
};

/// One node of a parsed record; nodes stand in document order, children after their parent.
/// The children of an object alternate: key (a string node), value.
typedef struct ch_json_node {
  double number;    ///< a number's value; infinite when out of range
  uint32_t offset;  ///< string: its first byte in the text; number: its literal's first byte
  uint32_t length;  ///< string and number: bytes of text; array and object: elements or members
  uint32_t next;    ///< index of the first node after this one and all it holds
  uint32_t kind;    ///< CH_JSON_NULL ... CH_JSON_OBJECT
} ch_json_node;

/// A parsed record, valid until the parser parses again or is destroyed.
typedef struct ch_json_tree {
  const ch_json_node *_Nullable nodes;
  size_t node_count;
  const uint8_t *_Nullable text;
  size_t text_length;
} ch_json_tree;

/// A reusable parser with its buffers.
typedef struct ch_json_parser ch_json_parser;

/// Makes a parser for values nested at most `max_depth` deep; NULL when out of memory.
ch_json_parser *_Nullable ch_json_parser_create(size_t max_depth);

void ch_json_parser_destroy(ch_json_parser *_Nullable parser);

/// Parses exactly one JSON value of any kind. The bytes need no padding and are copied.
/// Lone surrogates in strings become U+FFFD. On failure `error_offset` is the byte near which
/// it happened, as far as known.
ch_json_status ch_json_parse(ch_json_parser *_Nonnull parser, const uint8_t *_Nullable bytes,
                             size_t length, ch_json_tree *_Nonnull tree,
                             size_t *_Nonnull error_offset);

/// One step of a record path: a member by its name, or, when `key` is NULL, each element of an
/// array or each member of an object.
typedef struct ch_json_step {
  const char *_Nullable key;
  size_t key_length;
} ch_json_step;

/// A cut: byte ranges in the text handed to the splitter. The key is without its quotes and still
/// escaped; `key_end` is 0 where the value is no member of an object reached by "each".
typedef struct ch_json_slice {
  size_t start;
  size_t end;
  size_t key_start;
  size_t key_end;
} ch_json_slice;

/// Cuts the values at a path out of a text, front to back.
typedef struct ch_json_splitter ch_json_splitter;

/// Makes a splitter over bytes that the caller keeps in place until it is destroyed.
/// What lies off the path is checked for strings and brackets only.
ch_json_splitter *_Nullable ch_json_splitter_create(const uint8_t *_Nullable bytes, size_t length,
                                                    const ch_json_step *_Nullable steps,
                                                    size_t step_count, size_t max_depth);

void ch_json_splitter_destroy(ch_json_splitter *_Nullable splitter);

/// The next value, CH_JSON_END after the last, or an error.
ch_json_status ch_json_splitter_next(ch_json_splitter *_Nonnull splitter,
                                     ch_json_slice *_Nonnull slice);

/// Where the splitter stands: after an error, the byte at which it happened.
size_t ch_json_splitter_position(const ch_json_splitter *_Nonnull splitter);

/// The end of the value that begins at `start` (white space before it is skipped).
ch_json_status ch_json_skip(const uint8_t *_Nonnull bytes, size_t length, size_t start,
                            size_t max_depth, size_t *_Nonnull end);

/// Whether the bytes are valid UTF-8.
bool ch_utf8_is_valid(const uint8_t *_Nullable bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
