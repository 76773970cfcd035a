#include "CVisionPixels.h"
#include "VisionClones.h"

// The weights of a bicubic filter (B 0, C 0.6) at a quarter of a pixel, in 14 bits, rounded so that they sum to 1.
enum { kFar = -461, kNear = 3943, kCenter = 14284, kOther = -1382 };

static inline int16_t narrow(int32_t value) { return (int16_t)(value > 32767 ? 32767 : value); }

VISION_CLONES
void vision_double_chroma_row(const uint8_t *restrict row, int count, int16_t *restrict doubled) {
  for (int i = 0; i < count; i++) {
    int32_t even = kFar * row[i - 2] + kNear * row[i - 1] + kCenter * row[i] + kOther * row[i + 1];
    int32_t odd = kOther * row[i - 1] + kCenter * row[i] + kNear * row[i + 1] + kFar * row[i + 2];
    even >>= 7;
    odd >>= 7;
    doubled[2 * i] = narrow(even);
    doubled[2 * i + 1] = narrow(odd);
  }
  // swscale omits the far weight of two numbers at the left edge and compensates with the others.
  doubled[0] = narrow((17729 * row[0] - 1345 * row[1]) >> 7);
  doubled[2] = narrow((3835 * row[0] + 13894 * row[1] - 1345 * row[2]) >> 7);
}

// Sums of the brightest luma and the strongest chroma wrap, as they do in swscale.
static inline uint8_t clamp_byte(uint32_t sum) {
  const int32_t value = (int32_t)sum >> 22;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

VISION_CLONES
void vision_rgb_row(
  const uint8_t *restrict luma, const int16_t *const u[4], const int16_t *const v[4], const int16_t weights[4],
  const VisionColorMatrix *matrix, int width, uint8_t *restrict work, uint8_t *restrict rgb
) {
  const int16_t *restrict u0 = u[0], *restrict u1 = u[1], *restrict u2 = u[2], *restrict u3 = u[3];
  const int16_t *restrict v0 = v[0], *restrict v1 = v[1], *restrict v2 = v[2], *restrict v3 = v[3];
  const int32_t w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
  const VisionColorMatrix m = *matrix;
  // Half a unit of the shift below, less the chroma of gray.
  const int32_t bias = (1 << 9) - (128 << 19);
  uint8_t *restrict red = work, *restrict green = work + width, *restrict blue = work + 2 * width;
  for (int x = 0; x < width; x++) {
    const int32_t uu = (u0[x] * w0 + u1[x] * w1 + u2[x] * w2 + u3[x] * w3 + bias) >> 10;
    const int32_t vv = (v0[x] * w0 + v1[x] * w1 + v2[x] * w2 + v3[x] * w3 + bias) >> 10;
    const uint32_t yy = (uint32_t)(luma[x] * 512 - m.yOffset) * (uint32_t)m.yCoefficient + (1 << 21);
    red[x] = clamp_byte(yy + (uint32_t)(vv * m.vToRed));
    green[x] = clamp_byte(yy + (uint32_t)(vv * m.vToGreen) + (uint32_t)(uu * m.uToGreen));
    blue[x] = clamp_byte(yy + (uint32_t)(uu * m.uToBlue));
  }
  for (int x = 0; x < width; x++) {
    rgb[3 * x] = red[x];
    rgb[3 * x + 1] = green[x];
    rgb[3 * x + 2] = blue[x];
  }
}

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
