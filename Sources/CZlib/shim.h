#ifndef CELLHEIGHTS_CZLIB_H
#define CELLHEIGHTS_CZLIB_H

#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see.
static inline int ch_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
