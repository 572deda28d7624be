#define _GNU_SOURCE
#include "CProcessors.h"

#include <sched.h>
#include <string.h>

_Static_assert(sizeof(processor_set) == sizeof(cpu_set_t), "the set of processors");

int use_all_processors(processor_set *before) {
  cpu_set_t all;
  memset(&all, 0xFF, sizeof all);
  return !sched_getaffinity(0, sizeof *before, (cpu_set_t *)before)
         && !sched_setaffinity(0, sizeof all, &all);
}

void use_processors(const processor_set *set) {
  sched_setaffinity(0, sizeof *set, (const cpu_set_t *)set);
}

int usable_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
