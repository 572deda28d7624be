#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <cstring>

#include "CRawReaders.h"
#include "RawRecord.h"

namespace {

/// Copies the texts of the elements that a record takes.
struct Reading {
  raw_totals totals{0, 0, 0};
  RawRecord record;
  std::string *target = nullptr;
  std::string tag;
  bool inRecord = false, inTag = false;
};

bool is(const xmlChar *name, const char *other) {
  return std::strcmp(reinterpret_cast<const char *>(name), other) == 0;
}

void start(void *user, const xmlChar *name, const xmlChar *, const xmlChar *, int, const xmlChar **,
           int count, int, const xmlChar **attributes) {
  auto &reading = *static_cast<Reading *>(user);
  auto value = [&](const char *wanted) {
    for (int i = 0; i < count; i++) {
      const xmlChar **a = attributes + i * 5;
      if (is(a[0], wanted)) {
        return std::string(reinterpret_cast<const char *>(a[3]), size_t(a[4] - a[3]));
      }
    }
    return std::string();
  };
  if (is(name, "item") || is(name, "entry")) {
    reading.record = RawRecord();
    reading.inRecord = true;
    return;
  }
  if (!reading.inRecord) return;
  RawRecord &r = reading.record;
  reading.target = nullptr;
  if (is(name, "guid") || is(name, "id")) reading.target = &r.id;
  else if (is(name, "title")) reading.target = &r.title;
  else if (is(name, "description") || is(name, "content")) {
    std::string url = value("url");
    if (url.empty()) {
      reading.target = &r.contentHTML;
    } else {
      r.image = std::move(url);
      r.width = std::atof(value("width").c_str());
      r.height = std::atof(value("height").c_str());
    }
  } else if (is(name, "link")) {
    r.url = value("href");
    reading.target = &r.url;
  } else if (is(name, "pubDate") || is(name, "published")) reading.target = &r.published;
  else if (is(name, "updated")) reading.target = &r.updated;
  else if (is(name, "creator") || is(name, "name")) reading.target = &r.author;
  else if (is(name, "category")) {
    reading.tag = value("term");
    reading.inTag = true;
    reading.target = &reading.tag;
  }
}

void characters(void *user, const xmlChar *text, int count) {
  auto &reading = *static_cast<Reading *>(user);
  if (reading.target != nullptr) {
    reading.target->append(reinterpret_cast<const char *>(text), size_t(count));
  }
}

void end(void *user, const xmlChar *name, const xmlChar *, const xmlChar *) {
  auto &reading = *static_cast<Reading *>(user);
  reading.target = nullptr;
  if (reading.inTag) {
    reading.inTag = false;
    reading.record.tags.push_back(std::move(reading.tag));
  }
  if (is(name, "item") || is(name, "entry")) {
    reading.inRecord = false;
    reading.totals.records += 1;
    reading.totals.bytes += reading.record.weight();
  }
}

}  // namespace

raw_totals raw_xml_feed(const uint8_t *text, size_t length) {
  Reading reading;
  xmlSAXHandler handler;
  std::memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start;
  handler.endElementNs = end;
  handler.characters = characters;
  handler.cdataBlock = characters;
  xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, &reading, nullptr, 0, nullptr);
  if (context == nullptr) return raw_totals{0, 0, 1};
  xmlCtxtUseOptions(context, XML_PARSE_NONET);
  const size_t piece = 1 << 16;
  for (size_t at = 0; at < length; at += piece) {
    const size_t count = length - at < piece ? length - at : piece;
    xmlParseChunk(context, reinterpret_cast<const char *>(text + at), int(count), 0);
  }
  xmlParseChunk(context, nullptr, 0, 1);
  if (!context->wellFormed) reading.totals.failed = 1;
  xmlFreeParserCtxt(context);
  return reading.totals;
}

size_t raw_html(const char *text, size_t length) {
  size_t counted = 0;
  htmlParserCtxtPtr context = htmlCreateMemoryParserCtxt(text, int(length));
  if (context == nullptr) return 0;
  htmlCtxtUseOptions(context, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                  HTML_PARSE_RECOVER | HTML_PARSE_NOIMPLIED);
  if (auto *encoding = xmlFindCharEncodingHandler("UTF-8")) xmlSwitchToEncoding(context, encoding);
  xmlSAXHandler handler;
  std::memset(&handler, 0, sizeof handler);
  handler.startElement = [](void *, const xmlChar *, const xmlChar **) {};
  handler.endElement = [](void *, const xmlChar *) {};
  handler.characters = [](void *user, const xmlChar *, int count) {
    *static_cast<size_t *>(user) += size_t(count);
  };
  handler.ignorableWhitespace = handler.characters;
  *context->sax = handler;
  context->userData = &counted;
  htmlParseDocument(context);
  htmlFreeParserCtxt(context);
  return counted;
}
