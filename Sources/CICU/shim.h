#ifndef CELLHEIGHTS_CICU_H
#define CELLHEIGHTS_CICU_H

/* ICU renames every function after its version (ubrk_open_72) by macros, which Swift does not
   see. These wrappers carry the plain names across, whatever the installed version. */

#include <stdint.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

typedef struct UBreakIterator cicu_break_iterator;
typedef struct UBiDi cicu_bidi;

/* Opens a line or, when `line` is 0, a grapheme iterator; null on failure. */
static inline cicu_break_iterator *cicu_break_open(int line, const char *locale, int32_t *error) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator =
      ubrk_open(line ? UBRK_LINE : UBRK_CHARACTER, locale, NULL, 0, &status);
  *error = (int32_t)status;
  if (U_SUCCESS(status)) return iterator;
  if (iterator) ubrk_close(iterator);
  return NULL;
}

static inline int cicu_break_set_text(
    cicu_break_iterator *iterator, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, (const UChar *)text, length, &status);
  return U_SUCCESS(status);
}

static inline int32_t cicu_break_first(cicu_break_iterator *iterator) {
  return ubrk_first(iterator);
}
static inline int32_t cicu_break_next(cicu_break_iterator *iterator) { return ubrk_next(iterator); }
static inline void cicu_break_close(cicu_break_iterator *iterator) { ubrk_close(iterator); }

static inline cicu_bidi *cicu_bidi_open(void) { return ubidi_open(); }
static inline void cicu_bidi_close(cicu_bidi *bidi) { ubidi_close(bidi); }

/* The levels of a paragraph, one a code unit, or null; the text must outlive their use.
   `natural` takes the base direction from the first strong character. */
static inline const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, int right_to_left, int natural) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDiLevel base = natural ? (right_to_left ? UBIDI_DEFAULT_RTL : UBIDI_DEFAULT_LTR)
                            : (right_to_left ? UBIDI_RTL : UBIDI_LTR);
  ubidi_setPara(bidi, (const UChar *)text, length, base, NULL, &status);
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &status);
  return U_SUCCESS(status) ? levels : NULL;
}

/* The script code of a character; Common when unknown. */
static inline int32_t cicu_script(uint32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t script = uscript_getScript((UChar32)c, &status);
  return U_SUCCESS(status) && script >= 0 ? script : USCRIPT_COMMON;
}
static inline const char *cicu_script_name(int32_t script) {
  return uscript_getShortName((UScriptCode)script);
}

static inline int32_t cicu_line_break_class(uint32_t c) {
  return u_getIntPropertyValue((UChar32)c, UCHAR_LINE_BREAK);
}
static inline int cicu_is_emoji(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI);
}
static inline int cicu_is_emoji_presentation(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI_PRESENTATION);
}
static inline int cicu_is_emoji_modifier(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI_MODIFIER);
}
static inline int cicu_is_default_ignorable(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

static inline const char *cicu_version(void) { return U_ICU_VERSION; }

#endif
