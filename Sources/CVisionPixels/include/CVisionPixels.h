// Kernels over pixels that use the processor's newest vector instructions, chosen when the program starts. Swift compiles for
// the oldest processor of a platform only.

#ifndef CVISION_PIXELS_H
#define CVISION_PIXELS_H

#include <stdint.h>

#include "CVisionMask.h"
#include "CVisionPNG.h"
#include "CVisionSampling.h"
#include "CVisionScores.h"

/// How luma and chroma become red, green and blue, in swscale's fixed-point numbers.
typedef struct {
  int32_t yOffset;
  int32_t yCoefficient;
  int32_t vToRed;
  int32_t vToGreen;
  int32_t uToGreen;
  int32_t uToBlue;
} VisionColorMatrix;

/// Doubles a row of chroma with bicubic weights: `count` bytes, at least 3, become 2 * count numbers of 15 bits. The row is read from two
/// bytes before its start to two bytes after its end.
void vision_double_chroma_row(const uint8_t *row, int count, int16_t *doubled);

/// Makes a row of RGB pixels from a row of luma and four doubled rows of either chroma, weighted by `weights`. `work` has room
/// for 3 * width bytes.
void vision_rgb_row(
  const uint8_t *luma, const int16_t *const u[4], const int16_t *const v[4], const int16_t weights[4],
  const VisionColorMatrix *matrix, int width, uint8_t *work, uint8_t *rgb);

/// The weights of blue, green and red in luma and in either chroma, of 16 fractional bits.
typedef struct {
  int32_t luma[3];
  int32_t u[3];
  int32_t v[3];
} VisionYUVWeights;

/// Makes two rows of luma and a row of either chroma from two rows of BGRA pixels, an even number each. The chroma of four
/// pixels is that of their mean.
void vision_yuv_rows(
  const uint8_t *top, const uint8_t *bottom, int width, const VisionYUVWeights *weights, uint8_t *lumaTop,
  uint8_t *lumaBottom, uint8_t *u, uint8_t *v);

#endif
