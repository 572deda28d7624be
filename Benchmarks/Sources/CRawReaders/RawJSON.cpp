#include <simdjson.h>

#include "CRawReaders.h"
#include "RawRecord.h"

using namespace simdjson;

static void copy(ondemand::value value, std::string &out) {
  std::string_view text;
  if (value.get_string().get(text) == SUCCESS) out.assign(text);
}

static void picture(ondemand::object object, RawRecord &record) {
  for (auto member : object) {
    std::string_view key = member.unescaped_key();
    ondemand::value value = member.value();
    if (key == "url") copy(value, record.image);
    else if (key == "width") record.width = value.get_double();
    else if (key == "height") record.height = value.get_double();
  }
}

static void read(ondemand::object object, RawRecord &record) {
  for (auto member : object) {
    std::string_view key = member.unescaped_key();
    ondemand::value value = member.value();
    if (key == "id") copy(value, record.id);
    else if (key == "version") copy(value, record.version);
    else if (key == "title") copy(value, record.title);
    else if (key == "summary") copy(value, record.summary);
    else if (key == "content_text") copy(value, record.contentText);
    else if (key == "content_html") copy(value, record.contentHTML);
    else if (key == "author") copy(value, record.author);
    else if (key == "published" || key == "date_published") copy(value, record.published);
    else if (key == "updated" || key == "date_modified") copy(value, record.updated);
    else if (key == "url") copy(value, record.url);
    else if (key == "language") copy(value, record.language);
    else if (key == "_image") picture(value.get_object(), record);
    else if (key == "image") {
      if (value.type() == ondemand::json_type::object) picture(value.get_object(), record);
      else copy(value, record.image);
    } else if (key == "authors") {
      for (auto author : value.get_array()) {
        std::string name;
        copy(author["name"].value(), name);
        record.author += record.author.empty() ? name : ", " + name;
      }
    } else if (key == "tags") {
      for (auto tag : value.get_array()) {
        std::string text;
        copy(tag.value(), text);
        record.tags.push_back(std::move(text));
      }
    } else {
      std::string_view raw;
      if (simdjson::to_json_string(value).get(raw) == SUCCESS) record.fields.append(key).append(raw);
    }
  }
}

raw_totals raw_json_feed(const uint8_t *text, size_t length, size_t padding) {
  raw_totals totals{0, 0, 0};
  try {
    ondemand::parser parser;
    ondemand::document document = parser.iterate(text, length, length + padding);
    for (auto item : document["items"].get_array()) {
      RawRecord record;
      read(item.get_object(), record);
      totals.records += 1;
      totals.bytes += record.weight();
    }
  } catch (const std::exception &) {
    totals.failed = 1;
  }
  return totals;
}

raw_totals raw_ndjson(const uint8_t *text, size_t length, size_t padding) {
  (void)padding;
  raw_totals totals{0, 0, 0};
  try {
    ondemand::parser parser;
    ondemand::document_stream stream;
    if (parser.iterate_many(text, length, 1 << 20).get(stream)) return raw_totals{0, 0, 1};
    for (auto document : stream) {
      RawRecord record;
      read(document.get_object(), record);
      totals.records += 1;
      totals.bytes += record.weight();
    }
  } catch (const std::exception &) {
    totals.failed = 1;
  }
  return totals;
}

size_t raw_json_padding(void) { return SIMDJSON_PADDING; }
