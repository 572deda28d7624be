#include "CRawICU.h"

#include <unicode/udat.h>

void *raw_date_open(const char *locale) {
  static const UChar utc[] = {'U', 'T', 'C', 0};
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *format = udat_open(UDAT_NONE, UDAT_MEDIUM, locale, utc, -1, NULL, 0, &status);
  return U_SUCCESS(status) ? (void *)format : NULL;
}

int32_t raw_date_write(void *format, double milliseconds, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      udat_format((UDateFormat *)format, milliseconds, (UChar *)text, capacity, NULL, &status);
  return U_SUCCESS(status) && length <= capacity ? length : 0;
}

void raw_date_close(void *format) { udat_close((UDateFormat *)format); }
