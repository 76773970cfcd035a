#include "ByteKernel.h"
#include "Features.h"
#include "Rows.h"

#if defined(__x86_64__)

size_t vision_bytes_work_size(const VisionBytes *shape) {
  return shape->isDepthwise ? 0 : vision_byte_dense_work_size(shape);
}

void vision_bytes(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, VisionTeam *team
) {
  if (!has_byte_products()) vision_bytes_plain(shape, packed, input, output);
  else if (shape->isDepthwise) vision_byte_depthwise(shape, packed, input, output, team);
  else vision_byte_dense(shape, packed, input, output, work, team);
}

void vision_bytes_rows(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, int firstRow,
  int endRow
) {
  if (shape->isDepthwise) vision_byte_depthwise_rows(shape, packed, input, output, firstRow, endRow);
  else vision_byte_dense_rows(shape, packed, input, output, work, firstRow, endRow);
}

#else

size_t vision_bytes_work_size(const VisionBytes *shape) { return 0; }

void vision_bytes(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, VisionTeam *team
) {
  vision_bytes_plain(shape, packed, input, output);
}

#endif
