#ifndef C_PROCESSORS_H
#define C_PROCESSORS_H

/// A set of processors, as the system has it.
typedef struct {
  unsigned char bits[128];
} processor_set;

/// Lets the calling thread, and processes that it starts, run on every processor that the system lets
/// it. Writes the processors that it had before, for use_processors; returns 0 if it fails.
int use_all_processors(processor_set *before);

/// Binds the calling thread to a set of processors.
void use_processors(const processor_set *set);

/// Number of processors on which the calling thread may run.
int usable_processors(void);

#endif
