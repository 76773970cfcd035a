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
#include <string.h>
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

/// Allows the folder of a library that is loaded: those it loads later lie beside it.
static int allow_folder(struct dl_phdr_info *library, size_t size, void *rules) {
  (void)size;
  char folder[4096];
  snprintf(folder, sizeof(folder), "%s", library->dlpi_name);
  char *end = strrchr(folder, '/');
  // The program itself has no name here.
  if (end != NULL && end != folder) {
    *end = 0;
    allow(*(int *)rules, folder);
  }
  return 0;
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
    dl_iterate_phdr(allow_folder, &rules);
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
