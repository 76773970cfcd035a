// The kernel that brings a mask from the crop that a model saw to the whole picture.

#ifndef CVISION_MASK_H
#define CVISION_MASK_H

#include <stdint.h>

/// Fills a row of a picture's mask, bilinear, 0 outside.
///
/// `mask` has `side` rows of `side` values within a frame of zeros, one value wide, so `side + 2` a row. The pixel `i` lies at
/// `(startX + columnX[i], startY + columnY[i]) / 1024` of the mask's pixels; no sum may overflow.
void vision_project_mask_row(
  const float *mask, int side, int32_t startX, int32_t startY, const int32_t *columnX, const int32_t *columnY, int count,
  float *row);

#endif
