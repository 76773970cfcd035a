#include <string.h>

#include "DepthwisePacking.h"
#include "QuantizedKernel.h"
#include "ThreadPool.h"

enum {
  /// The quads of input rows that a strip of output rows reads.
  MAX_QUADS = 2,
  /// Output columns whose input is interleaved at a time; it stays in the first-level cache.
  STRIP_BLOCK = 32,
  /// Input columns of a block, with those that a pair of output columns reads beyond its end.
  MAX_COLUMNS = 2 * STRIP_BLOCK + 5,
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

/// Channels of one vector that are convolved as floats.
typedef struct {
  const VisionQuantized *shape;
  /// Their panel, the first one's place in it, and how many there are.
  const QuantizedPanelHead *head;
  int lane, present;
} ByteChannels;

/// The kernel for one processor: with products of bytes where it has them, else as floats.
typedef struct Kernels {
  /// The channels of a unit.
  int unit;
  /// `count` rows from a row on, for the channels of one or two units.
  void (*quads)(const Parts *all, int channel, int units, int row, int count);
  /// The same for the channels of a vector of floats.
  void (*floats)(
    const VisionDepthwise *shape, const DepthwiseSteps *steps, const ByteChannels *channels, const uint8_t *input,
    uint8_t *output, int row, int count);
  int registers;
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
#define PRODUCTS_ONLY
#include "ByteVectors.h"

#define TEMPLATE "DepthwiseStrip.h"
#define BYTES
#include "FloatVectors.h"
#undef BYTES

#if defined(__x86_64__)
static const Kernels depthwise_avx512 = {.unit = 16, .floats = dispatch_16_avx512, .registers = 32};
static const Kernels depthwise_avx2 = {.unit = 8, .floats = dispatch_8_avx2, .registers = 16};
#elif defined(__aarch64__)
static const Kernels depthwise_neon = {.unit = 4, .floats = dispatch_4_neon, .registers = 32};
#endif

// Each channel has products of its own only, which are no matrices.
#define depthwise_amx depthwise_avx512vnni

static const Kernels *const kernels[PATHS] = BYTE_PATHS(depthwise);

/// A strip for the channels of a unit.
static void convolve_as_floats(const Parts *all, int channel, int row, int count) {
  const VisionQuantized *shape = all->shape;
  const VisionDepthwise floats = {
    shape->inputHeight, shape->inputWidth, shape->outputHeight, shape->outputWidth, shape->inputs, shape->window,
    shape->stride, shape->top, shape->left, 0, 0, 1, false,
  };
  const ptrdiff_t pixel = shape->inputs;
  const DepthwiseSteps steps = {pixel, shape->inputWidth * pixel, shape->outputWidth * pixel, NULL, 0};
  const ByteChannels channels = {
    shape,
    (const QuantizedPanelHead *)(all->packed + channel / QUANTIZED_PANEL * quantized_panel_size(shape)),
    channel % QUANTIZED_PANEL, shape->outputs - channel,
  };
  all->kernels->floats(&floats, &steps, &channels, all->input + channel, all->output + channel, row, count);
}

/// The output rows that are computed together.
static int rows_of_strip(const VisionQuantized *shape, const Kernels *kernels) {
  return kernels->quads != NULL
    ? quantized_strip(shape->window, shape->stride).rows
    : depthwise_strip_rows(shape->window, shape->stride, kernels->registers, false);
}

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionQuantized *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares, panels = quantized_panel_count(shape);
  const int rows = rows_of_strip(shape, all->kernels);
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
      const int count = end - row < rows ? end - row : rows;
      // Two at a time as long as both are full.
      const int units = all->kernels->quads != NULL && endChannel - channel >= 2 * unit ? 2 : 1;
      if (all->kernels->quads != NULL) all->kernels->quads(all, channel, units, row, count);
      else convolve_as_floats(all, channel, row, count);
      channel += units * unit;
    }
  }
}

void vision_quantized_depthwise(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output,
  VisionThreadPool *pool
) {
  const int rows = rows_of_strip(shape, kernels[path]), strips = (shape->outputHeight + rows - 1) / rows;
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
