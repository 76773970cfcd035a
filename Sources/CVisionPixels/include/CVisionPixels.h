// Pixel kernels that use the processor's newest vector instructions, selected at program start. Swift compiles only for
// the oldest processor of a platform.

#ifndef CVISION_PIXELS_H
#define CVISION_PIXELS_H

#include <stdint.h>

#include "CVisionJPEG.h"
#include "CVisionMask.h"
#include "CVisionPNG.h"
#include "CVisionRGB.h"
#include "CVisionSampling.h"
#include "CVisionScores.h"
#include "CVisionSegments.h"

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
