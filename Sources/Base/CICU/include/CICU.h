#ifndef CELLHEIGHTS_CICU_H
#define CELLHEIGHTS_CICU_H

/* A C interface to ICU without its headers. ICU's macros add its version to every function
   (ubrk_open_72), which Swift cannot import, and its types conflict with those of Foundation's ICU. */

#include <stdint.h>

#include "CICUFormats.h"

typedef struct cicu_break_iterator cicu_break_iterator;
typedef struct cicu_bidi cicu_bidi;

/* Opens a line or, when `line` is 0, a grapheme iterator; null on failure. */
cicu_break_iterator *cicu_break_open(int line, const char *locale, int32_t *error);

/* marks[i] |= bit where a boundary lies before unit i of the text; its end is not marked.
   0 when ICU has no memory. */
int cicu_break_mark(
    cicu_break_iterator *iterator, const uint16_t *text, int32_t length, uint8_t bit,
    uint8_t *marks);

void cicu_break_close(cicu_break_iterator *iterator);

cicu_bidi *cicu_bidi_open(void);
void cicu_bidi_close(cicu_bidi *bidi);

/* The levels of a paragraph, one a code unit, or null; the text must outlive their use.
   `natural` takes the base direction from the first strong character. */
const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, int right_to_left, int natural);

/* The level of the last paragraph of cicu_bidi_levels. */
uint8_t cicu_bidi_paragraph_level(cicu_bidi *bidi);
/* Whether rule X9 removes a character, so that it has no level. */
int cicu_bidi_is_removed(uint32_t c);
/* Whether rule L1 gives a character at the end of a line the paragraph's level: white space,
   separators and characters without a level. */
int cicu_bidi_is_space(uint32_t c);
/* Whether a character can give itself or others a level above 0 in a left-to-right paragraph. */
int cicu_bidi_is_directional(uint32_t c);
/* -1 for brackets that open, 1 for those that close a pair of rule N0, with the closing bracket of
   the pair; 0 otherwise. */
int cicu_bidi_bracket(uint32_t c, uint32_t *partner);

/* The script code of a character; Common when unknown. */
int32_t cicu_script(uint32_t c);
const char *cicu_script_name(int32_t script);
/* Script codes, compared with ICU's at compile time. */
enum {
  CICU_SCRIPT_COMMON = 0, CICU_SCRIPT_INHERITED = 1, CICU_SCRIPT_ARABIC = 2,
  CICU_SCRIPT_BOPOMOFO = 5, CICU_SCRIPT_CYRILLIC = 8, CICU_SCRIPT_GREEK = 14,
  CICU_SCRIPT_HAN = 17, CICU_SCRIPT_HANGUL = 18,
  CICU_SCRIPT_HIRAGANA = 20, CICU_SCRIPT_KATAKANA = 22, CICU_SCRIPT_KHMER = 23,
  CICU_SCRIPT_LAO = 24, CICU_SCRIPT_LATIN = 25,
  CICU_SCRIPT_MONGOLIAN = 27, CICU_SCRIPT_MYANMAR = 28, CICU_SCRIPT_SYRIAC = 34, CICU_SCRIPT_MANDAIC = 84,
  CICU_SCRIPT_NKO = 87, CICU_SCRIPT_PHAGS_PA = 90, CICU_SCRIPT_HANIFI_ROHINGYA = 182
};

int32_t cicu_line_break_class(uint32_t c);
/* Line breaking classes, compared with ICU's at compile time. */
enum {
  CICU_LINE_AMBIGUOUS = 1, CICU_LINE_ALPHABETIC = 2, CICU_LINE_BREAK_AFTER = 4,
  CICU_LINE_CLOSE_PUNCTUATION = 8, CICU_LINE_EXCLAMATION = 11, CICU_LINE_HYPHEN = 13,
  CICU_LINE_IDEOGRAPHIC = 14, CICU_LINE_INFIX_NUMERIC = 16, CICU_LINE_NUMERIC = 19,
  CICU_LINE_OPEN_PUNCTUATION = 20, CICU_LINE_POSTFIX_NUMERIC = 21, CICU_LINE_PREFIX_NUMERIC = 22,
  CICU_LINE_COMPLEX_CONTEXT = 24, CICU_LINE_BREAK_SYMBOLS = 27, CICU_LINE_CLOSE_PARENTHESIS = 36,
  CICU_LINE_HEBREW_LETTER = 38
};

/* Properties of a character that line breaking options depend on. */
enum {
  CICU_LETTER = 1,    /* general category L or N: a typographic letter unit of CSS Text */
  CICU_MARK = 2,      /* general category M */
  CICU_WORD = 4,      /* class AL, or one that UAX 14 resolves to it, HL, NU */
  CICU_IDEOGRAPH = 8, /* class ID */
  CICU_COMPLEX = 16,  /* class SA: broken by dictionaries */
  CICU_EXTENDS = 32,  /* class CM or ZWJ */
  CICU_HANGUL = 64    /* syllables and jamo */
};
int cicu_break_traits(uint32_t c);

/* Whether a character is East Asian in UAX 14's sense: wide, fullwidth or halfwidth. */
int cicu_is_east_asian(uint32_t c);
/* -1 for quotation marks that open, 1 for those that close, 0 otherwise. */
int cicu_quote_side(uint32_t c);
/* -1 for brackets that open (general category Ps), 1 for those that close (Pe), 0 otherwise. */
int cicu_bracket_side(uint32_t c);

int cicu_is_emoji(uint32_t c);
int cicu_is_emoji_presentation(uint32_t c);
int cicu_is_emoji_modifier(uint32_t c);
/* Whether HarfBuzz hides a character: it is default ignorable, and no Hangul filler. */
int cicu_is_invisible(uint32_t c);

const char *cicu_version(void);

#endif
