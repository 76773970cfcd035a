// What a process that works on hostile bytes may do: limits of the system's, a filter of system calls on Linux, and the start of
// such a process with no descriptors but its own.
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

/// Ends this process by SIGXCPU once it has used so many more seconds of processor time, in all threads together; counts anew
/// with each call.
bool vision_limits_arm_processor(uint64_t seconds, char *message, size_t capacity);

/// Hides the memory and the environment of this process from other programs of its user, which could otherwise read its secrets, and
/// switches core dumps off, for as long as it runs no other program. Linux only; returns whether it is so.
bool vision_process_hide(void);

/// Whether this system can filter system calls at all: Linux on x86-64 and arm64.
bool vision_sandbox_is_supported(void);

/// Takes away from all threads of this process, for good, what inference does not need: the network, other processes, further
/// programs, files that are opened for writing or changed. Such calls fail with EPERM; threads can still be made.
///
/// Returns false, with the reason in `message`, when the kernel has no such filter or refuses it.
bool vision_sandbox_enter(char *message, size_t capacity);

/// What a process may try; a bit each.
enum {
  VisionAttemptInternetSocket = 1 << 0,
  VisionAttemptLocalSocket = 1 << 1,
  VisionAttemptProcess = 1 << 2,
  VisionAttemptProgram = 1 << 3,
  VisionAttemptTrace = 1 << 4,
  VisionAttemptRing = 1 << 5,
  VisionAttemptWriting = 1 << 6,
  VisionAttemptRemoving = 1 << 7,
  VisionAttemptSignal = 1 << 8,
  VisionAttemptLimit = 1 << 9,
  VisionAttemptThread = 1 << 10,
};

/// Tries all of it, harmlessly, and returns the bits of what the system did not refuse. Only a thread should be possible in the
/// sandbox.
uint32_t vision_sandbox_attempt(void);

/// A process that was started, and our end of the socket that is its standard input and output.
typedef struct {
  int32_t process;
  int32_t descriptor;
} VisionChild;

/// Starts a program whose standard input and output are one socket of ours, with standard error thrown away, no other descriptor,
/// a process group of its own, and signals as in a new login.
///
/// `arguments` ends with NULL and begins with the name of the program. Returns false, with the reason in `message`, when it cannot
/// be started; nothing is left open then.
bool vision_child_start(const char *path, char *const arguments[], VisionChild *child, char *message, size_t capacity);

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
