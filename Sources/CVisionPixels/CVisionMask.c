#include "CVisionMask.h"

#include "VisionClones.h"

// Products and sums are each rounded, as in OpenCV.
#pragma STDC FP_CONTRACT OFF

/// Whether the square between a position's four neighbours touches the mask.
static inline int32_t is_inside(int32_t positionX, int32_t positionY, int32_t side) {
  const int32_t x = positionX >> 10, y = positionY >> 10;
  return (x >= -1) & (x < side) & (y >= -1) & (y < side);
}

VISION_CLONES
void vision_project_mask_row(
  const float *restrict mask, int side, int32_t startX, int32_t startY, const int32_t *restrict columnX,
  const int32_t *restrict columnY, int count, float *restrict row
) {
  const int32_t stride = side + 2;
  // From the frame's corner.
  const float *origin = mask + stride + 1;
  // Positions lie on a line, so those inside are contiguous.
  int first = 0, end = count;
  while (first < end && !is_inside(startX + columnX[first], startY + columnY[first], side)) first++;
  while (end > first && !is_inside(startX + columnX[end - 1], startY + columnY[end - 1], side)) end--;
  for (int i = 0; i < first; i++) row[i] = 0;
  for (int i = first; i < end; i++) {
    const int32_t positionX = (startX + columnX[i]) >> 5, positionY = (startY + columnY[i]) >> 5;
    const int32_t place = (positionY >> 5) * stride + (positionX >> 5);
    const float fx = (float)(positionX & 31) * 0.03125f, fy = (float)(positionY & 31) * 0.03125f;
    row[i] = (1 - fx) * (1 - fy) * origin[place] + fx * (1 - fy) * origin[place + 1] +
      (1 - fx) * fy * origin[place + stride] + fx * fy * origin[place + stride + 1];
  }
  for (int i = end; i < count; i++) row[i] = 0;
}
