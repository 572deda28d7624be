#include "CExplanations.h"

const char *explained_codes(void) {
  static const unsigned char text[] = {
#embed "codes.txt" suffix(, 0)
  };
  return (const char *)text;
}

const char *explained_words(void) {
  static const unsigned char text[] = {
#embed "words.txt" suffix(, 0)
  };
  return (const char *)text;
}
