#ifndef CELLHEIGHTS_CXXHASH_H
#define CELLHEIGHTS_CXXHASH_H

#include <xxhash.h>

#endif
