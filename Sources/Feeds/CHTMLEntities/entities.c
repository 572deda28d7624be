#include "CHTMLEntities.h"

const char *html_entities(void) {
  static const unsigned char text[] = {
#embed "entities.txt" suffix(, 0)
  };
  return (const char *)text;
}
