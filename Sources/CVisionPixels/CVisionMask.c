#include "CVisionMask.h"

#include "VisionClones.h"

// Products and sums are rounded one by one, as OpenCV does.
#pragma STDC FP_CONTRACT OFF

static inline int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

VISION_CLONES
void vision_project_mask_row(
  const float *restrict mask, int side, int32_t startX, int32_t startY, const int32_t *restrict columnX,
  const int32_t *restrict columnY, int count, float *restrict row
) {
  const int32_t stride = side + 2;
  // From the frame's corner.
  const float *origin = mask + stride + 1;
  for (int i = 0; i < count; i++) {
    const int32_t positionX = (startX + columnX[i]) >> 5, positionY = (startY + columnY[i]) >> 5;
    const int32_t x = positionX >> 5, y = positionY >> 5;
    const int32_t isInside = (x >= -1) & (x < side) & (y >= -1) & (y < side);
    const int32_t place = clamp(y, -1, side - 1) * stride + clamp(x, -1, side - 1);
    const float fx = (float)(positionX & 31) * 0.03125f, fy = (float)(positionY & 31) * 0.03125f;
    const float sum = (1 - fx) * (1 - fy) * origin[place] + fx * (1 - fy) * origin[place + 1] +
      (1 - fx) * fy * origin[place + stride] + fx * fy * origin[place + stride + 1];
    row[i] = isInside ? sum : 0;
  }
}
