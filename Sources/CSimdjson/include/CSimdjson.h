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
  CH_JSON_END = 1,               ///< the splitter has no further record
  CH_JSON_SYNTAX = 2,            ///< not JSON
  CH_JSON_TRUNCATED = 3,         ///< the text ends inside a value
  CH_JSON_DEPTH = 4,             ///< nested deeper than the limit
  CH_JSON_UTF8 = 5,              ///< not valid UTF-8
  CH_JSON_MEMORY = 6,            ///< out of memory
  CH_JSON_TRAILING = 7,          ///< text after the end of the document
  CH_JSON_TOO_LARGE = 8,         ///< a record of 4 GiB or more
  CH_JSON_MORE = 9,              ///< the splitter has used up its window
  CH_JSON_TOO_LARGE_RECORD = 10, ///< the splitter has passed over a record beyond its limit
  CH_JSON_DUPLICATE_KEY = 11,    ///< the same key twice in one object
  CH_JSON_CONTROL = 12           ///< a control character that is not escaped, in a string
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
  uint32_t offset;  ///< string: its first byte; number: its literal's first byte
  uint32_t length;  ///< string and number: bytes of text; array and object: elements or members
  uint32_t next;    ///< index of the first node after this one and all it holds
  uint8_t kind;     ///< CH_JSON_NULL ... CH_JSON_OBJECT
  bool decoded;     ///< whether `offset` counts in the tree's `decoded`, not in the bytes parsed
} ch_json_node;

/// A parsed record, valid until the parser parses again or is destroyed; strings without escapes
/// stand in the bytes that were parsed.
typedef struct ch_json_tree {
  const ch_json_node *_Nullable nodes;
  size_t node_count;
  const uint8_t *_Nullable decoded;  ///< the strings that had escapes, valid UTF-8
  size_t decoded_length;
  bool is_ascii;  ///< whether the bytes and the decoded strings are known to be ASCII
  /// By the parser's words: the node of the value of the outermost object's member, or 0.
  const uint32_t *_Nullable members;
  const uint32_t *_Nullable others;  ///< the nodes of its other keys, in their order
  size_t other_count;
  size_t error_offset;  ///< after an error: the byte near which it happened, as far as known
  size_t error_length;  ///< CH_JSON_DUPLICATE_KEY: bytes of the key at `error_offset`
} ch_json_tree;

/// A reusable parser with its buffers.
typedef struct ch_json_parser ch_json_parser;

/// Makes a parser for values nested at most `max_depth` deep; NULL when out of memory.
ch_json_parser *_Nullable ch_json_parser_create(size_t max_depth);

void ch_json_parser_destroy(ch_json_parser *_Nullable parser);

/// Names a word that the keys of the outermost object are looked up among; words are numbered from 0.
/// False where it has more than 16 bytes, or where there are 32 already.
bool ch_json_parser_add_word(ch_json_parser *_Nonnull parser, const uint8_t *_Nonnull word,
                             size_t length);

/// Parses exactly one JSON value of any kind, whole and strictly: valid UTF-8, no key twice in an
/// object, no control characters. The bytes need no padding.
/// Lone surrogates in strings become U+FFFD. The range of a number's value is not checked.
ch_json_status ch_json_parse(ch_json_parser *_Nonnull parser, const uint8_t *_Nullable bytes,
                             size_t length, ch_json_tree *_Nonnull tree);

/// Indexes a text of many records that begins and ends outside of strings, so that they can be
/// parsed one after the other; false where there is anything wrong with its strings or its UTF-8.
/// The bytes must stay where they are as long as `ch_json_parse_next` is called.
bool ch_json_parser_index(ch_json_parser *_Nonnull parser, const uint8_t *_Nullable bytes,
                          size_t length);

/// Where to cut a text that begins outside of strings so that it most likely ends outside of them:
/// after its last line feed, else after its last closing brace; 0 where it has neither.
size_t ch_json_cut(const uint8_t *_Nullable bytes, size_t length);

