/// ICU's dates for hand-written cells. Its own headers stay out of Swift's sight: Foundation brings
/// others of the same names.
#ifndef CELLHEIGHTS_CRAWICU_H
#define CELLHEIGHTS_CRAWICU_H

#include <stdint.h>

/// Dates as the locale writes them in medium length, in UTC; NULL when ICU fails.
void *raw_date_open(const char *locale);

/// The UTF-16 units written; 0 when ICU fails or there is no room for them.
int32_t raw_date_write(void *format, double milliseconds, uint16_t *text, int32_t capacity);

void raw_date_close(void *format);

#endif
