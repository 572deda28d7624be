#ifndef RAWRECORD_H
#define RAWRECORD_H

#include <string>
#include <vector>

/// What a record takes, as strings of its own.
struct RawRecord {
  std::string id, version, title, summary, contentText, contentHTML, author, published, updated,
      url, image, language;
  double width = 0, height = 0;
  std::vector<std::string> tags;
  std::string fields;  // members of no known name, raw

  size_t weight() const {
    return id.size() + title.size() + contentText.size() + contentHTML.size() + author.size() +
           url.size() + image.size();
  }
};

#endif
