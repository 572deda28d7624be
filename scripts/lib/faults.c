// Faults in a program's writing, for scripts/crash-test, which preloads it.
//
// Calls that change regular files are counted in two classes: `write` (write, pwrite) and `step`
// (fsync, fdatasync, ftruncate, rename, link, unlink). At call FAULT_AT of class FAULT_CLASS, counted
// from 1, FAULT_ACTION happens: `kill` (SIGKILL before the call), `eio` (that call fails), `enospc`
// (it and all later writes fail). Without FAULT_AT nothing fails. FAULT_REPORT is a file that gets
// both counts at exit.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { writes, steps };
static atomic_long counts[2];
static long faultAt;
static int faultClass;
static const char *action = "";

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("FAULT_AT"), *class = getenv("FAULT_CLASS");
  if (getenv("FAULT_ACTION")) action = getenv("FAULT_ACTION");
  if (at) faultAt = strtol(at, NULL, 10);
  faultClass = class && !strcmp(class, "step") ? steps : writes;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_REPORT");
  FILE *report = path ? fopen(path, "w") : NULL;
  if (!report) return;
  fprintf(report, "%ld %ld\n", atomic_load(&counts[writes]), atomic_load(&counts[steps]));
  fclose(report);
}

// Counts a call; whether it fails, with errno set.
static int fails(int class) {
  long count = atomic_fetch_add(&counts[class], 1) + 1;
  if (!faultAt || class != faultClass) return 0;
  if (!strcmp(action, "enospc")) {
    if (count < faultAt) return 0;
    errno = ENOSPC;
    return 1;
  }
  if (count != faultAt) return 0;
  if (!strcmp(action, "kill")) raise(SIGKILL);
  errno = EIO;
  return 1;
}

static int isFile(int descriptor) {
  struct stat status;
  int before = errno, is = !fstat(descriptor, &status) && S_ISREG(status.st_mode);
  errno = before;
  return is;
}

#define NEXT(result, name, ...) ((result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (isFile(descriptor) && fails(writes)) return -1;
  return NEXT(ssize_t, "write", int, const void *, size_t)(descriptor, bytes, count);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
  if (isFile(descriptor) && fails(writes)) return -1;
  return NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t)(descriptor, bytes, count, at);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
  return pwrite64(descriptor, bytes, count, at);
}

int fsync(int descriptor) {
  return fails(steps) ? -1 : NEXT(int, "fsync", int)(descriptor);
}

int fdatasync(int descriptor) {
  return fails(steps) ? -1 : NEXT(int, "fdatasync", int)(descriptor);
}

int ftruncate64(int descriptor, off64_t size) {
  return fails(steps) ? -1 : NEXT(int, "ftruncate64", int, off64_t)(descriptor, size);
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

int rename(const char *from, const char *to) {
  return fails(steps) ? -1 : NEXT(int, "rename", const char *, const char *)(from, to);
}

int link(const char *from, const char *to) {
  return fails(steps) ? -1 : NEXT(int, "link", const char *, const char *)(from, to);
}

int unlink(const char *path) {
  return fails(steps) ? -1 : NEXT(int, "unlink", const char *)(path);
}
