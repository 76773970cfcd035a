#include "CVisionPixels.h"
#include "VisionClones.h"

// A pixel of four bytes at any alignment.
typedef uint32_t __attribute__((aligned(1), may_alias)) Pixel;

static inline void luma_row(
  const Pixel *restrict pixels, int width, int32_t blue, int32_t green, int32_t red, uint8_t *restrict luma
) {
  // The lowest luma there is, 16, and half a unit.
  const int32_t bias = (16 << 16) + (1 << 15);
  for (int x = 0; x < width; x++) {
    const uint32_t p = pixels[x];
    const int32_t b = p & 0xFF, g = (p >> 8) & 0xFF, r = (p >> 16) & 0xFF;
    luma[x] = (uint8_t)((b * blue + g * green + r * red + bias) >> 16);
  }
}

VISION_CLONES
void vision_yuv_rows(
  const uint8_t *restrict topRow, const uint8_t *restrict bottomRow, int width, const VisionYUVWeights *weights,
  uint8_t *restrict lumaTop, uint8_t *restrict lumaBottom, uint8_t *restrict u, uint8_t *restrict v
) {
  const VisionYUVWeights w = *weights;
  const Pixel *restrict top = (const Pixel *)topRow, *restrict bottom = (const Pixel *)bottomRow;
  luma_row(top, width, w.luma[0], w.luma[1], w.luma[2], lumaTop);
  luma_row(bottom, width, w.luma[0], w.luma[1], w.luma[2], lumaBottom);
  // The middle of chroma, 128, and half a unit, for sums of four pixels.
  const int32_t bias = (128 << 18) + (1 << 17);
  const uint32_t mask = 0xFF00FF;
  for (int x = 0; x < width / 2; x++) {
    const uint32_t p0 = top[2 * x], p1 = top[2 * x + 1], p2 = bottom[2 * x], p3 = bottom[2 * x + 1];
    // Blue and red are summed in the halves of one word.
    const uint32_t both = (p0 & mask) + (p1 & mask) + (p2 & mask) + (p3 & mask);
    const int32_t g = ((p0 >> 8) & 0xFF) + ((p1 >> 8) & 0xFF) + ((p2 >> 8) & 0xFF) + ((p3 >> 8) & 0xFF);
    const int32_t b = both & 0xFFFF, r = both >> 16;
    u[x] = (uint8_t)((b * w.u[0] + g * w.u[1] + r * w.u[2] + bias) >> 18);
    v[x] = (uint8_t)((b * w.v[0] + g * w.v[1] + r * w.v[2] + bias) >> 18);
  }
}
