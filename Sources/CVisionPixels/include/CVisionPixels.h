// Pixel kernels that use the processor's newest vector instructions, selected at program start. Swift compiles only for
// the oldest processor of a platform.

#ifndef CVISION_PIXELS_H
#define CVISION_PIXELS_H

#include <stdint.h>

#include "CVisionJPEG.h"
#include "CVisionMask.h"
#include "CVisionPNG.h"
#include "CVisionSampling.h"
#include "CVisionScores.h"
#include "CVisionSegments.h"

/// The coefficients from luma and chroma to red, green and blue, in swscale's fixed-point numbers.
typedef struct {
  int32_t yOffset;
  int32_t yCoefficient;
  int32_t vToRed;
  int32_t vToGreen;
  int32_t uToGreen;
  int32_t uToBlue;
} VisionColorMatrix;

/// Upsamples a row of chroma by two with bicubic weights: `count` bytes, at least 3, become 2 * count numbers of 15
/// bits. Reads from two bytes before the row to two bytes after it.
void vision_double_chroma_row(const uint8_t *row, int count, int16_t *doubled);

/// Converts a row of luma and four upsampled rows of each chroma channel, weighted by `weights`, to RGB. `work` has
/// room for 3 * width bytes.
void vision_rgb_row(
  const uint8_t *luma, const int16_t *const u[4], const int16_t *const v[4], const int16_t weights[4],
  const VisionColorMatrix *matrix, int width, uint8_t *work, uint8_t *rgb);

/// The weights of blue, green and red in luma and in either chroma, of 16 fractional bits.
typedef struct {
  int32_t luma[3];
  int32_t u[3];
  int32_t v[3];
} VisionYUVWeights;

/// Converts two rows of BGRA pixels to two rows of luma and a row of each chroma channel; width and height are even.
/// The chroma of four pixels is that of their mean.
void vision_yuv_rows(
  const uint8_t *top, const uint8_t *bottom, int width, const VisionYUVWeights *weights, uint8_t *lumaTop,
  uint8_t *lumaBottom, uint8_t *u, uint8_t *v);

#endif
