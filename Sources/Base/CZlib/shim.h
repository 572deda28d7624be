#ifndef CELLHEIGHTS_CZLIB_H
#define CELLHEIGHTS_CZLIB_H

#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see.
static inline int ch_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/// `deflateInit2` is a macro, too. Raw deflate with the largest window, and nothing that a header
/// would say.
static inline int ch_deflate_init(z_streamp stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
}

#endif
