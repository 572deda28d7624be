#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

// Where libxml2 was built with ICU its headers bring in ICU's, whose types clash with those of the
// ICU inside Foundation as soon as one file sees both. Only a private part of a struct needs them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

/// `xmlFree` is a global variable, which Swift 6 does not let one read.
static inline void ch_xml_free(void *memory) { xmlFree(memory); }

/// The byte at which a parser of UTF-8 stands, counted from the first that it was fed.
static inline long ch_xml_place(xmlParserCtxtPtr context) {
#if LIBXML_VERSION >= 21500
  unsigned long place = 0;
  xmlCtxtGetInputPosition(context, 0, NULL, NULL, NULL, &place);
  return (long)place;
#else
  return xmlByteConsumed(context);
#endif
}

#endif
