#ifndef C_PROCESSORS_H
#define C_PROCESSORS_H

/// Lets a thread run on every processor that the system lets it; undoes `taskset`.
void use_all_processors(int thread);

#endif
