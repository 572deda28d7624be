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

static inline void ch_xml_no_words(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static inline void ch_xml_no_error(void *data, xmlErrorPtr error) {
  (void)data;
  (void)error;
}

/// `xmlParseChunk` for text in any encoding: errors of conversion have no context, and would be written
/// to standard error. What the thread has set for them is put back.
static inline void ch_xml_parse_quietly(xmlParserCtxtPtr context, const char *bytes, int count, int ends) {
  xmlStructuredErrorFunc errorFunction = xmlStructuredError;
  void *errorData = xmlStructuredErrorContext;
  xmlGenericErrorFunc wordFunction = xmlGenericError;
  void *wordData = xmlGenericErrorContext;
  xmlSetStructuredErrorFunc(NULL, ch_xml_no_error);
  xmlSetGenericErrorFunc(NULL, ch_xml_no_words);
  xmlParseChunk(context, bytes, count, ends);
  xmlSetStructuredErrorFunc(errorData, errorFunction);
  xmlSetGenericErrorFunc(wordData, wordFunction);
}

#endif
