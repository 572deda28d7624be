// Finds keys that come twice in an object. Internal to CSimdjson.
#ifndef CSIMDJSON_KEYS_H
#define CSIMDJSON_KEYS_H

#include <vector>

#include "CSimdjson.h"

namespace cellheights {

struct Key {
  const uint8_t *text;
  uint32_t length;
  uint32_t node;
};

/// Compares the keys of one object with one another; keeps its buffer from object to object.
struct Keys {
  std::vector<Key> list;

  /// The node of a key that came before, or 0. `list` holds the keys and may be sorted.
  uint32_t duplicate();

 private:
  uint32_t amongFew() const;
  uint32_t amongMany();
};

}  // namespace cellheights

#endif
