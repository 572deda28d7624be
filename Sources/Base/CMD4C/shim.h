#ifndef CELLHEIGHTS_CMD4C_H
#define CELLHEIGHTS_CMD4C_H

#include <md4c.h>

/// The flags of CommonMark with GitHub's tables, task lists and links without brackets; they are
/// macros of macros, which Swift does not see. Strikethrough is not among them: md4c 0.4.8 pairs a
/// tilde of the text with one in an address, and then strikes the rest of the block.
enum { ch_md_github = MD_DIALECT_GITHUB & ~MD_FLAG_STRIKETHROUGH };

#endif
