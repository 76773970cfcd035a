// The kernel that samples a region of an image into a tensor.

#ifndef CVISION_SAMPLING_H
#define CVISION_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

/// The order of a pixel's channels.
typedef enum { VisionLayoutRGB, VisionLayoutRGBA, VisionLayoutBGRA, VisionLayoutGray } VisionPixelLayout;

/// A source image.
typedef struct {
  const uint8_t *pixels;
  int64_t width;
  int64_t height;
  int64_t bytesPerRow;
  VisionPixelLayout layout;
  /// Whether pixels outside have the value of the nearest one inside, else zero.
  bool repeatsEdge;
} VisionSourceImage;

/// The positions that the pixels of a tensor are sampled from.
typedef struct {
  /// The perspective map from the tensor's pixels to the image's, row by row.
  double map[9];
  int width;
  /// The tensor's rows to sample; nothing is written outside them.
  int firstRow, endRow;
  /// The width of a block of columns, at most 1024; each block starts from its own product.
  int blockWidth;
} VisionSampleGrid;

/// Samples to uint8: red, green and blue for each pixel of the tensor.
void vision_sample_bytes(const VisionSourceImage *image, const VisionSampleGrid *grid, uint8_t *tensor);

/// Samples to float32: byte * scale + offset.
void vision_sample_floats(
  const VisionSourceImage *image, const VisionSampleGrid *grid, float scale, float offset, float *tensor);

#endif
