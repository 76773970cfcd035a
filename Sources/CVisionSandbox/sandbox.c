#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdio.h>

#include "CVisionSandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allowed.h"

#if defined(__x86_64__)
#define VISION_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define VISION_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef SECCOMP_FILTER_FLAG_TSYNC
#define SECCOMP_FILTER_FLAG_TSYNC 1
#endif
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS SECCOMP_RET_KILL
#endif
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif
#ifndef PR_SME_GET_VL
#define PR_SME_GET_VL 64
#endif
// TCGETS2, whose definition needs a type that the C library does not have.
#define VISION_TCGETS2 0x802c542a

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

static void skip_if_any_bit(Filter *filter, unsigned bits, unsigned char count) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, count, 0));
}

static void skip_unless_any_bit(Filter *filter, unsigned bits, unsigned char count) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count));
}

static void answer_call(Filter *filter, unsigned call, unsigned result) {
  skip_unless(filter, call, 1);
  answer(filter, result);
}

// The processors that are supported have the lower half of an argument first. The kernel reads that half alone of the arguments that are
// checked below, which are of 32 bits: flags, requests of ioctl, numbers of processes.
static size_t argument(int index) { return offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t); }

/// Refuses a call where its argument has any of the bits.
static void refuse_bits(Filter *filter, unsigned call, int index, unsigned bits) {
  skip_unless(filter, call, 4);
  load(filter, argument(index));
  skip_unless_any_bit(filter, bits, 1);
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
}

/// Allows a call only where its argument is one of the numbers.
static void refuse_others(Filter *filter, unsigned call, int index, const unsigned *numbers, unsigned char count) {
  skip_unless(filter, call, (unsigned char)(count + 3));
  load(filter, argument(index));
  for (unsigned char i = 0; i < count; i++) skip_if(filter, numbers[i], (unsigned char)(count - i));
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
}

/// Allows threads, in the namespaces of this process.
static void guard_clone(Filter *filter) {
  const unsigned namespaces =
      CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  skip_unless(filter, __NR_clone, 5);
  load(filter, argument(0));
  skip_if_any_bit(filter, namespaces, 1);
  skip_if_any_bit(filter, CLONE_THREAD, 1);
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
}

/// Refuses the mappings that do not count as private writable memory: those shared without a file, and those that grow.
static void guard_mappings(Filter *filter) {
  skip_unless(filter, __NR_mmap, 6);
  load(filter, argument(3));
  skip_if_any_bit(filter, MAP_GROWSDOWN, 2);
  skip_unless_any_bit(filter, MAP_SHARED, 2);
  skip_unless_any_bit(filter, MAP_ANONYMOUS, 1);
  answer(filter, REFUSE(EPERM));
  answer(filter, SECCOMP_RET_ALLOW);
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
  const unsigned processor[] = {RLIMIT_CPU};
  refuse_others(filter, __NR_setrlimit, 0, processor, 1);
#endif
}

#define REFUSE_OTHERS(filter, call, index, numbers) \
  refuse_others(filter, call, index, numbers, sizeof(numbers) / sizeof(numbers[0]))

/// The calls whose arguments decide.
static void guard_arguments(Filter *filter) {
  const unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  // A process may end itself: abort() does.
  const unsigned itself[] = {(unsigned)getpid()};
  // Not the owner of a descriptor's signals, locks, or leases.
  const unsigned descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL};
  // Whether it is a terminal, how wide it is, and how many bytes wait; nothing that types into a terminal.
  const unsigned requests[] = {TCGETS, VISION_TCGETS2, TIOCGWINSZ, FIONREAD, FIOCLEX};
  // Names of threads and memory, and what the processor has.
  const unsigned process_commands[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_SVE_GET_VL, PR_SME_GET_VL, PR_GET_TAGGED_ADDR_CTRL};
  guard_clone(filter);
  guard_mappings(filter);
  guard_limits(filter);
  refuse_bits(filter, __NR_openat, 2, writing);
#ifdef __NR_open
  refuse_bits(filter, __NR_open, 1, writing);
#endif
  REFUSE_OTHERS(filter, __NR_kill, 0, itself);
  REFUSE_OTHERS(filter, __NR_tgkill, 0, itself);
  REFUSE_OTHERS(filter, __NR_fcntl, 1, descriptor_commands);
  REFUSE_OTHERS(filter, __NR_ioctl, 1, requests);
  REFUSE_OTHERS(filter, __NR_prctl, 0, process_commands);
}

static void build(Filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  skip_if(filter, VISION_ARCHITECTURE, 1);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) answer_call(filter, allowed[i], SECCOMP_RET_ALLOW);
  guard_arguments(filter);
  // Their arguments lie in memory, where a filter cannot read them; the C library goes on to the older call.
  answer_call(filter, 435, REFUSE(ENOSYS));  // clone3
  answer_call(filter, 437, REFUSE(ENOSYS));  // openat2
  // The numbers of another calling convention, x32, are beyond the newest, too.
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, VISION_NEWEST_CALL, 0, 1));
  answer(filter, REFUSE(ENOSYS));
  answer(filter, REFUSE(EPERM));
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
