#ifndef CELLHEIGHTS_CICU_H
#define CELLHEIGHTS_CICU_H

/* What we need of ICU, without its headers: ICU renames every function after its version
   (ubrk_open_72) by macros that Swift does not see, and Foundation brings an ICU of its own whose
   types a Swift compiler will not have twice. */

#include <stdint.h>

typedef struct cicu_break_iterator cicu_break_iterator;
typedef struct cicu_bidi cicu_bidi;

/* Opens a line or, when `line` is 0, a grapheme iterator; null on failure. */
cicu_break_iterator *cicu_break_open(int line, const char *locale, int32_t *error);

int cicu_break_set_text(
    cicu_break_iterator *iterator, const uint16_t *text, int32_t length);

int32_t cicu_break_first(cicu_break_iterator *iterator);
int32_t cicu_break_next(cicu_break_iterator *iterator);
void cicu_break_close(cicu_break_iterator *iterator);

cicu_bidi *cicu_bidi_open(void);
void cicu_bidi_close(cicu_bidi *bidi);

/* The levels of a paragraph, one a code unit, or null; the text must outlive their use.
   `natural` takes the base direction from the first strong character. */
const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, int right_to_left, int natural);

/* The script code of a character; Common when unknown. */
int32_t cicu_script(uint32_t c);
const char *cicu_script_name(int32_t script);

int32_t cicu_line_break_class(uint32_t c);
int cicu_is_emoji(uint32_t c);
int cicu_is_emoji_presentation(uint32_t c);
int cicu_is_emoji_modifier(uint32_t c);
int cicu_is_default_ignorable(uint32_t c);

const char *cicu_version(void);

#endif
