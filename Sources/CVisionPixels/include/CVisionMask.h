// The kernels that turn a model's logits into a mask and project it from the region's crop to the whole image.

#ifndef CVISION_MASK_H
#define CVISION_MASK_H

#include <stdint.h>

/// Turns logits into probabilities, 1 / (e^-logit + 1): the exponential function rounded to single precision, the rest in double
/// precision, rounded at the end. One in some thousand results differs from the C library's in its last bit.
void vision_logistic(const float *logits, int count, float *probabilities);

/// Fills a row of an image's mask, bilinear, 0 outside.
///
/// `mask` has `side` rows of `side` values within a frame of zeros, one value wide, so `side + 2` a row. The pixel `i` lies at
/// `(startX + columnX[i], startY + columnY[i]) / 1024` of the mask's pixels; no sum may overflow.
void vision_project_mask_row(
  const float *mask, int side, int32_t startX, int32_t startY, const int32_t *columnX, const int32_t *columnY, int count,
  float *row);

#endif
