// The part of libwebpdemux's interface that is used here, under names of our own.
#pragma once
#include "CVisionWebP.h"

/// Created and deleted by libwebpdemux.
typedef struct WebPDecoder WebPDecoder;

typedef struct {
  const uint8_t *bytes;
  size_t count;
} WebPBytes;

typedef struct {
  int colorMode;
  int usesThreads;
  uint32_t padding[7];
} WebPOptions;

typedef struct {
  uint32_t width, height, loops, background, frames;
  uint32_t padding[4];
} WebPInfo;

enum {
  WebPColorsRGBA = 1,
  /// The interface version of these declarations; the library compares the upper byte.
  WebPInterface = 0x0107,
};

struct VisionWebP {
  int (*AnimDecoderOptionsInitInternal)(WebPOptions *, int interface);
  WebPDecoder *(*AnimDecoderNewInternal)(const WebPBytes *, const WebPOptions *, int interface);
  int (*AnimDecoderGetInfo)(const WebPDecoder *, WebPInfo *);
  int (*AnimDecoderGetNext)(WebPDecoder *, uint8_t **pixels, int *end);
  int (*AnimDecoderHasMoreFrames)(const WebPDecoder *);
  void (*AnimDecoderDelete)(WebPDecoder *);
};
