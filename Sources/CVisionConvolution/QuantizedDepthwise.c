#include <string.h>

#include "QuantizedKernel.h"
#include "ThreadPool.h"

enum {
  /// Output rows of a strip, and the quads of input rows that it reads.
  MAX_ROWS = 4,
  MAX_QUADS = 2,
  /// Input columns that are kept, more than a window has.
  RING = 8,
};

/// What all parts of a convolution share: each part is a range of rows and a share of the panels.
typedef struct {
  const VisionQuantized *shape;
  const char *packed;
  const uint8_t *input;
  uint8_t *output;
  const struct Kernels *kernels;
  int first, end;
  int ranges, shares;
} Parts;

/// The kernel for one processor.
typedef struct Kernels {
  /// `count` rows from a row on, for the channels of one or two units.
  void (*strips)(const Parts *all, int channel, int units, int row, int count);
  /// The channels of a unit.
  int unit;
} Kernels;

/// Whether an output row's window reads a quad of the strip's input rows.
static inline bool meets(int row, int quad, int window, int stride) {
  return row * stride < (quad + 1) * QUAD && row * stride + window > quad * QUAD;
}

/// The zero-point correction as weights of the rows that an output row of a strip reads, for all channels.
static inline int32_t factors(int32_t factor, int row, int quad, int window, int stride) {
  uint32_t bytes = 0;
  for (int i = 0; i < QUAD; i++) {
    const int place = quad * QUAD + i - row * stride;
    if (place >= 0 && place < window) bytes |= (uint32_t)(factor & 0xFF) << 8 * i;
  }
  return (int32_t)bytes;
}

#define TEMPLATE "QuantizedStrip.h"
#include "ByteVectors.h"

static const Kernels *const kernels[PATHS] = BYTE_PATHS(depthwise);

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionQuantized *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares, panels = quantized_panel_count(shape);
  const int rows = quantized_strip(shape->window, shape->stride).rows;
  const int strips = (all->end - all->first + rows - 1) / rows;
  const int first = all->first + vision_part_start(strips, range, all->ranges) * rows;
  const int limit = all->first + vision_part_start(strips, range + 1, all->ranges) * rows;
  const int end = limit < all->end ? limit : all->end;
  const int firstPanel = vision_part_start(panels, share, all->shares);
  const int endPanel = vision_part_start(panels, share + 1, all->shares);
  const int endChannel = endPanel * QUANTIZED_PANEL < shape->outputs ? endPanel * QUANTIZED_PANEL : shape->outputs;
  const int unit = all->kernels->unit;
  for (int row = first; row < end; row += rows) {
    for (int channel = firstPanel * QUANTIZED_PANEL; channel < endChannel;) {
      // Two at a time as long as both are full.
      const int units = endChannel - channel >= 2 * unit ? 2 : 1;
      all->kernels->strips(all, channel, units, row, end - row < rows ? end - row : rows);
      channel += units * unit;
    }
  }
}

void vision_quantized_depthwise(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output,
  VisionThreadPool *pool
) {
  const int rows = quantized_strip(shape->window, shape->stride).rows, strips = (shape->outputHeight + rows - 1) / rows;
  const int threads = vision_thread_pool_thread_count(pool);
  Parts all = {shape, packed, input, output, kernels[path], 0, shape->outputHeight, 1, 1};
  if (threads > 1) {
    const int panels = quantized_panel_count(shape);
    // Panels are shared where there are many, else strips.
    if (panels >= 4 * threads) all.shares = 2 * threads;
    else all.ranges = strips < 4 * threads ? strips : 4 * threads;
  }
  vision_thread_pool_run(pool, convolve_part, &all, all.ranges * all.shares);
}

void vision_quantized_depthwise_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, int firstRow,
  int endRow
) {
  const Parts all = {shape, packed, input, output, kernels[path], firstRow, endRow, 1, 1};
  convolve_part(&all, 0, 0);
}
