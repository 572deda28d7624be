#ifndef CELLHEIGHTS_CRAWSQLITE_H
#define CELLHEIGHTS_CRAWSQLITE_H

#include <sqlite3.h>

#endif
