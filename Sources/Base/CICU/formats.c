#include "CICUFormats.h"

#include <stdio.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

enum { CICU_NAME_CAPACITY = 160 };

int cicu_locale(const char *tag, char *name, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t length = uloc_forLanguageTag(tag, name, capacity, &parsed, &status);
  if (U_FAILURE(status) || length >= capacity || capacity < 5) return 0;
  status = U_ZERO_ERROR;
  UResourceBundle *bundle = length > 0 ? ures_open(NULL, name, &status) : NULL;
  int known = bundle && U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING;
  if (bundle) ures_close(bundle);
  if (!known) strcpy(name, "root");
  return 1;
}

int cicu_language_is_known(const char *language) {
  char likely[CICU_NAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  if (!strcmp(language, "und")) return 1;
  if (*uloc_getISO3Language(language)) return 1;
  int32_t length = uloc_addLikelySubtags(language, likely, CICU_NAME_CAPACITY, &status);
  if (U_SUCCESS(status) && length < CICU_NAME_CAPACITY && strcmp(likely, language)
      && strcmp(language, "root"))
    return 1;
  for (const char *const *known = uloc_getISOLanguages(); *known; known++) {
    if (!strcmp(language, uloc_getISO3Language(*known))) return 1;
  }
  return 0;
}

int32_t cicu_language_names(char *names, int32_t capacity) {
  int32_t total = 0;
  for (const char *const *known = uloc_getISOLanguages(); *known; known++) {
    UErrorCode status = U_ZERO_ERROR;
    UChar name[CICU_NAME_CAPACITY];
    char bytes[3 * CICU_NAME_CAPACITY];
    int32_t length = 0;
    uloc_getDisplayLanguage(*known, "en", name, CICU_NAME_CAPACITY, &status);
    u_strToUTF8(bytes, sizeof bytes, &length, name, -1, &status);
    if (U_FAILURE(status)) return -1;
    int32_t code = (int32_t)strlen(*known);
    if (total + code + length + 2 <= capacity) {
      memcpy(names + total, *known, (size_t)code);
      names[total + code] = '=';
      memcpy(names + total + code + 1, bytes, (size_t)length);
      names[total + code + 1 + length] = '\n';
    }
    total += code + length + 2;
  }
  return total;
}

/* Appends a line to the names of dates and returns its bytes, or 0 on failure. */
static int32_t date_name(
    const char *locale, int month, const UChar *name, int32_t length, char *names, int32_t space) {
  UErrorCode status = U_ZERO_ERROR;
  char bytes[3 * CICU_NAME_CAPACITY], line[4 * CICU_NAME_CAPACITY];
  u_strToUTF8(bytes, sizeof bytes, NULL, name, length, &status);
  if (U_FAILURE(status)) return 0;
  int32_t count = snprintf(line, sizeof line, "%s\t%d\t%s\n", locale, month, bytes);
  if (count <= space) memcpy(names, line, (size_t)count);
  return count;
}

int32_t cicu_date_names(char *names, int32_t capacity) {
  static const UDateFormatSymbolType kinds[] = {
      UDAT_MONTHS, UDAT_SHORT_MONTHS, UDAT_STANDALONE_MONTHS, UDAT_STANDALONE_SHORT_MONTHS,
      UDAT_WEEKDAYS, UDAT_SHORT_WEEKDAYS};
  static const UChar zone[] = {'U', 'T', 'C', 0}, pattern[] = {'y', 0};
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *decomposition = unorm2_getNFDInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t total = 0;
  for (int32_t index = 0; index < uloc_countAvailable(); index++) {
    const char *language = uloc_getAvailable(index);
    char country[8], locale[CICU_NAME_CAPACITY];
    uloc_getCountry(language, country, sizeof country, &status);
    if (U_FAILURE(status)) return -1;
    if (*country) continue;
    snprintf(locale, sizeof locale, "%s@calendar=gregorian", language);
    UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, zone, -1, pattern, 1, &status);
    if (U_FAILURE(status)) return -1;
    for (int kind = 0; kind < 6; kind++) {
      int32_t count = udat_countSymbols(format, kinds[kind]);
      for (int32_t symbol = 0; symbol < count; symbol++) {
        UChar name[CICU_NAME_CAPACITY], lower[CICU_NAME_CAPACITY], plain[CICU_NAME_CAPACITY];
        UErrorCode failure = U_ZERO_ERROR;
        int32_t length =
            udat_getSymbols(format, kinds[kind], symbol, name, CICU_NAME_CAPACITY, &failure);
        length = u_strToLower(lower, CICU_NAME_CAPACITY, name, length, language, &failure);
        int32_t parts =
            unorm2_normalize(decomposition, lower, length, plain, CICU_NAME_CAPACITY, &failure);
        if (U_FAILURE(failure) || length == 0) continue;
        int month = kind < 4 ? symbol + 1 : 0;
        total += date_name(
            language, month, lower, length, names ? names + total : NULL, capacity - total);
        int32_t kept = 0;
        for (int32_t unit = 0; unit < parts; unit++) {
          if (plain[unit] < 0x300 || plain[unit] > 0x36F) plain[kept++] = plain[unit];
        }
        if (kept == parts) continue;
        total += date_name(
            language, month, plain, kept, names ? names + total : NULL, capacity - total);
      }
    }
    udat_close(format);
  }
  return total;
}

