// Loads FFmpeg's libraries at run time, so that a program that opens no media does not load them and their
// dependencies.
//
// FFmpeg's functions are called by their own names: each is defined here as a forwarder to the library's
// (forwarders.c).
#pragma once
#include <stddef.h>

/// FFmpeg's libraries that are used, each after those that it depends on.
typedef enum {
  VisionFFmpegUtil = 0,
  VisionFFmpegScale = 1,
  VisionFFmpegResample = 2,
  VisionFFmpegCodec = 3,
  VisionFFmpegFormat = 4,
} VisionFFmpegLibrary;

/// The outcome of loading a library.
typedef enum {
  /// Its functions can be called.
  VisionFFmpegFound = 0,
  /// The system's loader cannot open it.
  VisionFFmpegMissing = 1,
  /// It is another library, of another version, or without a function that is needed.
  VisionFFmpegUnusable = 2,
} VisionFFmpegOutcome;

/// The major version of a library in the headers that this was compiled with.
unsigned vision_ffmpeg_version(VisionFFmpegLibrary library);

/// The file name of that version for the system's loader.
const char *vision_ffmpeg_file(VisionFFmpegLibrary library);

/// Loads a library for the life of the process, once; cheap to call again, from any thread. A failure is not cached.
///
/// The reason of a failure is written to `message`, which may be NULL when its capacity is 0.
VisionFFmpegOutcome vision_ffmpeg_load(VisionFFmpegLibrary library, char *message, size_t capacity);

/// Checks whether `file` could be loaded as a library of a major version, without using it.
VisionFFmpegOutcome vision_ffmpeg_check(VisionFFmpegLibrary library, const char *file, unsigned version, char *message,
                                        size_t capacity);
