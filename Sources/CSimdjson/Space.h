// JSON's white space. Internal to CSimdjson.
#ifndef CSIMDJSON_SPACE_H
#define CSIMDJSON_SPACE_H

#include <cstdint>

namespace cellheights {

inline bool isSpace(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace cellheights

#endif
