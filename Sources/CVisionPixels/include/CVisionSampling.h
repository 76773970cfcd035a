// The kernel that samples a region of an image into a tensor.

#ifndef CVISION_SAMPLING_H
#define CVISION_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

/// The order of a pixel's bytes.
typedef enum { VisionLayoutRGB, VisionLayoutRGBA, VisionLayoutBGRA, VisionLayoutGray } VisionPixelLayout;

/// An image to read from.
typedef struct {
  const uint8_t *pixels;
  int64_t width;
  int64_t height;
  int64_t bytesPerRow;
  VisionPixelLayout layout;
  /// Whether pixels outside have the value of the nearest one inside, and not zero.
  bool repeatsEdge;
} VisionSourceImage;

/// Where the pixels of a tensor are read from.
typedef struct {
  /// The perspective map from the tensor's pixels to the image's, row by row.
  double map[9];
  int width;
  /// The tensor's rows to sample; nothing is written outside them.
  int firstRow, endRow;
  /// Rows are walked in blocks of so many pixels, 1024 at most, each of which starts from its own product.
  int blockWidth;
} VisionSampleGrid;

/// Samples bytes: red, green and blue for each of the tensor's pixels.
void vision_sample_bytes(const VisionSourceImage *image, const VisionSampleGrid *grid, uint8_t *tensor);

/// Samples floats: byte * scale + offset.
void vision_sample_floats(
  const VisionSourceImage *image, const VisionSampleGrid *grid, float scale, float offset, float *tensor);

#endif
