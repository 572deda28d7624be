#ifndef CRAWLIBXML2_H
#define CRAWLIBXML2_H

// Only its compiler flags are wanted: CRawReaders includes libxml2's headers itself.

#endif
