// What a process that works on hostile bytes may do: limits of the system's, on Linux a filter of system calls and of files, and the
// start of such a process with no descriptors, terminal or environment but its own.
#ifndef CVISIONSANDBOX_H
#define CVISIONSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sets the limits of this process, which it cannot raise again.
///
/// `memoryBytes` bounds private writable memory (RLIMIT_DATA): mapped files that are only read do not count, and neither do the
/// addresses that the allocator reserves. macOS does not enforce it. `openFiles` bounds the descriptors. Core dumps are switched
/// off, also those that a system hands to a program of its own.
///
/// Returns false, with the reason in `message`, when the system refuses one.
bool vision_limits_set(uint64_t memoryBytes, uint64_t openFiles, char *message, size_t capacity);

/// A limit: what holds, and how far the process may raise it.
typedef struct {
  uint64_t soft;
  uint64_t hard;
} VisionLimit;

/// The limits of this process.
typedef struct {
  VisionLimit cores;
  VisionLimit files;
  VisionLimit memory;
  VisionLimit processor;
} VisionLimits;

VisionLimits vision_limits_read(void);

/// Ends this process by SIGXCPU once it has used so many more seconds of processor time, in all threads together; counts anew
/// with each call.
bool vision_limits_arm_processor(uint64_t seconds, char *message, size_t capacity);

/// Hides the memory and the environment of this process from other programs of its user, which could otherwise read its secrets, and
/// switches core dumps off, for as long as it runs no other program. Linux only; returns whether it is so.
bool vision_process_hide(void);

/// Whether this system can filter system calls at all: Linux on x86-64 and arm64.
bool vision_sandbox_is_supported(void);

/// Takes away from all threads of this process, for good, every system call that inference does not make: only those of a list are
/// allowed. No network, other processes, further programs, files that are opened for writing or changed, terminals, or memory beyond the
/// limit. Refused calls fail with EPERM, those that the list does not know with ENOSYS; threads can still be made.
///
/// Returns false, with the reason in `message`, when the kernel has no such filter or refuses it.
bool vision_sandbox_enter(char *message, size_t capacity);

/// Whether this kernel can limit which files are read: Linux from 5.13 on, with Landlock.
bool vision_files_can_be_limited(void);

/// Takes away from this process, for good, all files but the `readable` ones and those that libraries need: the folders of libraries and
/// what tells about processors. Other files fail with EACCES; nothing can be run. Call it before `vision_sandbox_enter`.
///
/// Returns false, with the reason in `message`, when the kernel has no Landlock, or when the process has other threads: they keep what
/// they may read.
bool vision_files_limit(const char *const *readable, size_t count, char *message, size_t capacity);

/// The number of attempts.
size_t vision_attempt_count(void);

/// What an attempt tries, in a word or two.
const char *vision_attempt_name(size_t index);

/// Tries it, harmlessly. Returns whether the system did not refuse it. Only a thread should be possible in the sandbox.
bool vision_attempt(size_t index);

/// A process that was started, and our end of the socket that is its standard input and output.
typedef struct {
  int32_t process;
  int32_t descriptor;
} VisionChild;

/// Starts a program whose standard input and output are one socket of ours, with standard error thrown away, no other descriptor,
/// a session of its own without a terminal, and signals as in a new login.
///
/// `arguments` and `environment` end with NULL; the first argument is the name of the program. Returns false, with the reason in
/// `message`, when it cannot be started; nothing is left open then.
bool vision_child_start(const char *path, char *const arguments[], char *const environment[], VisionChild *child, char *message,
                        size_t capacity);

/// Sends bytes without waiting and without SIGPIPE. Returns how many, or -1 with errno.
ptrdiff_t vision_child_send(int32_t descriptor, const void *bytes, size_t count);

/// How a process ended.
typedef enum {
  VisionChildRuns,
  VisionChildExited,
  VisionChildSignalled,
} VisionChildState;

/// Asks how a child is; once it has ended its number is free for other processes, and it must not be asked for again.
///
/// `value` gets the exit status or the signal. With `waits` the call blocks until the child has ended.
VisionChildState vision_child_state(int32_t process, bool waits, int32_t *value);

#endif
