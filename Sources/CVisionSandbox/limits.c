#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "CVisionSandbox.h"

// The kernel takes a core limit of 1 byte for one that also keeps dumps from programs such as systemd-coredump; 0 does not.
#define VISION_NO_CORE 1

static bool set_limit(int resource, uint64_t value, const char *name, char *message, size_t capacity) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) == 0) {
    // A limit that is lower already stays: it is what the user's own session allows.
    rlim_t wanted = limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max ? (rlim_t)value : limit.rlim_max;
    limit.rlim_cur = wanted;
    limit.rlim_max = wanted;
    if (setrlimit(resource, &limit) == 0) return true;
  }
  snprintf(message, capacity, "the limit of %s cannot be set: %s", name, strerror(errno));
  return false;
}

/// The parent process may have blocked or ignored the signal that ends it; dispatch queues block it.
static bool unblock_processor_signal(char *message, size_t capacity) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXCPU);
  if (signal(SIGXCPU, SIG_DFL) != SIG_ERR && sigprocmask(SIG_UNBLOCK, &signals, NULL) == 0) return true;
  snprintf(message, capacity, "the signal of processor time cannot be unblocked: %s", strerror(errno));
  return false;
}

bool vision_limits_set(uint64_t memoryBytes, uint64_t openFiles, char *message, size_t capacity) {
  return unblock_processor_signal(message, capacity) &&
         set_limit(RLIMIT_CORE, VISION_NO_CORE, "core dumps", message, capacity) &&
         set_limit(RLIMIT_NOFILE, openFiles, "open files", message, capacity) &&
         set_limit(RLIMIT_DATA, memoryBytes, "memory", message, capacity);
}

bool vision_process_hide(void) {
#ifdef __linux__
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
#else
  return false;
#endif
}

bool vision_limits_arm_processor(uint64_t seconds, char *message, size_t capacity) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) == 0 && getrlimit(RLIMIT_CPU, &limit) == 0) {
    // The system counts whole seconds; what is begun counts as used.
    uint64_t used = (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec + 2;
    uint64_t end = seconds > UINT64_MAX / 2 ? UINT64_MAX / 2 : seconds + used;
    // The hard limit stays, so that the next request can begin anew.
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || end < limit.rlim_max ? (rlim_t)end : limit.rlim_max;
    if (setrlimit(RLIMIT_CPU, &limit) == 0) return true;
  }
  snprintf(message, capacity, "the limit of processor time cannot be set: %s", strerror(errno));
  return false;
}

static VisionLimit read_limit(int resource) {
  struct rlimit limit = {0, 0};
  getrlimit(resource, &limit);
  return (VisionLimit){(uint64_t)limit.rlim_cur, (uint64_t)limit.rlim_max};
}

VisionLimits vision_limits_read(void) {
  return (VisionLimits){
      .cores = read_limit(RLIMIT_CORE),
      .files = read_limit(RLIMIT_NOFILE),
      .memory = read_limit(RLIMIT_DATA),
      .processor = read_limit(RLIMIT_CPU),
  };
}
