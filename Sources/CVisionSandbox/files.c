#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdio.h>

#include "CVisionSandbox.h"

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock as in <linux/landlock.h>, which older systems do not have. Its numbers are the same on all processors.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_CREATE_RULESET_VERSION 1
#define LANDLOCK_RULE_PATH_BENEATH 1
#define LANDLOCK_ACCESS_FS_READ_FILE (1u << 2)
#define LANDLOCK_ACCESS_FS_READ_DIR (1u << 3)
// Running, writing, removing, making and moving; cutting and requests to devices came with later versions.
#define LANDLOCK_ACCESS_FS_ALL 0x1fffu
#define LANDLOCK_ACCESS_FS_REFER (1u << 13)
#define LANDLOCK_ACCESS_FS_TRUNCATE (1u << 14)
#define LANDLOCK_ACCESS_FS_IOCTL_DEV (1u << 15)

/// The folders and files that libraries read: other libraries, the processors, and how much of them this process may use.
static const char *const system_paths[] = {
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/sys/devices/system", "/sys/fs/cgroup", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/filesystems",
    "/proc/sys/vm/overcommit_memory", "/dev/null", "/dev/urandom",
};

static long landlock_version(void) {
  return syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/// A path that does not exist cannot be read anyway.
static void allow(int rules, const char *path) {
  struct __attribute__((packed)) {
    uint64_t access;
    int32_t parent;
  } rule = {LANDLOCK_ACCESS_FS_READ_FILE, open(path, O_PATH | O_CLOEXEC)};
  struct stat status;
  if (rule.parent >= 0 && fstat(rule.parent, &status) == 0) {
    if (S_ISDIR(status.st_mode)) rule.access |= LANDLOCK_ACCESS_FS_READ_DIR;
    syscall(LANDLOCK_ADD_RULE, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  if (rule.parent >= 0) close(rule.parent);
}

/// The folders of libraries, of which the last one is remembered: most libraries lie in the same.
typedef struct {
  int rules;
  char last[4096];
} Folders;

/// Allows the folder of a library. The program itself has no path here.
static void allow_folder(Folders *folders, const char *library) {
  char folder[sizeof(folders->last)];
  const char *end = strrchr(library, '/');
  if (end == NULL || end == library || (size_t)(end - library) >= sizeof(folder)) return;
  memcpy(folder, library, (size_t)(end - library));
  folder[end - library] = 0;
  if (strcmp(folder, folders->last) == 0) return;
  memcpy(folders->last, folder, sizeof(folder));
  allow(folders->rules, folder);
}

/// Those of the libraries that are loaded: what they load later lies beside them.
static int allow_loaded(struct dl_phdr_info *library, size_t size, void *folders) {
  (void)size;
  allow_folder(folders, library->dlpi_name);
  return 0;
}

/// Those that the administrator told the linker: its cache has the paths of all libraries between other bytes, each with a NUL.
static void allow_cached(Folders *folders) {
  int descriptor = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor < 0) return;
  size_t size = fstat(descriptor, &status) == 0 ? (size_t)status.st_size : 0;
  char *cache = size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  close(descriptor);
  if (cache == MAP_FAILED) return;
  for (size_t start = 0, length = 0; start < size; start += length + 1) {
    length = strnlen(cache + start, size - start);
    if (cache[start] == '/' && start + length < size) allow_folder(folders, cache + start);
  }
  munmap(cache, size);
}

/// Those that the user told it.
static void allow_named(Folders *folders) {
  const char *rest = getenv("LD_LIBRARY_PATH");
  while (rest != NULL && *rest != 0) {
    char folder[sizeof(folders->last)];
    size_t length = strcspn(rest, ":");
    if (length > 0 && length < sizeof(folder)) {
      memcpy(folder, rest, length);
      folder[length] = 0;
      allow(folders->rules, folder);
    }
    rest += length + (rest[length] == ':');
  }
}

static bool has_other_threads(void) {
  DIR *folder = opendir("/proc/self/task");
  int count = 0;
  if (folder != NULL) {
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) count += entry->d_name[0] != '.';
    closedir(folder);
  }
  return count != 1;
}

bool vision_files_can_be_limited(void) { return landlock_version() > 0; }

bool vision_files_limit(const char *const *readable, size_t count, char *message, size_t capacity) {
  long version = landlock_version();
  if (version <= 0) {
    snprintf(message, capacity, "the kernel has no Landlock");
    return false;
  }
  bool is_alone = !has_other_threads();
  uint64_t access = LANDLOCK_ACCESS_FS_ALL;
  if (version >= 2) access |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) access |= LANDLOCK_ACCESS_FS_TRUNCATE;
  if (version >= 5) access |= LANDLOCK_ACCESS_FS_IOCTL_DEV;
  int rules = (int)syscall(LANDLOCK_CREATE_RULESET, &access, sizeof(access), 0);
  long status = rules;
  if (rules >= 0) {
    for (size_t i = 0; i < sizeof(system_paths) / sizeof(system_paths[0]); i++) allow(rules, system_paths[i]);
    Folders folders = {.rules = rules, .last = ""};
    dl_iterate_phdr(allow_loaded, &folders);
    allow_cached(&folders);
    allow_named(&folders);
    for (size_t i = 0; i < count; i++) allow(rules, readable[i]);
    status = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (status == 0) status = syscall(LANDLOCK_RESTRICT_SELF, rules, 0);
  }
  if (status < 0) snprintf(message, capacity, "the kernel refuses the rules: %s", strerror(errno));
  if (rules >= 0) close(rules);
  if (status >= 0 && !is_alone) {
    snprintf(message, capacity, "the process has other threads, which keep what they may read");
    return false;
  }
  return status >= 0;
}

#else

bool vision_files_can_be_limited(void) { return false; }

bool vision_files_limit(const char *const *readable, size_t count, char *message, size_t capacity) {
  (void)readable;
  (void)count;
  snprintf(message, capacity, "this system has no Landlock");
  return false;
}

#endif
