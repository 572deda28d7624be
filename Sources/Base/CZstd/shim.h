#ifndef CELLHEIGHTS_CZSTD_H
#define CELLHEIGHTS_CZSTD_H

#include <zstd.h>

#endif
