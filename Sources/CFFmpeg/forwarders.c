// FFmpeg's functions under their own names, each a forwarder to the loaded library's.
//
// Hidden, so that FFmpeg's libraries never call these instead of their own. A function whose library is not loaded does
// nothing and returns zero or NULL; callers load the libraries first, which reports failures.
#include "table.h"

#define HIDDEN __attribute__((visibility("hidden")))

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static inline bool is_ready(VisionFFmpegLibrary library) {
  return atomic_load_explicit(&vision_ffmpeg_is_loaded[library], memory_order_acquire) ||
         vision_ffmpeg_load(library, NULL, 0) == VisionFFmpegFound;
}

#define VALUE(library, result, name, parameters, arguments)                                \
  HIDDEN result name parameters {                                                          \
    return is_ready(VisionFFmpeg##library) ? vision_ffmpeg.name arguments : (result){0}; \
  }
#define ACTION(library, name, parameters, arguments)                           \
  HIDDEN void name parameters {                                                \
    if (is_ready(VisionFFmpeg##library)) vision_ffmpeg.name arguments;        \
  }
#include "functions.h"
