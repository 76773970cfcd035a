#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdio.h>

#include "CVisionSandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "denied.h"

#if defined(__x86_64__)
#define VISION_ARCHITECTURE AUDIT_ARCH_X86_64
// From here on the numbers are those of another calling convention, x32.
#define VISION_FOREIGN_CALLS 0x40000000
#else
#define VISION_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef SECCOMP_FILTER_FLAG_TSYNC
#define SECCOMP_FILTER_FLAG_TSYNC 1
#endif
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS SECCOMP_RET_KILL
#endif

#define REFUSE(number) (SECCOMP_RET_ERRNO | ((number) & SECCOMP_RET_DATA))

/// A program for the kernel's filter, written instruction by instruction.
typedef struct {
  struct sock_filter code[512];
  unsigned short count;
} Filter;

static void add(Filter *filter, struct sock_filter instruction) {
  // The list of calls is constant, so that there is room for all of it; a test enters the sandbox.
  if (filter->count < sizeof(filter->code) / sizeof(filter->code[0])) filter->code[filter->count++] = instruction;
}

static void load(Filter *filter, size_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void answer(Filter *filter, unsigned result) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result));
}

/// Passes over so many instructions when the number that was loaded last is, or is not, the one given.
static void skip_if(Filter *filter, unsigned number, unsigned char count) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, count, 0));
}

static void skip_unless(Filter *filter, unsigned number, unsigned char count) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, count));
}

static void skip_unless_any_bit(Filter *filter, unsigned bits, unsigned char count) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count));
}

static void refuse_call(Filter *filter, unsigned call, unsigned number) {
  skip_unless(filter, call, 1);
  answer(filter, REFUSE(number));
}

// The processors that are supported have the lower half of an argument first.
static size_t argument(int index) { return offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t); }

/// Refuses a call where its argument has any of the bits.
static void refuse_bits(Filter *filter, unsigned call, int index, unsigned bits) {
  skip_unless(filter, call, 4);
  load(filter, argument(index));
  skip_unless_any_bit(filter, bits, 1);
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
}

/// Refuses a call where its argument has none of the bits.
static void refuse_without_bits(Filter *filter, unsigned call, int index, unsigned bits) {
  skip_unless(filter, call, 4);
  load(filter, argument(index));
  skip_unless_any_bit(filter, bits, 1);
  answer(filter, SECCOMP_RET_ALLOW);
  answer(filter, REFUSE(EPERM));
}

/// Allows a call only where its argument is the number.
static void refuse_others(Filter *filter, unsigned call, int index, unsigned number) {
  skip_unless(filter, call, 4);
  load(filter, argument(index));
  skip_unless(filter, number, 1);
  answer(filter, SECCOMP_RET_ALLOW);
  answer(filter, REFUSE(EPERM));
}

/// Allows limits to be read, and that of processor time to be set, which is armed for each request.
static void guard_limits(Filter *filter) {
  skip_unless(filter, __NR_prlimit64, 12);
  // Another process's limits are none of ours.
  load(filter, argument(0));
  skip_if(filter, 0, 2);
  skip_if(filter, (unsigned)getpid(), 1);
  answer(filter, REFUSE(EPERM));
  load(filter, argument(1));
  skip_if(filter, RLIMIT_CPU, 5);
  load(filter, argument(2));
  skip_unless(filter, 0, 2);
  load(filter, argument(2) + sizeof(uint32_t));
  skip_if(filter, 0, 1);
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
#ifdef __NR_setrlimit
  refuse_others(filter, __NR_setrlimit, 0, RLIMIT_CPU);
#endif
}

static void build(Filter *filter) {
  const unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  load(filter, offsetof(struct seccomp_data, arch));
  skip_if(filter, VISION_ARCHITECTURE, 1);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
#ifdef VISION_FOREIGN_CALLS
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, VISION_FOREIGN_CALLS, 0, 1));
  answer(filter, REFUSE(EPERM));
#endif
  for (size_t i = 0; i < sizeof(denied) / sizeof(denied[0]); i++) refuse_call(filter, denied[i], EPERM);
  // Their arguments lie in memory, where a filter cannot read them; the C library goes on to the older call.
#ifdef __NR_clone3
  refuse_call(filter, __NR_clone3, ENOSYS);
#endif
#ifdef __NR_openat2
  refuse_call(filter, __NR_openat2, ENOSYS);
#endif
  refuse_without_bits(filter, __NR_clone, 0, CLONE_THREAD);
  refuse_bits(filter, __NR_openat, 2, writing);
#ifdef __NR_open
  refuse_bits(filter, __NR_open, 1, writing);
#endif
  // A process may end itself: abort() does.
  refuse_others(filter, __NR_kill, 0, (unsigned)getpid());
  refuse_others(filter, __NR_tgkill, 0, (unsigned)getpid());
  guard_limits(filter);
  answer(filter, SECCOMP_RET_ALLOW);
}

bool vision_sandbox_is_supported(void) { return true; }

bool vision_sandbox_enter(char *message, size_t capacity) {
  Filter *filter = calloc(1, sizeof(Filter));
  if (filter == NULL) {
    snprintf(message, capacity, "there is no memory left");
    return false;
  }
  build(filter);
  struct sock_fprog program = {.len = filter->count, .filter = filter->code};
  long status = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // All threads get it, those that the runtime made before main, too.
  if (status == 0) status = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (status > 0) {
    snprintf(message, capacity, "thread %ld has a filter of its own", status);
  } else if (status < 0) {
    snprintf(message, capacity, "the kernel refuses the filter of system calls: %s", strerror(errno));
  }
  free(filter);
  return status == 0;
}

#else

bool vision_sandbox_is_supported(void) { return false; }

bool vision_sandbox_enter(char *message, size_t capacity) {
  snprintf(message, capacity, "this system has no filter of system calls");
  return false;
}

#endif
