#include <stdlib.h>

#include "webp.h"

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
