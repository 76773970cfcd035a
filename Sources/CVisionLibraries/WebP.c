#include <stdlib.h>

#include "CVisionWebP.h"
#include "CVisionLoader.h"

// The part of libwebpdemux's interface that is used here, under names of our own.

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

#define FUNCTIONS(_) \
  _(int, AnimDecoderOptionsInitInternal, (WebPOptions *, int interface)) \
  _(WebPDecoder *, AnimDecoderNewInternal, (const WebPBytes *, const WebPOptions *, int interface)) \
  _(int, AnimDecoderGetInfo, (const WebPDecoder *, WebPInfo *)) \
  _(int, AnimDecoderGetNext, (WebPDecoder *, uint8_t **pixels, int *end)) \
  _(int, AnimDecoderHasMoreFrames, (const WebPDecoder *)) \
  _(void, AnimDecoderDelete, (WebPDecoder *))

struct VisionWebP {
  FUNCTIONS(VISION_FIELD)
};

#define SYMBOL(result, name, parameters) {"WebP" #name, offsetof(VisionWebP, name)},
static const VisionSymbol symbols[] = {FUNCTIONS(SYMBOL)};

const VisionWebP *vision_webp_open(const char *file, char *message, size_t capacity) {
  return VISION_LIBRARY_TABLE(file, symbols, NULL, message, capacity);
}

struct VisionWebPAnimation {
  const VisionWebP *webp;
  WebPDecoder *decoder;
  WebPInfo info;
};

VisionWebPAnimation *vision_webp_animation_open(const VisionWebP *webp, const uint8_t *bytes, size_t count) {
  WebPOptions options;
  if (!webp->AnimDecoderOptionsInitInternal(&options, WebPInterface)) return NULL;
  options.colorMode = WebPColorsRGBA;
  VisionWebPAnimation *animation = calloc(1, sizeof(VisionWebPAnimation));
  if (animation == NULL) return NULL;
  const WebPBytes file = {bytes, count};
  animation->webp = webp;
  animation->decoder = webp->AnimDecoderNewInternal(&file, &options, WebPInterface);
  if (animation->decoder != NULL && webp->AnimDecoderGetInfo(animation->decoder, &animation->info)) return animation;
  vision_webp_animation_close(animation);
  return NULL;
}

uint32_t vision_webp_animation_width(const VisionWebPAnimation *animation) { return animation->info.width; }

uint32_t vision_webp_animation_height(const VisionWebPAnimation *animation) { return animation->info.height; }

const uint8_t *vision_webp_animation_next(VisionWebPAnimation *animation, int *end) {
  uint8_t *pixels = NULL;
  return animation->webp->AnimDecoderGetNext(animation->decoder, &pixels, end) ? pixels : NULL;
}

bool vision_webp_animation_has_more(const VisionWebPAnimation *animation) {
  return animation->webp->AnimDecoderHasMoreFrames(animation->decoder) != 0;
}

void vision_webp_animation_close(VisionWebPAnimation *animation) {
  if (animation == NULL) return;
  // NULL is allowed.
  animation->webp->AnimDecoderDelete(animation->decoder);
  free(animation);
}
