#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/* Whether this C library lets allocations be counted: 1 with glibc, 0 elsewhere. */
int allocation_count_is_supported(void);

/* Calls of malloc, calloc, realloc, aligned_alloc and posix_memalign on the calling thread since it
   began, from whatever library; always 0 where they cannot be counted. */
uint64_t allocation_count(void);

/* Bytes of the heap that are in use in the whole process, its overhead included; 0 where the C
   library does not tell. */
uint64_t heap_bytes_in_use(void);

#endif
