// FFmpeg's libraries as one module, and the few of its macros that Swift cannot read.
//
// On Linux the libraries are loaded at run time, since they load some 130 others, which is most of what a short process costs.
// FFmpeg's functions are then called by their own names, which stand for forwarders to the libraries' (FFmpeg.c).
#pragma once
#if !__has_include(<libavformat/avformat.h>)
#error "FFmpeg's headers are missing: run scripts/setup, or install libavformat-dev, libswscale-dev and libswresample-dev."
#endif
#include <libavcodec/version.h>

/// How the rotation of a stream's frames is read.
#define VISION_HAS_PACKET_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100))

// As Package.swift decides: elsewhere, and where only pkg-config knows the headers' place, the libraries are linked.
#if defined(__linux__) && !__has_include("/usr/include/ffmpeg/libavformat/avformat.h")
#define VISION_LOADS_FFMPEG
#include "../Renaming.h"
#define VALUE(library, result, name, parameters, arguments) VISION_RENAME(name)
#define ACTION(library, name, parameters, arguments) VISION_RENAME(name)
#include "../FFmpegFunctions.h"
#endif

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/// The status of a decoder that needs another packet first.
static inline int vision_error_again(void) { return AVERROR(EAGAIN); }
/// The status of a demuxer or decoder at the end.
static inline int vision_error_end_of_file(void) { return AVERROR_EOF; }
static inline int vision_error_invalid_data(void) { return AVERROR_INVALIDDATA; }
/// Whether an error means that there is no space left: on the disk, in a quota or in a file of a limited size.
static inline int vision_error_is_no_room(int error) {
  return error == AVERROR(ENOSPC) || error == AVERROR(EDQUOT) || error == AVERROR(EFBIG);
}
/// The status of a call that its interrupt callback ended.
static inline int vision_error_stopped(void) { return AVERROR_EXIT; }
static inline int vision_error_protocol_not_found(void) { return AVERROR_PROTOCOL_NOT_FOUND; }
static inline int vision_error_http_unauthorized(void) { return AVERROR_HTTP_UNAUTHORIZED; }
static inline int vision_error_http_forbidden(void) { return AVERROR_HTTP_FORBIDDEN; }
static inline int vision_error_http_not_found(void) { return AVERROR_HTTP_NOT_FOUND; }
/// The type of a container's function that opens further files.
typedef int (*vision_opener)(AVFormatContext *context, AVIOContext **file, const char *url, int flags,
                             AVDictionary **options);

/// Opens a further file of a list with the container's own function, unless it is a pipe or a device: opening those can block
/// for ever.
static inline int vision_open_regular(AVFormatContext *context, AVIOContext **file, const char *url, int flags,
                                      AVDictionary **options) {
  const char *path = strncmp(url, "file:", 5) == 0 ? url + 5 : url;
  struct stat status;
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return AVERROR(EINVAL);
  return ((vision_opener)context->opaque)(context, file, url, flags, options);
}

/// Lets a container open no further files but regular ones and addresses.
static inline void vision_open_only_regular(AVFormatContext *context) {
  context->opaque = (void *)context->io_open;
  context->io_open = vision_open_regular;
}

/// The value of an unknown timestamp.
static inline int64_t vision_no_timestamp(void) { return AV_NOPTS_VALUE; }

/// Bicubic, accurate, reproducible on every processor; the constants are macros in old and an enum in new versions.
static inline int64_t vision_scaler_flags(void) {
  return SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT;
}

/// For downscaling: the mean of the covered pixels.
static inline int vision_area_scaler_flags(void) {
  return SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT;
}

/// The duration of a decoded frame, in its stream's time base; 0 when unknown.
static inline int64_t vision_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

/// The nine numbers of a stream's display matrix, or NULL.
static inline const int32_t *vision_display_matrix(const AVStream *stream) {
#if VISION_HAS_PACKET_SIDE_DATA
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

#ifdef VISION_LOADS_FFMPEG
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
#endif
