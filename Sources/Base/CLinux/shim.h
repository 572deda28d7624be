#ifndef CELLHEIGHTS_CLINUX_H
#define CELLHEIGHTS_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
/// Opens a file without a name in a folder, which is gone with its last descriptor. -1 with `errno`
/// where the file system has none.
static inline int ch_open_unnamed(const char *folder) {
#ifdef O_TMPFILE
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
#else
  return -1;
#endif
}

#endif
#include <fcntl.h>
#include <sys/prctl.h>

/// `prctl` has variable arguments, which Swift does not see. Returns 0, or -1 with `errno`.
static inline int ch_signal_when_parent_ends(int signal_number) {
  return prctl(PR_SET_PDEATHSIG, (unsigned long)signal_number, 0UL, 0UL, 0UL);
}

#endif