/// Where a record stands in the text that was indexed.
typedef struct ch_json_extent {
  size_t start;
  size_t end;
  size_t next;          ///< where to go on: after its line feed, or after its end
  size_t lines_before;  ///< line feeds between where it was looked for and its first byte
  size_t lines_inside;
} ch_json_extent;

/// Parses the next object of the text that was indexed, as `ch_json_parse` does.
///
/// `from` is the end of the record before, which a comma has to follow; or, `by_line`, the beginning
/// of a line, and the object has to stand on a line of its own. The same calls of `ch_json_parse`
/// between do no harm to the index. False where no whole and valid object of at most `max_bytes`
/// comes next: then nothing has been used up, and whoever cuts and parses the record by itself
/// learns why. After true, the next call goes on at `next` or behind it.
bool ch_json_parse_next(ch_json_parser *_Nonnull parser, size_t from, bool by_line,
                        size_t max_bytes, ch_json_tree *_Nonnull tree,
                        ch_json_extent *_Nonnull extent);

/// One step of a record path: a member by its name, or, when `key` is NULL, each element of an
/// array or each member of an object.
typedef struct ch_json_step {
  const char *_Nullable key;
  size_t key_length;
} ch_json_step;

/// A cut: byte ranges in the whole text. The key is without its quotes and still escaped;
/// `key_end` is 0 where the value is no member of an object reached by "each".
typedef struct ch_json_slice {
  size_t start;
  size_t end;
  size_t key_start;
  size_t key_end;
  size_t line;  ///< the line that the value begins in, from 1
} ch_json_slice;

/// Cuts the values at a path out of a text, front to back, while the text passes by in a window.
typedef struct ch_json_splitter ch_json_splitter;

/// Makes a splitter; NULL when out of memory.
///
/// What lies off the path is checked for strings and brackets only, and for its depth. A value at
/// the path is cut whatever its depth, and passed over when it has more than `max_record_bytes`.
ch_json_splitter *_Nullable ch_json_splitter_create(const ch_json_step *_Nullable steps,
                                                    size_t step_count, size_t max_depth,
                                                    size_t max_record_bytes);

void ch_json_splitter_destroy(ch_json_splitter *_Nullable splitter);

/// Says where the document begins in the text, and in which line (from 1), before the first cut.
void ch_json_splitter_start(ch_json_splitter *_Nonnull splitter, size_t position, size_t line);

/// The next value. `window_base` is the position of the window's first byte in the text; `ended`
/// tells that no byte comes after the window.
///
/// CH_JSON_MORE: call again with more bytes; those before `ch_json_splitter_keep` may be gone.
/// CH_JSON_TOO_LARGE_RECORD: the slice has the extent of a record whose bytes may be gone.
/// CH_JSON_END: after the last. Anything else but CH_JSON_OK is an error and stays.
ch_json_status ch_json_splitter_next(ch_json_splitter *_Nonnull splitter,
                                     const uint8_t *_Nullable window, size_t window_length,
                                     size_t window_base, bool ended,
                                     ch_json_slice *_Nonnull slice);

/// After CH_JSON_MORE: whether the window ends inside a value at the path; the slice tells where it
/// begins and up to where it has been seen.
bool ch_json_splitter_open(const ch_json_splitter *_Nonnull splitter,
                           ch_json_slice *_Nonnull slice);

/// The first byte that the window must still have at the next call.
size_t ch_json_splitter_keep(const ch_json_splitter *_Nonnull splitter);

/// Where the splitter stands: after an error, the byte at which it happened.
size_t ch_json_splitter_position(const ch_json_splitter *_Nonnull splitter);

/// The line in which the splitter stands, from 1.
size_t ch_json_splitter_line(const ch_json_splitter *_Nonnull splitter);

/// Whether the splitter stands behind an element of the array that the last step of its path runs
/// over: then a comma and the next record may follow, or the end of the array.
bool ch_json_splitter_is_between(const ch_json_splitter *_Nonnull splitter);

/// Passes over records that somebody else has read, from between two records to between two others.
void ch_json_splitter_pass(ch_json_splitter *_Nonnull splitter, size_t position, size_t lines);

/// Whether the bytes are valid UTF-8.
bool ch_utf8_is_valid(const uint8_t *_Nullable bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
