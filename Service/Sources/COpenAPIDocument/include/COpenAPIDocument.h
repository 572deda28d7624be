#ifndef CELLHEIGHTS_COPENAPIDOCUMENT_H
#define CELLHEIGHTS_COPENAPIDOCUMENT_H

/* The OpenAPI document of the service without its limits:
   UTF-8 with a zero byte at the end. In C, because the Swift compiler is slow with large arrays. */

const char *openapi_json(void);

#endif
