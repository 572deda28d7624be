#ifndef CELLHEIGHTS_CFONTCONFIG_H
#define CELLHEIGHTS_CFONTCONFIG_H

#include <fontconfig/fontconfig.h>

#endif
