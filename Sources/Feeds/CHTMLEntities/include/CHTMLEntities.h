#ifndef CELLHEIGHTS_CHTMLENTITIES_H
#define CELLHEIGHTS_CHTMLENTITIES_H

/* The table of HTML's named character references:
   UTF-8 with a zero byte at the end. In C, because the Swift compiler is slow with large arrays. */

const char *html_entities(void);

#endif
