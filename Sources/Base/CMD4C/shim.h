#ifndef CELLHEIGHTS_CMD4C_H
#define CELLHEIGHTS_CMD4C_H

#include <md4c.h>

/// The flags of CommonMark with GitHub's tables, strikethrough, task lists and links without
/// brackets; they are macros of macros, which Swift does not see.
enum { ch_md_github = MD_DIALECT_GITHUB };

#endif
