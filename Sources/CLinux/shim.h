#ifndef CELLHEIGHTS_CLINUX_H
#define CELLHEIGHTS_CLINUX_H

#include <sys/prctl.h>

/// `prctl` has variable arguments, which Swift does not see. Returns 0, or -1 with `errno`.
static inline int ch_signal_when_parent_ends(int signal_number) {
  return prctl(PR_SET_PDEATHSIG, (unsigned long)signal_number, 0UL, 0UL, 0UL);
}

#endif
