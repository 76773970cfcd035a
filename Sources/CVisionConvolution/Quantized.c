#include "QuantizedKernel.h"
#include "Rows.h"

size_t vision_quantized_work_size(const VisionQuantized *shape) {
  return shape->isDepthwise ? 0 : vision_quantized_dense_work_size(shape);
}

void vision_quantized(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool
) {
  const Path path = vision_path();
  if (path == PATH_PLAIN) vision_quantized_plain(shape, packed, input, output);
  else if (shape->isDepthwise) vision_quantized_depthwise(path, shape, packed, input, output, pool);
  else vision_quantized_dense(path, shape, packed, input, output, work, pool);
}

void vision_quantized_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  int firstRow, int endRow
) {
  if (shape->isDepthwise) vision_quantized_depthwise_rows(path, shape, packed, input, output, firstRow, endRow);
  else vision_quantized_dense_rows(path, shape, packed, input, output, work, firstRow, endRow);
}
