#ifndef CELLHEIGHTS_CCAIRO_H
#define CELLHEIGHTS_CCAIRO_H

#include <cairo.h>

#endif
