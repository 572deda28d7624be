#ifndef CELLHEIGHTS_CICU_FORMATS_H
#define CELLHEIGHTS_CICU_FORMATS_H

/* Dates, numbers, relative times, plural forms and letter case of a locale. Texts are UTF-16.
   Functions that write a text return its length, or -1 when ICU fails. A text longer than the
   capacity is not written; its length is the required capacity. */

#include <stdint.h>

typedef struct cicu_date_format cicu_date_format;
typedef struct cicu_number_format cicu_number_format;
typedef struct cicu_relative_format cicu_relative_format;
typedef struct cicu_plural_rules cicu_plural_rules;
typedef struct cicu_calendar cicu_calendar;

/* ICU's own name of a BCP 47 tag; "root" for a language that ICU does not know, which it would
   otherwise replace by the machine's. 0 when the tag does not fit. */
int cicu_locale(const char *tag, char *name, int32_t capacity);

/* Whether ICU knows a language, the first part of a BCP 47 tag: by its data, by an ISO 639 code or
   by the script that it is likely written in. */
int cicu_language_is_known(const char *language);
/* The languages that ICU has English names of, each as CODE=NAME, separated by newlines: their bytes,
   written if they fit. -1 on failure. */
int32_t cicu_language_names(char *names, int32_t capacity);

/* The names of months and days of the week in all languages of ICU's data, in lower case, as lines of
   LOCALE, a tab, the month from 1 or 0 for a day, a tab and the name. A name with accents comes again
   without them. Their bytes, written if they fit; -1 on failure. */
int32_t cicu_date_names(char *names, int32_t capacity);

/* A text in upper case, or in lower case if `upper` is 0, by the rules of a language. */
int32_t cicu_case(
    int upper, const char *language, const uint16_t *text, int32_t length, uint16_t *result,
    int32_t capacity);

/* Whether a time zone is known: an IANA name, or GMT+02:00. */
int cicu_zone_is_known(const char *zone);
/* All IANA names, separated by newlines: their bytes, written if they fit. -1 on failure. */
int32_t cicu_zone_names(char *names, int32_t capacity);

enum { CICU_NONE = -1, CICU_FULL = 0, CICU_LONG = 1, CICU_MEDIUM = 2, CICU_SHORT = 3 };

/* Opens a format of dates and times in styles, or of a pattern when its length is above 0; null on
   failure. The locale is one of ICU's names. */
cicu_date_format *cicu_date_open(
    int date_style, int time_style, const uint16_t *pattern, int32_t length, const char *locale,
    const char *zone);
int32_t cicu_date_write(
    cicu_date_format *format, double milliseconds, uint16_t *text, int32_t capacity);
void cicu_date_close(cicu_date_format *format);

enum { CICU_DECIMAL = 0, CICU_INTEGER = 1, CICU_PERCENT = 2, CICU_COMPACT = 3, CICU_PATTERN = 4 };

/* Opens a format of numbers; null on failure, and `place` is then where in the pattern it lies, or
   -1. */
cicu_number_format *cicu_number_open(
    int style, const uint16_t *pattern, int32_t length, const char *locale, int32_t *place);
int32_t cicu_number_write(
    cicu_number_format *format, double number, uint16_t *text, int32_t capacity);
void cicu_number_close(cicu_number_format *format);

enum {
  CICU_SECONDS = 0, CICU_MINUTES = 1, CICU_HOURS = 2, CICU_DAYS = 3, CICU_WEEKS = 4,
  CICU_MONTHS = 5, CICU_YEARS = 6
};

/* Opens a format of relative times: style CICU_LONG, CICU_MEDIUM (short) or CICU_SHORT
   (narrow). */
cicu_relative_format *cicu_relative_open(int style, const char *locale);
/* A number of units, negative for the past; zero seconds are "now". */
int32_t cicu_relative_write(
    cicu_relative_format *format, double number, int unit, uint16_t *text, int32_t capacity);
void cicu_relative_close(cicu_relative_format *format);

cicu_plural_rules *cicu_plural_open(const char *locale);
/* The plural form of a number: zero 0, one 1, two 2, few 3, many 4, other 5. */
int cicu_plural_form(cicu_plural_rules *rules, double number);
void cicu_plural_close(cicu_plural_rules *rules);

/* The Gregorian calendar in a zone. */
cicu_calendar *cicu_calendar_open(const char *zone);
/* Year, month from 0, day from 1 and milliseconds since midnight of an instant; 0 on failure. */
int cicu_calendar_fields(cicu_calendar *calendar, double milliseconds, int32_t *fields);
void cicu_calendar_close(cicu_calendar *calendar);

/* The versions of ICU and of its time zone data, on which texts depend. */
const char *cicu_zones_version(void);

#endif
