#include "CICU.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

cicu_break_iterator *cicu_break_open(int line, const char *locale, int32_t *error) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator =
      ubrk_open(line ? UBRK_LINE : UBRK_CHARACTER, locale, NULL, 0, &status);
  *error = (int32_t)status;
  if (U_SUCCESS(status)) return (cicu_break_iterator *)iterator;
  if (iterator) ubrk_close(iterator);
  return NULL;
}

int cicu_break_set_text(
    cicu_break_iterator *iterator, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText((UBreakIterator *)iterator, (const UChar *)text, length, &status);
  return U_SUCCESS(status);
}

int32_t cicu_break_first(cicu_break_iterator *iterator) {
  return ubrk_first((UBreakIterator *)iterator);
}
int32_t cicu_break_next(cicu_break_iterator *iterator) { return ubrk_next((UBreakIterator *)iterator); }
void cicu_break_close(cicu_break_iterator *iterator) {
  ubrk_close((UBreakIterator *)iterator);
}

cicu_bidi *cicu_bidi_open(void) { return (cicu_bidi *)ubidi_open(); }
void cicu_bidi_close(cicu_bidi *bidi) { ubidi_close((UBiDi *)bidi); }

const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, int right_to_left, int natural) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDiLevel base = natural ? (right_to_left ? UBIDI_DEFAULT_RTL : UBIDI_DEFAULT_LTR)
                            : (right_to_left ? UBIDI_RTL : UBIDI_LTR);
  ubidi_setPara((UBiDi *)bidi, (const UChar *)text, length, base, NULL, &status);
  const UBiDiLevel *levels = ubidi_getLevels((UBiDi *)bidi, &status);
  return U_SUCCESS(status) ? levels : NULL;
}

int32_t cicu_script(uint32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t script = uscript_getScript((UChar32)c, &status);
  return U_SUCCESS(status) && script >= 0 ? script : USCRIPT_COMMON;
}
const char *cicu_script_name(int32_t script) {
  return uscript_getShortName((UScriptCode)script);
}

int32_t cicu_line_break_class(uint32_t c) {
  return u_getIntPropertyValue((UChar32)c, UCHAR_LINE_BREAK);
}
int cicu_is_emoji(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI);
}
int cicu_is_emoji_presentation(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI_PRESENTATION);
}
int cicu_is_emoji_modifier(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_EMOJI_MODIFIER);
}
int cicu_is_default_ignorable(uint32_t c) {
  return u_hasBinaryProperty((UChar32)c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

const char *cicu_version(void) { return U_ICU_VERSION; }
