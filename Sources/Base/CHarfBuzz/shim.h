#ifndef CELLHEIGHTS_CHARFBUZZ_H
#define CELLHEIGHTS_CHARFBUZZ_H

#include <hb.h>
#include <hb-ot.h>
#include <stdint.h>
#include <string.h>

/* Macros with casts that Swift does not import. */
static const hb_tag_t chb_tag_gsub = HB_TAG('G', 'S', 'U', 'B');
static const hb_tag_t chb_tag_gpos = HB_TAG('G', 'P', 'O', 'S');

static inline hb_tag_t chb_tag(const char *name) { return hb_tag_from_string(name, 4); }

static inline void chb_buffer_set_flags(hb_buffer_t *buffer, int unsafe_to_concat) {
  hb_buffer_set_flags(buffer, unsafe_to_concat ? HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT
                                               : HB_BUFFER_FLAG_DEFAULT);
}

static inline int chb_is_unsafe_to_concat(const hb_glyph_info_t *info) {
  return (hb_glyph_info_get_glyph_flags(info) & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT) != 0;
}

static inline int chb_is_unsafe_to_break(const hb_glyph_info_t *info) {
  return (hb_glyph_info_get_glyph_flags(info) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK) != 0;
}

/* The sum of big-endian 32-bit numbers, the last filled with zeros: the checksum of a font table.
   It is C because it reads every byte of every font, which takes seconds in a debug build. */
static inline uint32_t chb_table_checksum(const void *bytes, size_t count) {
  const unsigned char *next = (const unsigned char *)bytes;
  uint32_t sum = 0, word;
  // Copies of a fixed size are single loads; this loop decides how long a first command takes.
  for (; count >= 4; count -= 4, next += 4) {
    memcpy(&word, next, 4);
    sum += __builtin_bswap32(word);
  }
  word = 0;
  memcpy(&word, next, count);
  return sum + __builtin_bswap32(word);
}

#endif