int32_t cicu_case(
    int upper, const char *language, const uint16_t *text, int32_t length, uint16_t *result,
    int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t needed = upper ? u_strToUpper(result, capacity, text, length, language, &status)
                         : u_strToLower(result, capacity, text, length, language, &status);
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? needed : -1;
}

/* Writes a zone's name in UTF-16 and returns its length, or -1. */
static int32_t zone_name(const char *zone, UChar *name) {
  size_t length = strlen(zone);
  if (length >= CICU_NAME_CAPACITY) return -1;
  u_charsToUChars(zone, name, (int32_t)length);
  name[length] = 0;
  return (int32_t)length;
}

int cicu_zone_is_known(const char *zone) {
  UChar name[CICU_NAME_CAPACITY], canonical[CICU_NAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = zone_name(zone, name);
  if (length <= 0) return 0;
  ucal_getCanonicalTimeZoneID(name, length, canonical, CICU_NAME_CAPACITY, NULL, &status);
  return U_SUCCESS(status);
}

int32_t cicu_zone_names(char *names, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *zones = ucal_openTimeZones(&status);
  int32_t total = 0;
  while (U_SUCCESS(status)) {
    int32_t length = 0;
    const char *zone = uenum_next(zones, &length, &status);
    if (!zone) break;
    if (total + length + 1 <= capacity) {
      memcpy(names + total, zone, (size_t)length);
      names[total + length] = '\n';
    }
    total += length + 1;
  }
  uenum_close(zones);
  return U_SUCCESS(status) ? total : -1;
}

/* The length of a text, also when it does not fit. */
static int32_t written(int32_t length, UErrorCode status) {
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}

static UDateFormatStyle date_style(int style) {
  switch (style) {
    case CICU_FULL: return UDAT_FULL;
    case CICU_LONG: return UDAT_LONG;
    case CICU_MEDIUM: return UDAT_MEDIUM;
    case CICU_SHORT: return UDAT_SHORT;
    default: return UDAT_NONE;
  }
}

cicu_date_format *cicu_date_open(
    int date, int time, const uint16_t *pattern, int32_t length, const char *locale,
    const char *zone) {
  UChar name[CICU_NAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t zone_length = zone_name(zone, name);
  if (zone_length < 0) return NULL;
  /* A formatter first takes the default zone, for which ICU would ask the machine. */
  static const UChar utc[] = {'U', 'T', 'C', 0};
  ucal_setDefaultTimeZone(utc, &status);
  UDateFormat *format =
      length > 0 ? udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, name, zone_length,
                             (const UChar *)pattern, length, &status)
                 : udat_open(date_style(time), date_style(date), locale, name, zone_length, NULL, 0,
                             &status);
  if (U_SUCCESS(status)) return (cicu_date_format *)format;
  if (format) udat_close(format);
  return NULL;
}

int32_t cicu_date_write(
    cicu_date_format *format, double milliseconds, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      udat_format((UDateFormat *)format, milliseconds, (UChar *)text, capacity, NULL, &status);
  return written(length, status);
}

void cicu_date_close(cicu_date_format *format) { udat_close((UDateFormat *)format); }

static UNumberFormatStyle number_style(int style) {
  switch (style) {
    case CICU_PERCENT: return UNUM_PERCENT;
    case CICU_COMPACT: return UNUM_DECIMAL_COMPACT_SHORT;
    case CICU_PATTERN: return UNUM_PATTERN_DECIMAL;
    default: return UNUM_DECIMAL;
  }
}

cicu_number_format *cicu_number_open(
    int style, const uint16_t *pattern, int32_t length, const char *locale, int32_t *place) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError where = {.line = 0, .offset = -1};
  UNumberFormat *format = unum_open(
      number_style(style), style == CICU_PATTERN ? (const UChar *)pattern : NULL,
      style == CICU_PATTERN ? length : 0, locale, &where, &status);
  *place = where.offset;
  if (U_SUCCESS(status)) {
    if (style == CICU_INTEGER) unum_setAttribute(format, UNUM_MAX_FRACTION_DIGITS, 0);
    return (cicu_number_format *)format;
  }
  if (format) unum_close(format);
  return NULL;
}

