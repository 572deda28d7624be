#define _GNU_SOURCE
#include "CProcessors.h"

#include <sched.h>
#include <string.h>

void use_all_processors(int thread) {
  cpu_set_t all;
  memset(&all, 0xFF, sizeof all);
  // A thread that has ended meanwhile needs no processor.
  sched_setaffinity(thread, sizeof all, &all);
}
