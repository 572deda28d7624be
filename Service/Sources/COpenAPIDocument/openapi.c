#include "COpenAPIDocument.h"

const char *openapi_json(void) {
  static const unsigned char text[] = {
#embed "openapi.json" suffix(, 0)
  };
  return (const char *)text;
}
