#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/ptrace.h>
#include <sys/syscall.h>
#endif

#include "CVisionSandbox.h"

static bool can_open_socket(int domain) {
  int descriptor = socket(domain, SOCK_STREAM, 0);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static bool can_start_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return child > 0;
}

/// A program that is not there is refused in another way than every program is.
static bool can_run_program(void) {
  char *const arguments[] = {"none", NULL};
  return execv("/nonexistent/program", arguments) != 0 && errno != EPERM;
}

static bool can_write(void) {
  int descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

/// The soft limit would become what it is.
static bool can_set_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

static void *do_nothing(void *value) { return value; }

static bool can_make_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, do_nothing, NULL) != 0) return false;
  return pthread_join(thread, NULL) == 0;
}

uint32_t vision_sandbox_attempt(void) {
  uint32_t possible = 0;
  if (can_open_socket(AF_INET)) possible |= VisionAttemptInternetSocket;
  if (can_open_socket(AF_UNIX)) possible |= VisionAttemptLocalSocket;
  if (can_start_process()) possible |= VisionAttemptProcess;
  if (can_run_program()) possible |= VisionAttemptProgram;
  if (can_write()) possible |= VisionAttemptWriting;
  if (unlink("/nonexistent/file") != 0 && errno != EPERM) possible |= VisionAttemptRemoving;
  // Signal 0 only asks whether it could be sent.
  if (kill(getppid(), 0) == 0) possible |= VisionAttemptSignal;
  if (can_set_limit()) possible |= VisionAttemptLimit;
  if (can_make_thread()) possible |= VisionAttemptThread;
#ifdef __linux__
  // There is no process 0 to let go of.
  if (ptrace(PTRACE_DETACH, 0, NULL, NULL) != 0 && errno != EPERM) possible |= VisionAttemptTrace;
#ifdef __NR_io_uring_setup
  // Without a place for the answer it fails where it is allowed, too, in another way.
  if (syscall(__NR_io_uring_setup, 1, NULL) < 0 && errno == EFAULT) possible |= VisionAttemptRing;
#endif
#endif
  return possible;
}
