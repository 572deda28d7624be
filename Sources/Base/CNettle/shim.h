#ifndef CELLHEIGHTS_CNETTLE_H
#define CELLHEIGHTS_CNETTLE_H

#include <nettle/sha2.h>

#endif
