// Takes the escapes out of JSON strings. Internal to CSimdjson.
#ifndef CSIMDJSON_UNESCAPE_H
#define CSIMDJSON_UNESCAPE_H

#include <string>

namespace cellheights {

/// Appends the string that begins at `in` to a text, its escapes taken out; lone surrogates become
/// U+FFFD. A quotation mark that is not escaped has to follow.
///
/// Returns where that quotation mark is, or NULL where an escape is none.
const char *unescape(const char *in, std::string &text);

}  // namespace cellheights

#endif
