#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#endif

#include "CVisionSandbox.h"

// An attempt that the system allows does nothing, or fails in another way than by being refused: its arguments name nothing.

/// Whether a call was not refused.
static bool passes(long result) { return result >= 0 || (errno != EPERM && errno != ENOSYS); }

static bool passes_and_closes(int descriptor) {
  bool result = passes(descriptor);
  if (descriptor >= 0) close(descriptor);
  return result;
}

static bool internet_socket(void) { return passes_and_closes(socket(AF_INET, SOCK_STREAM, 0)); }

static bool local_socket(void) { return passes_and_closes(socket(AF_UNIX, SOCK_STREAM, 0)); }

static bool process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return passes(child);
}

static bool program(void) {
  char *const arguments[] = {"none", NULL};
  return passes(execv("/nonexistent/program", arguments));
}

static bool writing(void) { return passes_and_closes(open("/dev/null", O_WRONLY | O_CLOEXEC)); }

static bool removing(void) { return passes(unlink("/nonexistent/file")); }

/// Signal 0 only asks whether it could be sent.
static bool signal_to_parent(void) { return passes(kill(getppid(), 0)); }

/// The soft limit would become what it is.
static bool limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 && passes(setrlimit(RLIMIT_NOFILE, &limit));
}

static bool priority(void) { return passes(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0))); }

static void *do_nothing(void *value) { return value; }

static bool thread(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, do_nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

/// The null device for reading, which is no terminal, no file to be locked, and nobody's.
static int null_device(void) {
  static int descriptor = -1;
  if (descriptor < 0) descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return descriptor;
}

static bool terminal_input(void) { return passes(ioctl(null_device(), TIOCSTI, "x")); }

static bool terminal_taking(void) { return passes(ioctl(null_device(), TIOCSCTTY, 0)); }

static bool descriptor_owner(void) { return passes(fcntl(null_device(), F_SETOWN, getpid())); }

static bool shared_mapping(void) {
  void *memory = mmap(NULL, 4096, PROT_READ, MAP_SHARED | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return passes(-1);
  munmap(memory, 4096);
  return true;
}

#ifdef __linux__

static bool reading(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static bool reading_files(void) { return reading("/etc/passwd"); }

static bool reading_parent(void) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%d/environ", (int)getppid());
  return reading(path);
}

static bool terminal_linux(void) { return passes(ioctl(null_device(), TIOCLINUX, "x")); }

static bool descriptor_owner_request(void) {
  int owner = getpid();
  return passes(ioctl(null_device(), FIOSETOWN, &owner));
}

static bool descriptor_signal(void) { return passes(fcntl(null_device(), F_SETSIG, 0)); }

static bool descriptor_signals(void) { return passes(fcntl(null_device(), F_SETFL, O_ASYNC)); }

static bool lease(void) { return passes(fcntl(null_device(), F_SETLEASE, F_UNLCK)); }

static bool growing_mapping(void) {
  void *memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0);
  if (memory == MAP_FAILED) return passes(-1);
  munmap(memory, 4096);
  return true;
}

static bool affinity(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof(set), &set) == 0 && passes(sched_setaffinity(0, sizeof(set), &set));
}

static bool clock_reading(void) {
  struct timex time;
  memset(&time, 0, sizeof(time));
  return passes(syscall(__NR_clock_adjtime, CLOCK_REALTIME, &time));
}

static bool limit_of_parent(void) {
  struct rlimit limit;
  return passes(syscall(__NR_prlimit64, getppid(), RLIMIT_NOFILE, NULL, &limit));
}

static bool opening_for_writing(void) {
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_WRONLY | O_CLOEXEC, 0, 0};
  return passes_and_closes((int)syscall(437, AT_FDCWD, "/dev/null", &how, sizeof(how)));
}

static bool anonymous_file(void) { return passes_and_closes((int)syscall(__NR_memfd_create, "none", 0)); }

static bool process_descriptor(void) { return passes_and_closes((int)syscall(434, getpid(), 0)); }

#ifdef __x86_64__
#define VISION_KEXEC_FILE 320
#else
#define VISION_KEXEC_FILE 294
#endif

#define CALL(name, ...) \
  static bool name(void) { return passes(syscall(__VA_ARGS__)); }

