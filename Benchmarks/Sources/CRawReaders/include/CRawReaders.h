/// The plain parsers under the feed readers, copying into C++ structs what a record takes, and
/// nothing more: no errors with places, no dates, no ids, no hashes.
#ifndef CRAWREADERS_H
#define CRAWREADERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a reading found, so that both sides can be seen to have read the same.
typedef struct raw_totals {
  size_t records;
  size_t bytes;  ///< of ids, titles and contents
  int failed;    ///< whether the parser stopped early
} raw_totals;

/// simdjson On-Demand over a JSON Feed. `padding` readable bytes follow the text.
raw_totals raw_json_feed(const uint8_t *text, size_t length, size_t padding);

/// simdjson On-Demand over one record document a line.
raw_totals raw_ndjson(const uint8_t *text, size_t length, size_t padding);

/// libxml2's SAX2 push parser over RSS 2.0 or Atom, in pieces of 64 KiB.
raw_totals raw_xml_feed(const uint8_t *text, size_t length);

/// libxml2's HTML SAX parser over one text, with callbacks that only count the text's bytes.
size_t raw_html(const char *text, size_t length);

/// Readable bytes that simdjson wants behind a text.
size_t raw_json_padding(void);

#ifdef __cplusplus
}
#endif

#endif
