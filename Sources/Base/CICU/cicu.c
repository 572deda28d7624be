#include "CICU.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

/* Checks the constants of CICU.h against ICU's headers. */
#define SAME_SCRIPT(name) \
  _Static_assert((int)CICU_SCRIPT_##name == (int)USCRIPT_##name, "script " #name)
#define SAME_LINE(name) \
  _Static_assert((int)CICU_LINE_##name == (int)U_LB_##name, "line breaking class " #name)
SAME_SCRIPT(COMMON); SAME_SCRIPT(INHERITED); SAME_SCRIPT(ARABIC); SAME_SCRIPT(BOPOMOFO);
SAME_SCRIPT(CYRILLIC); SAME_SCRIPT(GREEK); SAME_SCRIPT(HAN); SAME_SCRIPT(HANGUL); SAME_SCRIPT(HIRAGANA); SAME_SCRIPT(KATAKANA);
SAME_SCRIPT(KHMER); SAME_SCRIPT(LAO); SAME_SCRIPT(LATIN); SAME_SCRIPT(MONGOLIAN);
SAME_SCRIPT(MYANMAR); SAME_SCRIPT(SYRIAC); SAME_SCRIPT(MANDAIC);
SAME_SCRIPT(NKO); SAME_SCRIPT(PHAGS_PA); SAME_SCRIPT(HANIFI_ROHINGYA);
SAME_LINE(AMBIGUOUS); SAME_LINE(ALPHABETIC); SAME_LINE(BREAK_AFTER); SAME_LINE(CLOSE_PUNCTUATION);
SAME_LINE(EXCLAMATION); SAME_LINE(HYPHEN); SAME_LINE(IDEOGRAPHIC); SAME_LINE(INFIX_NUMERIC);
SAME_LINE(NUMERIC); SAME_LINE(OPEN_PUNCTUATION); SAME_LINE(POSTFIX_NUMERIC);
SAME_LINE(PREFIX_NUMERIC); SAME_LINE(COMPLEX_CONTEXT); SAME_LINE(BREAK_SYMBOLS);
SAME_LINE(CLOSE_PARENTHESIS); SAME_LINE(HEBREW_LETTER);

cicu_break_iterator *cicu_break_open(int line, const char *locale, int32_t *error) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator =
      ubrk_open(line ? UBRK_LINE : UBRK_CHARACTER, locale, NULL, 0, &status);
  *error = (int32_t)status;
  if (U_SUCCESS(status)) return (cicu_break_iterator *)iterator;
  if (iterator) ubrk_close(iterator);
  return NULL;
}

int cicu_break_mark(
    cicu_break_iterator *iterator, const uint16_t *text, int32_t length, uint8_t bit,
    uint8_t *marks) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *places = (UBreakIterator *)iterator;
  ubrk_setText(places, (const UChar *)text, length, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t place = ubrk_first(places); place >= 0; place = ubrk_next(places)) {
    if (place < length) marks[place] |= bit;
  }
  return 1;
}

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