CALL(local_pair, __NR_socketpair, AF_UNIX, SOCK_STREAM, 0, NULL)
CALL(message, __NR_sendmsg, -1, NULL, 0)
CALL(process_by_structure, 435, NULL, 0)
// Threads without shared signals do not exist, so that the kernel makes none.
CALL(thread_in_namespace, __NR_clone, CLONE_THREAD | CLONE_NEWUSER, NULL, NULL, NULL, NULL)
CALL(program_by_descriptor, __NR_execveat, -1, "none", NULL, NULL, 0)
CALL(tracing, __NR_ptrace, PTRACE_DETACH, 0, NULL, NULL)
CALL(memory_of_parent, __NR_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)
CALL(ring, __NR_io_uring_setup, 1, NULL)
CALL(early_ring, __NR_io_setup, 0, NULL)
CALL(renaming, __NR_renameat2, AT_FDCWD, "/nonexistent/file", AT_FDCWD, "/nonexistent/other", 0)
CALL(linking, __NR_linkat, AT_FDCWD, "/nonexistent/file", AT_FDCWD, "/nonexistent/other", 0)
CALL(symbolic_linking, __NR_symlinkat, "none", AT_FDCWD, "/nonexistent/file")
CALL(folder_making, __NR_mkdirat, AT_FDCWD, "/nonexistent/folder", 0)
CALL(node_making, __NR_mknodat, AT_FDCWD, "/nonexistent/node", 0010000, 0)
CALL(mode_changing, __NR_fchmodat, AT_FDCWD, "/nonexistent/file", 0)
CALL(owner_changing, __NR_fchownat, AT_FDCWD, "/nonexistent/file", -1, -1, 0)
CALL(cutting, __NR_truncate, "/nonexistent/file", 0)
CALL(file_times, __NR_utimensat, AT_FDCWD, "/nonexistent/file", NULL, 0)
CALL(attributes, __NR_setxattr, "/nonexistent/file", "user.none", "", 0, 0)
CALL(locking, __NR_flock, -1, 0)
CALL(signal_to_thread, __NR_tgkill, getppid(), getppid(), 0)
CALL(signal_to_any_thread, __NR_tkill, getppid(), 0)
CALL(signal_with_value, __NR_rt_sigqueueinfo, getppid(), 0, NULL)
CALL(signal_to_descriptor, 424, -1, 0, NULL, 0)
CALL(descriptor_of_other, 438, -1, 0, 0)
CALL(shared_memory, __NR_shmget, 0, 0, 0)
CALL(message_queue, __NR_msgget, 1, 0)
CALL(semaphores, __NR_semget, 1, 0, 0)
CALL(named_queue, __NR_mq_open, "none", O_RDONLY, 0, NULL)
CALL(namespace, __NR_unshare, 0)
CALL(other_namespace, __NR_setns, -1, 0)
CALL(mounting, __NR_mount, "none", "/nonexistent", "none", 0, NULL)
CALL(mount_moving, 429, -1, "", -1, "", 0)
CALL(mount_opening, 430, "none", 0)
CALL(kernel_starting, __NR_kexec_load, 0, 1, NULL, 0)
CALL(kernel_file, VISION_KEXEC_FILE, -1, -1, 0, NULL, 0)
CALL(kernel_module, __NR_finit_module, -1, "", 0)
CALL(kernel_program, __NR_bpf, -1, NULL, 0)
CALL(kernel_log, __NR_syslog, 10, NULL, 0)
CALL(events, __NR_perf_event_open, NULL, 0, -1, -1, 0)
CALL(keys, __NR_keyctl, 0, -3, 0)
CALL(scheduling, __NR_sched_setscheduler, 0, -1, NULL)
CALL(root_folder, __NR_chroot, "/nonexistent")
CALL(host_name, __NR_sethostname, NULL, -1)
CALL(dumping, __NR_prctl, 4, -1, 0, 0, 0)
#ifdef __x86_64__
CALL(early_opening, __NR_open, "/nonexistent/file", O_WRONLY)
CALL(ports, __NR_iopl, 0)
// The number of getpid in another calling convention, which few kernels have.
CALL(foreign_call, 0x40000000 | __NR_getpid)
#endif

#endif

static const struct {
  const char *name;
  bool (*attempt)(void);
} attempts[] = {
    {"internet socket", internet_socket},
    {"local socket", local_socket},
    {"process", process},
    {"program", program},
    {"writing", writing},
    {"removing", removing},
    {"signal", signal_to_parent},
    {"limit", limit},
    {"priority", priority},
    {"thread", thread},
    {"terminal input", terminal_input},
    {"terminal taking", terminal_taking},
    {"descriptor owner", descriptor_owner},
    {"shared mapping", shared_mapping},
#ifdef __linux__
    {"reading", reading_files},
    {"reading of the parent", reading_parent},
    {"terminal input by the console", terminal_linux},
    {"descriptor owner by a request", descriptor_owner_request},
    {"descriptor signal", descriptor_signal},
    {"descriptor signals", descriptor_signals},
    {"lease", lease},
    {"growing mapping", growing_mapping},
    {"affinity", affinity},
    {"clock", clock_reading},
    {"limit of the parent", limit_of_parent},
    {"writing by openat2", opening_for_writing},
    {"anonymous file", anonymous_file},
    {"process descriptor", process_descriptor},
    {"local pair", local_pair},
    {"message", message},
    {"process by clone3", process_by_structure},
    {"thread in a namespace", thread_in_namespace},
    {"program by descriptor", program_by_descriptor},
    {"trace", tracing},
    {"memory of the parent", memory_of_parent},
    {"ring", ring},
    {"early ring", early_ring},
    {"renaming", renaming},
    {"linking", linking},
    {"symbolic linking", symbolic_linking},
    {"folder", folder_making},
    {"node", node_making},
    {"mode", mode_changing},
    {"owner", owner_changing},
    {"cutting", cutting},
    {"file times", file_times},
    {"attributes", attributes},
    {"locking", locking},
    {"signal to a thread", signal_to_thread},
    {"signal to any thread", signal_to_any_thread},
    {"signal with a value", signal_with_value},
    {"signal to a descriptor", signal_to_descriptor},
    {"descriptor of another process", descriptor_of_other},
    {"shared memory", shared_memory},
    {"message queue", message_queue},
    {"semaphores", semaphores},
    {"named queue", named_queue},
    {"namespace", namespace},
    {"other namespace", other_namespace},
    {"mounting", mounting},
    {"mount moving", mount_moving},
    {"mount opening", mount_opening},
    {"kernel", kernel_starting},
    {"kernel file", kernel_file},
    {"kernel module", kernel_module},
    {"kernel program", kernel_program},
    {"kernel log", kernel_log},
    {"events", events},
    {"keys", keys},
    {"scheduling", scheduling},
    {"root folder", root_folder},
    {"host name", host_name},
    {"dumping", dumping},
#ifdef __x86_64__
    {"writing by open", early_opening},
    {"ports", ports},
    {"foreign call", foreign_call},
#endif
#endif
};

size_t vision_attempt_count(void) { return sizeof(attempts) / sizeof(attempts[0]); }

const char *vision_attempt_name(size_t index) { return attempts[index].name; }

bool vision_attempt(size_t index) { return attempts[index].attempt(); }
