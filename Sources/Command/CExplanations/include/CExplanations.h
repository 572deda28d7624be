#ifndef CELLHEIGHTS_CEXPLANATIONS_H
#define CELLHEIGHTS_CEXPLANATIONS_H

/* The explanations of codes and words:
   UTF-8 with a zero byte at the end. In C, because the Swift compiler is slow with large arrays. */

const char *explained_codes(void);
const char *explained_words(void);

#endif
