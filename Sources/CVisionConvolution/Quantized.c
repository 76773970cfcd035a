#include "QuantizedKernel.h"
#include "Features.h"
#include "Rows.h"

#if defined(__x86_64__)

size_t vision_quantized_work_size(const VisionQuantized *shape) {
  return shape->isDepthwise ? 0 : vision_quantized_dense_work_size(shape);
}

void vision_quantized(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool
) {
  if (!has_vnni()) vision_quantized_plain(shape, packed, input, output);
  else if (shape->isDepthwise) vision_quantized_depthwise(shape, packed, input, output, pool);
  else vision_quantized_dense(shape, packed, input, output, work, pool);
}

void vision_quantized_rows(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, int firstRow,
  int endRow
) {
  if (shape->isDepthwise) vision_quantized_depthwise_rows(shape, packed, input, output, firstRow, endRow);
  else vision_quantized_dense_rows(shape, packed, input, output, work, firstRow, endRow);
}

#else

size_t vision_quantized_work_size(const VisionQuantized *shape) { return 0; }

void vision_quantized(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool
) {
  vision_quantized_plain(shape, packed, input, output);
}

#endif
