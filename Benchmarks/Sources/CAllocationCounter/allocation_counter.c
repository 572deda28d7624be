#include "CAllocationCounter.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>

/* What an executable defines comes before what a library defines, in the libraries too: so these
   functions take the place of glibc's in the Swift runtime as well. They pass everything on to
   glibc under its other names for them, and glibc's own free takes back what they return.
   https://sourceware.org/glibc/manual/latest/html_node/Replacing-malloc.html */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* Of the initial-exec model, as others may allocate room at the first access. */
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec"))) = 0;

int allocation_count_is_supported(void) { return 1; }

uint64_t allocation_count(void) { return count; }

uint64_t heap_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count += 1;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count += 1;
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  /* POSIX leaves errno alone and returns the error. */
  int before = errno;
  void *made = __libc_memalign(alignment, size);
  errno = before;
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

#else

int allocation_count_is_supported(void) { return 0; }

uint64_t allocation_count(void) { return 0; }

uint64_t heap_bytes_in_use(void) { return 0; }

#endif