uint8_t cicu_bidi_paragraph_level(cicu_bidi *bidi) {
  return ubidi_getParaLevel((UBiDi *)bidi);
}
int cicu_bidi_is_removed(uint32_t c) {
  switch (u_charDirection((UChar32)c)) {
    case U_LEFT_TO_RIGHT_EMBEDDING:
    case U_LEFT_TO_RIGHT_OVERRIDE:
    case U_RIGHT_TO_LEFT_EMBEDDING:
    case U_RIGHT_TO_LEFT_OVERRIDE:
    case U_POP_DIRECTIONAL_FORMAT:
    case U_BOUNDARY_NEUTRAL:
      return 1;
    default:
      return 0;
  }
}
int cicu_bidi_is_space(uint32_t c) {
  switch (u_charDirection((UChar32)c)) {
    case U_BLOCK_SEPARATOR:
    case U_SEGMENT_SEPARATOR:
    case U_WHITE_SPACE_NEUTRAL:
    case U_FIRST_STRONG_ISOLATE:
    case U_LEFT_TO_RIGHT_ISOLATE:
    case U_RIGHT_TO_LEFT_ISOLATE:
    case U_POP_DIRECTIONAL_ISOLATE:
      return 1;
    default:
      return cicu_bidi_is_removed(c);
  }
}
int cicu_bidi_is_directional(uint32_t c) {
  switch (u_charDirection((UChar32)c)) {
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
    case U_ARABIC_NUMBER:
    case U_FIRST_STRONG_ISOLATE:
    case U_LEFT_TO_RIGHT_ISOLATE:
    case U_RIGHT_TO_LEFT_ISOLATE:
    case U_LEFT_TO_RIGHT_EMBEDDING:
    case U_LEFT_TO_RIGHT_OVERRIDE:
    case U_RIGHT_TO_LEFT_EMBEDDING:
    case U_RIGHT_TO_LEFT_OVERRIDE:
      return 1;
    default:
      return 0;
  }
}

int cicu_bidi_bracket(uint32_t c, uint32_t *partner) {
  switch (u_getIntPropertyValue((UChar32)c, UCHAR_BIDI_PAIRED_BRACKET_TYPE)) {
    case U_BPT_OPEN:
      *partner = (uint32_t)u_getBidiPairedBracket((UChar32)c);
      return -1;
    case U_BPT_CLOSE:
      *partner = c;
      return 1;
    default:
      return 0;
  }
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
int cicu_break_traits(uint32_t c) {
  uint32_t categories = U_GET_GC_MASK((UChar32)c);
  int traits = 0;
  if (categories & (U_GC_L_MASK | U_GC_N_MASK)) traits |= CICU_LETTER;
  if (categories & U_GC_M_MASK) traits |= CICU_MARK;
  switch (u_getIntPropertyValue((UChar32)c, UCHAR_LINE_BREAK)) {
    case U_LB_ALPHABETIC:
    case U_LB_AMBIGUOUS:
    case U_LB_NUMERIC:
    case U_LB_HEBREW_LETTER:
    case U_LB_UNKNOWN:
    case U_LB_SURROGATE:
      return traits | CICU_WORD;
    case U_LB_IDEOGRAPHIC:
      return traits | CICU_IDEOGRAPH;
    case U_LB_COMPLEX_CONTEXT:
      return traits | CICU_COMPLEX;
    case U_LB_COMBINING_MARK:
    case U_LB_ZWJ:
      return traits | CICU_EXTENDS;
    case U_LB_H2:
    case U_LB_H3:
    case U_LB_JL:
    case U_LB_JV:
    case U_LB_JT:
      return traits | CICU_HANGUL;
    default:
      return traits;
  }
}
int cicu_is_east_asian(uint32_t c) {
  switch (u_getIntPropertyValue((UChar32)c, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_FULLWIDTH:
    case U_EA_HALFWIDTH:
    case U_EA_WIDE:
      return 1;
    default:
      return 0;
  }
}
int cicu_bracket_side(uint32_t c) {
  int8_t category = u_charType((UChar32)c);
  return category == U_START_PUNCTUATION ? -1 : category == U_END_PUNCTUATION ? 1 : 0;
}
int cicu_quote_side(uint32_t c) {
  if (u_getIntPropertyValue((UChar32)c, UCHAR_LINE_BREAK) != U_LB_QUOTATION) return 0;
  switch (u_charType((UChar32)c)) {
    case U_INITIAL_PUNCTUATION:
      return -1;
    case U_FINAL_PUNCTUATION:
      return 1;
    default:
      return 0;
  }
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
int cicu_is_invisible(uint32_t c) {
  if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0) return 0;
  return u_hasBinaryProperty((UChar32)c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

const char *cicu_version(void) { return U_ICU_VERSION; }
