// The kernel that converts 4:2:0 images to RGB.

#ifndef CVISION_RGB_H
#define CVISION_RGB_H

#include <stddef.h>
#include <stdint.h>

/// The coefficients from luma and chroma to red, green and blue, in swscale's fixed-point numbers: 9 fractional bits
/// of the offset, 13 of the others. Magnitudes are below 2^15, and below 2^14 for luma's coefficient.
typedef struct {
  int32_t yOffset;
  int32_t yCoefficient;
  int32_t vToRed;
  int32_t vToGreen;
  int32_t uToGreen;
  int32_t uToBlue;
} VisionColorMatrix;

/// A 4:2:0 image. Odd sizes of chroma are rounded up.
typedef struct {
  const uint8_t *luma, *u, *v;
  ptrdiff_t lumaBytesPerRow, uBytesPerRow, vBytesPerRow;
  /// The distance between chroma values: 1 in a plane of its own, 2 where Cb and Cr are interleaved.
  ptrdiff_t chromaStep;
} VisionYUVPlanes;

/// The memory that a conversion needs, in bytes.
ptrdiff_t vision_rgb_scratch_size(ptrdiff_t width);

/// Converts an image of at least 1 x 1. Reads nothing outside the planes and writes nothing outside the `3 * width`
/// bytes of each row. `scratch` is aligned to 64 bytes. `features` limits the sets of instructions, for tests: all
/// that the processor has, or those of CVisionFeatures.h.
void vision_convert_to_rgb(
  const VisionYUVPlanes *planes, ptrdiff_t width, ptrdiff_t height, const VisionColorMatrix *matrix,
  uint32_t features, void *scratch, uint8_t *rgb, ptrdiff_t bytesPerRow);

#endif
