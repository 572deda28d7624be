#ifndef CELLHEIGHTS_CSQLITE_H
#define CELLHEIGHTS_CSQLITE_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a macro with a cast, which Swift does not see: SQLite copies the value.
static inline sqlite3_destructor_type ch_sqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
