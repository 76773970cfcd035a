// FFmpeg's libraries, loaded at run time, and forwarders to their functions. A new function is a line in FFmpegFunctions.h;
// without it the program does not link.
#include "CFFmpeg.h"
#ifdef VISION_LOADS_FFMPEG

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "CVisionLoader.h"

// Old headers lack some `const`; either declaration is accepted.
typedef __typeof__(_Generic(&av_audio_fifo_read,
                            int (*)(AVAudioFifo *, void **, int): (void **)NULL,
                            default: (void *const *)NULL)) AudioPlanes;
typedef __typeof__(*_Generic(&swr_alloc_set_opts2,
                             int (*)(struct SwrContext **, AVChannelLayout *, enum AVSampleFormat, int, AVChannelLayout *,
                                     enum AVSampleFormat, int, int, void *): (AVChannelLayout *)NULL,
                             default: (const AVChannelLayout *)NULL)) ResampledLayout;

enum { LibraryCount = VisionFFmpegFormat + 1 };

/// The functions' addresses, each under its own name.
typedef struct {
#define VALUE(library, result, name, parameters, arguments) __typeof__(name) *name;
#define ACTION(library, name, parameters, arguments) __typeof__(name) *name;
#include "FFmpegFunctions.h"
} Functions;

/// Those of a library are written before it counts as loaded, and never again.
static Functions functions;
static atomic_bool is_loaded[LibraryCount];

/// A library as the headers know it.
typedef struct {
  const char *file;
  unsigned version;
  /// The name of the function that returns the version of the loaded library.
  const char *versionFunction;
} Library;

#define LIBRARY(name, version) {"lib" #name ".so." AV_STRINGIFY(version), version, #name "_version"}

static const Library libraries[] = {
    [VisionFFmpegUtil] = LIBRARY(avutil, LIBAVUTIL_VERSION_MAJOR),
    [VisionFFmpegScale] = LIBRARY(swscale, LIBSWSCALE_VERSION_MAJOR),
    [VisionFFmpegResample] = LIBRARY(swresample, LIBSWRESAMPLE_VERSION_MAJOR),
    [VisionFFmpegCodec] = LIBRARY(avcodec, LIBAVCODEC_VERSION_MAJOR),
    [VisionFFmpegFormat] = LIBRARY(avformat, LIBAVFORMAT_VERSION_MAJOR),
};

_Static_assert(sizeof(libraries) / sizeof(libraries[0]) == LibraryCount, "every library is described");

/// A function and the library that has it.
typedef struct {
  VisionFFmpegLibrary library;
  VisionSymbol symbol;
} LibrarySymbol;

#define VALUE(library, result, name, parameters, arguments) ACTION(library, name, parameters, arguments)
#define ACTION(library, name, parameters, arguments) \
  {VisionFFmpeg##library, {#name, offsetof(Functions, name)}},
static const LibrarySymbol symbols[] = {
#include "FFmpegFunctions.h"
};

unsigned vision_ffmpeg_version(VisionFFmpegLibrary library) { return libraries[library].version; }

const char *vision_ffmpeg_file(VisionFFmpegLibrary library) { return libraries[library].file; }

/// Compares the major version, so that no structure is read with another version's layout.
static bool has_version(void *handle, const char *file, const char *function, unsigned wanted, char *message,
                        size_t capacity) {
  unsigned (*version)(void) = (unsigned (*)(void))dlsym(handle, function);
  if (version == NULL) {
    snprintf(message, capacity, "%s is another library", file);
    return false;
  }
  unsigned found = version() >> 16;
  if (found != wanted) snprintf(message, capacity, "%s is version %u, not %u", file, found, wanted);
  return found == wanted;
}

/// Looks up all functions of a library.
static bool find_functions(VisionFFmpegLibrary library, void *handle, const char *file, Functions *table, char *message,
                           size_t capacity) {
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
    if (symbols[i].library == library &&
        !vision_library_find(handle, file, &symbols[i].symbol, 1, table, message, capacity)) {
      return false;
    }
  }
  return true;
}

/// Opens a library and fills its part of the table; a library that cannot be used is closed again.
static VisionFFmpegOutcome open_library(VisionFFmpegLibrary library, const char *file, unsigned version,
                                        Functions *table, void **handle, char *message, size_t capacity) {
  *handle = vision_library_open(file, message, capacity);
  if (*handle == NULL) return VisionFFmpegMissing;
  if (has_version(*handle, file, libraries[library].versionFunction, version, message, capacity) &&
      find_functions(library, *handle, file, table, message, capacity)) {
    return VisionFFmpegFound;
  }
  dlclose(*handle);
  return VisionFFmpegUnusable;
}

VisionFFmpegOutcome vision_ffmpeg_load(VisionFFmpegLibrary library, char *message, size_t capacity) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  atomic_bool *isLoaded = &is_loaded[library];
  if (atomic_load_explicit(isLoaded, memory_order_acquire)) return VisionFFmpegFound;
  pthread_mutex_lock(&mutex);
  VisionFFmpegOutcome outcome = VisionFFmpegFound;
  // Another thread may have been first.
  if (!atomic_load_explicit(isLoaded, memory_order_relaxed)) {
    void *handle;
    const Library *wanted = &libraries[library];
    outcome = open_library(library, wanted->file, wanted->version, &functions, &handle, message, capacity);
    if (outcome == VisionFFmpegFound) atomic_store_explicit(isLoaded, true, memory_order_release);
  }
  pthread_mutex_unlock(&mutex);
  return outcome;
}

VisionFFmpegOutcome vision_ffmpeg_check(VisionFFmpegLibrary library, const char *file, unsigned version, char *message,
                                        size_t capacity) {
  Functions functions;
  void *handle;
  VisionFFmpegOutcome outcome = open_library(library, file, version, &functions, &handle, message, capacity);
  if (outcome == VisionFFmpegFound) dlclose(handle);
  return outcome;
}

// The forwarders, renamed by CFFmpeg.h. A function whose library is not loaded does nothing and returns zero or NULL; callers
// load the libraries first, which reports failures.

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#define HIDDEN __attribute__((visibility("hidden")))

static bool is_ready(VisionFFmpegLibrary library) {
  return atomic_load_explicit(&is_loaded[library], memory_order_acquire) ||
         vision_ffmpeg_load(library, NULL, 0) == VisionFFmpegFound;
}

#define VALUE(library, result, name, parameters, arguments)                          \
  HIDDEN result name parameters {                                                    \
    return is_ready(VisionFFmpeg##library) ? functions.name arguments : (result){0}; \
  }
#define ACTION(library, name, parameters, arguments)               \
  HIDDEN void name parameters {                                    \
    if (is_ready(VisionFFmpeg##library)) functions.name arguments; \
  }
#include "FFmpegFunctions.h"
#endif
