#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CVisionSandbox.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/// Two connected sockets that no other program inherits.
static bool make_pair(int pair[2]) {
#ifdef SOCK_CLOEXEC
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
  int yes = 1;
  for (int i = 0; i < 2; i++) {
    fcntl(pair[i], F_SETFD, FD_CLOEXEC);
    setsockopt(pair[i], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof(yes));
  }
  return true;
#endif
}

/// Standard input and output are the socket, standard error is thrown away, all else is closed.
static int set_descriptors(posix_spawn_file_actions_t *actions, int descriptor) {
  int status = posix_spawn_file_actions_adddup2(actions, descriptor, STDIN_FILENO);
  if (status == 0) status = posix_spawn_file_actions_adddup2(actions, descriptor, STDOUT_FILENO);
  if (status == 0) status = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
  return status;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  // They cannot be set.
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  // A session of its own has no terminal, into which a program that was taken over could type. It is a process group, too.
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int status = posix_spawnattr_setsigmask(attributes, &none);
  if (status == 0) status = posix_spawnattr_setsigdefault(attributes, &all);
  if (status == 0) status = posix_spawnattr_setflags(attributes, flags);
  return status;
}

bool vision_child_start(const char *path, char *const arguments[], char *const environment[], VisionChild *child, char *message,
                        size_t capacity) {
  int pair[2];
  if (!make_pair(pair)) {
    snprintf(message, capacity, "%s", strerror(errno));
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = 0;
  int status = posix_spawn_file_actions_init(&actions);
  if (status == 0) {
    status = posix_spawnattr_init(&attributes);
    if (status == 0) {
      status = set_descriptors(&actions, pair[1]);
      if (status == 0) status = set_attributes(&attributes);
      if (status == 0) status = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  close(pair[1]);
  if (status != 0) {
    close(pair[0]);
    snprintf(message, capacity, "%s", strerror(status));
    return false;
  }
  child->process = process;
  child->descriptor = pair[0];
  return true;
}

ptrdiff_t vision_child_send(int32_t descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

VisionChildState vision_child_state(int32_t process, bool waits, int32_t *value) {
  int status = 0;
  pid_t answer;
  do {
    answer = waitpid(process, &status, waits ? 0 : WNOHANG);
  } while (answer < 0 && errno == EINTR);
  if (answer == 0) return VisionChildRuns;
  if (answer > 0 && WIFSIGNALED(status)) {
    *value = WTERMSIG(status);
    return VisionChildSignalled;
  }
  // A child that somebody else waited for has ended, too.
  *value = answer > 0 ? WEXITSTATUS(status) : -1;
  return VisionChildExited;
}
