// Where FFmpeg's functions are, once the library that has them is loaded.
#pragma once
#include "loader.h"
#include "shim.h"

#include <stdatomic.h>
#include <stdbool.h>

/// As in shim.h: how the rotation of a stream's frames is read.
#define VISION_HAS_PACKET_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100))

// Old headers lack some `const`; either declaration is accepted.
typedef __typeof__(_Generic(&av_audio_fifo_read,
                            int (*)(AVAudioFifo *, void **, int): (void **)NULL,
                            default: (void *const *)NULL)) AudioPlanes;
typedef __typeof__(*_Generic(&swr_alloc_set_opts2,
                             int (*)(struct SwrContext **, AVChannelLayout *, enum AVSampleFormat, int, AVChannelLayout *,
                                     enum AVSampleFormat, int, int, void *): (AVChannelLayout *)NULL,
                             default: (const AVChannelLayout *)NULL)) ResampledLayout;

enum { VisionFFmpegLibraryCount = VisionFFmpegFormat + 1 };

/// The functions' addresses, each under its own name.
typedef struct {
#define VALUE(library, result, name, parameters, arguments) __typeof__(name) *name;
#define ACTION(library, name, parameters, arguments) __typeof__(name) *name;
#include "functions.h"
#undef VALUE
#undef ACTION
} VisionFFmpegFunctions;

/// Those of a library are written before it counts as loaded, and never again.
extern __attribute__((visibility("hidden"))) VisionFFmpegFunctions vision_ffmpeg;
extern __attribute__((visibility("hidden"))) atomic_bool vision_ffmpeg_is_loaded[VisionFFmpegLibraryCount];