int32_t cicu_number_write(
    cicu_number_format *format, double number, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unum_formatDouble(
      (const UNumberFormat *)format, number, (UChar *)text, capacity, NULL, &status);
  return written(length, status);
}

void cicu_number_close(cicu_number_format *format) { unum_close((UNumberFormat *)format); }

cicu_relative_format *cicu_relative_open(int style, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UDateRelativeDateTimeFormatterStyle width =
      style == CICU_SHORT ? UDAT_STYLE_NARROW
                          : (style == CICU_MEDIUM ? UDAT_STYLE_SHORT : UDAT_STYLE_LONG);
  URelativeDateTimeFormatter *format =
      ureldatefmt_open(locale, NULL, width, UDISPCTX_CAPITALIZATION_NONE, &status);
  if (U_SUCCESS(status)) return (cicu_relative_format *)format;
  if (format) ureldatefmt_close(format);
  return NULL;
}

static URelativeDateTimeUnit relative_unit(int unit) {
  switch (unit) {
    case CICU_MINUTES: return UDAT_REL_UNIT_MINUTE;
    case CICU_HOURS: return UDAT_REL_UNIT_HOUR;
    case CICU_DAYS: return UDAT_REL_UNIT_DAY;
    case CICU_WEEKS: return UDAT_REL_UNIT_WEEK;
    case CICU_MONTHS: return UDAT_REL_UNIT_MONTH;
    case CICU_YEARS: return UDAT_REL_UNIT_YEAR;
    default: return UDAT_REL_UNIT_SECOND;
  }
}

int32_t cicu_relative_write(
    cicu_relative_format *format, double number, int unit, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const URelativeDateTimeFormatter *relative = (const URelativeDateTimeFormatter *)format;
  /* ureldatefmt_format says "now" for no seconds, but also "yesterday" for a day. */
  int32_t length =
      number == 0 && unit == CICU_SECONDS
          ? ureldatefmt_format(relative, 0, UDAT_REL_UNIT_SECOND, (UChar *)text, capacity, &status)
          : ureldatefmt_formatNumeric(
                relative, number, relative_unit(unit), (UChar *)text, capacity, &status);
  return written(length, status);
}

void cicu_relative_close(cicu_relative_format *format) {
  ureldatefmt_close((URelativeDateTimeFormatter *)format);
}

cicu_plural_rules *cicu_plural_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale, &status);
  if (U_SUCCESS(status)) return (cicu_plural_rules *)rules;
  if (rules) uplrules_close(rules);
  return NULL;
}

int cicu_plural_form(cicu_plural_rules *rules, double number) {
  static const char *const names[] = {"zero", "one", "two", "few", "many"};
  UChar keyword[16];
  char plain[17];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uplrules_select((const UPluralRules *)rules, number, keyword, 16, &status);
  if (U_FAILURE(status) || length > 16) return 5;
  u_UCharsToChars(keyword, plain, length);
  plain[length] = 0;
  for (int form = 0; form < 5; form++) {
    if (!strcmp(plain, names[form])) return form;
  }
  return 5;
}

void cicu_plural_close(cicu_plural_rules *rules) { uplrules_close((UPluralRules *)rules); }

cicu_calendar *cicu_calendar_open(const char *zone) {
  UChar name[CICU_NAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = zone_name(zone, name);
  if (length < 0) return NULL;
  UCalendar *calendar =
      ucal_open(name, length, "en_US@calendar=gregorian", UCAL_GREGORIAN, &status);
  if (U_SUCCESS(status)) return (cicu_calendar *)calendar;
  if (calendar) ucal_close(calendar);
  return NULL;
}

int cicu_calendar_fields(cicu_calendar *calendar, double milliseconds, int32_t *fields) {
  static const UCalendarDateFields wanted[] = {
      UCAL_EXTENDED_YEAR, UCAL_MONTH, UCAL_DATE, UCAL_MILLISECONDS_IN_DAY};
  UErrorCode status = U_ZERO_ERROR;
  ucal_setMillis((UCalendar *)calendar, milliseconds, &status);
  for (int field = 0; field < 4; field++) {
    fields[field] = ucal_get((UCalendar *)calendar, wanted[field], &status);
  }
  return U_SUCCESS(status);
}

void cicu_calendar_close(cicu_calendar *calendar) { ucal_close((UCalendar *)calendar); }

const char *cicu_zones_version(void) {
  UErrorCode status = U_ZERO_ERROR;
  const char *version = ucal_getTZDataVersion(&status);
  return U_SUCCESS(status) ? version : "unknown";
}
