#include <string.h>

#include "CVisionConvolution.h"
#include "DensePacking.h"
#include "Features.h"
#include "Rows.h"
#include "Team.h"

#if defined(__x86_64__)

enum {
  MOST_PIXELS = 12,
  /// Weights that a second-level cache holds beside the data.
  GROUP_WEIGHTS = 3 << 13,
  /// Pixels of a part, side by side.
  PART_PIXELS = 48,
  /// Pixels of a part that is a strip of rows, for which zeros are put around its input.
  STRIP_PIXELS = 512,
};

/// Pixels side by side and two vectors of output channels, or one.
typedef struct {
  const VisionDense *shape;
  const VisionEpilogue *epilogue;
  /// What the first pixel's window looks at, and how far from it the next row and the next pixel's are.
  const float *input;
  ptrdiff_t rowStride, pixelStride;
  const char *packed;
  float *output;
  ptrdiff_t pixel;
  int channel;
} DenseTile;

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma,f16c")))
#define PIXELS 12
#define LANES 16
#include "DenseTile.h"
#undef LANES
#define LANES 8
#include "DenseTile.h"
#undef LANES
#undef PIXELS
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma,f16c")))
#define PIXELS 6
#define LANES 8
#include "DenseTile.h"
#undef LANES
#undef PIXELS
#undef TARGET
#undef FEATURES

typedef void Tile(const DenseTile *tile, int pixels, int vectors);

/// The kernels of a processor.
typedef struct {
  /// For many channels, and for the last few, up to 8.
  Tile *wide, *narrow;
  /// The channels of one of its vectors, and the pixels of a tile.
  int lanes, pixels;
  /// The numbers of a window from which on tiles of two vectors are faster than those of one.
  int longWindow;
} Kernels;

static const Kernels avx512 = {dense_16_avx512, dense_8_avx512, 16, 12, 256};
static const Kernels avx2 = {dense_8_avx2, dense_8_avx2, 8, 6, 0};

/// What the parts of a convolution have in common: each is a range of pixels, whole rows of them where windows overlap, and of
/// those a share of the output channels.
typedef struct {
  const VisionDense *shape;
  const char *packed;
  const float *input;
  const VisionEpilogue *epilogue;
  float *output, *work;
  const Kernels *kernels;
  int ranges, shares;
} Parts;

/// Whether windows are single pixels and meet every one, so that rows of the picture do not matter.
static bool is_pointwise(const VisionDense *shape) {
  return shape->window == 1 && shape->stride == 1 && shape->top == 0 && shape->left == 0
    && shape->inputHeight == shape->outputHeight && shape->inputWidth == shape->outputWidth;
}

static int pair_count(const VisionDense *shape) { return (panel_count(shape) + 1) / 2; }

static int padded_width(const VisionDense *shape) { return (shape->outputWidth - 1) * shape->stride + shape->window; }

static int strip_rows(const VisionDense *shape) {
  const int rows = STRIP_PIXELS / shape->outputWidth;
  return rows < 1 ? 1 : rows < shape->outputHeight ? rows : shape->outputHeight;
}

/// The input rows that some output rows look at.
static int padded_rows(const VisionDense *shape, int rows) { return (rows - 1) * shape->stride + shape->window; }

size_t vision_dense_work_count(const VisionDense *shape) {
  if (is_pointwise(shape)) return 0;
  return (size_t)padded_rows(shape, strip_rows(shape)) * (size_t)(padded_width(shape) * shape->inputs);
}

/// A tile, by vectors of output channels side by side: from `first` to `end`.
static void convolve_channels(const Parts *all, DenseTile tile, int pixels, int first, int end) {
  const Kernels *kernels = all->kernels;
  const bool isLong = window_count(all->shape) >= kernels->longWindow;
  for (int channel = first; channel < end;) {
    const int left = end - channel;
    const bool isNarrow = left <= 8;
    // Two vectors for what is more than one and a half.
    const int vectors = isLong && 2 * left > 3 * kernels->lanes ? 2 : 1;
    tile.channel = channel;
    (isNarrow ? kernels->narrow : kernels->wide)(&tile, pixels, isNarrow ? 1 : vectors);
    channel += isNarrow ? 8 : vectors * kernels->lanes;
  }
}

/// Pixels side by side, tile by tile, for some pairs of panels: as many channels at a time as have their weights in a cache.
static void convolve_pixels(const Parts *all, DenseTile tile, int count, int firstPair, int endPair) {
  const VisionDense *shape = all->shape;
  const float *input = tile.input;
  const ptrdiff_t pixel = tile.pixel, fitting = GROUP_WEIGHTS / (window_count(shape) * 2 * PANEL);
  const int pairs = fitting < 1 ? 1 : (int)fitting;
  for (int pair = firstPair; pair < endPair; pair += pairs) {
    const int endChannel = (pair + pairs < endPair ? pair + pairs : endPair) * 2 * PANEL;
    for (int done = 0; done < count;) {
      const int rest = count - done, most = all->kernels->pixels, pixels = rest >= most ? most : rest >= 4 ? 4 : 1;
      tile.input = input + done * tile.pixelStride;
      tile.pixel = pixel + done;
      convolve_channels(
        all, tile, pixels, pair * 2 * PANEL, endChannel < shape->outputs ? endChannel : shape->outputs);
      done += pixels;
    }
  }
}

/// Copies the input rows of a strip with zeros around them.
static void pad(const VisionDense *shape, const float *input, int firstRow, int rows, float *padded) {
  const int channels = shape->inputs, width = padded_width(shape), inputRow = firstRow * shape->stride - shape->top;
  const int endColumn = width - shape->left < shape->inputWidth ? width - shape->left : shape->inputWidth;
  memset(padded, 0, (size_t)(padded_rows(shape, rows) * width * channels) * sizeof(float));
  for (int row = 0; row < padded_rows(shape, rows); row++) {
    const int from = inputRow + row;
    if (from < 0 || from >= shape->inputHeight) continue;
    memcpy(
      padded + ((ptrdiff_t)row * width + shape->left) * channels,
      input + (ptrdiff_t)from * shape->inputWidth * channels, (size_t)(endColumn * channels) * sizeof(float));
  }
}

/// Some pixels of a convolution by single pixels.
static void convolve_range(const Parts *all, int first, int end, int firstPair, int endPair) {
  const ptrdiff_t stride = all->shape->inputs;
  for (int pixel = first; pixel < end; pixel += PART_PIXELS) {
    const DenseTile tile = {
      .shape = all->shape, .packed = all->packed, .epilogue = all->epilogue,
      .input = all->input + pixel * stride, .pixelStride = stride, .output = all->output, .pixel = pixel,
    };
    convolve_pixels(all, tile, end - pixel < PART_PIXELS ? end - pixel : PART_PIXELS, firstPair, endPair);
  }
}

/// Some rows of a convolution by larger windows, no more than a strip.
static void convolve_strip(const Parts *all, float *padded, int first, int end, int firstPair, int endPair) {
  const VisionDense *shape = all->shape;
  const ptrdiff_t rowStride = (ptrdiff_t)padded_width(shape) * shape->inputs;
  pad(shape, all->input, first, end - first, padded);
  for (int row = first; row < end; row++) {
    const DenseTile tile = {
      .shape = shape, .packed = all->packed, .epilogue = all->epilogue,
      .input = padded + (row - first) * shape->stride * rowStride, .rowStride = rowStride,
      .pixelStride = shape->stride * shape->inputs, .output = all->output,
      .pixel = (ptrdiff_t)row * shape->outputWidth,
    };
    convolve_pixels(all, tile, shape->outputWidth, firstPair, endPair);
  }
}

static void convolve_part(const void *work, int part, int member) {
  const Parts *all = work;
  const VisionDense *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares;
  const int pairs = pair_count(shape);
  const int firstPair = vision_part_start(pairs, share, all->shares);
  const int endPair = vision_part_start(pairs, share + 1, all->shares);
  if (is_pointwise(shape)) {
    const int pixels = shape->outputHeight * shape->outputWidth, tiles = (pixels + MOST_PIXELS - 1) / MOST_PIXELS;
    const int first = vision_part_start(tiles, range, all->ranges) * MOST_PIXELS;
    const int end = vision_part_start(tiles, range + 1, all->ranges) * MOST_PIXELS;
    convolve_range(all, first, end < pixels ? end : pixels, firstPair, endPair);
  } else {
    float *padded = all->work + (size_t)member * vision_dense_work_count(shape);
    const int first = vision_part_start(shape->outputHeight, range, all->ranges);
    const int end = vision_part_start(shape->outputHeight, range + 1, all->ranges);
    convolve_strip(all, padded, first, end, firstPair, endPair);
  }
}

/// All parts.
static void convolve(Parts all, VisionTeam *team) {
  const VisionDense *shape = all.shape;
  const int pixels = shape->outputHeight * shape->outputWidth;
  const int mostRanges = is_pointwise(shape) ? (pixels + MOST_PIXELS - 1) / MOST_PIXELS : shape->outputHeight;
  const int ranges = is_pointwise(shape)
    ? (pixels + PART_PIXELS - 1) / PART_PIXELS : (shape->outputHeight + strip_rows(shape) - 1) / strip_rows(shape);
  const VisionParts parts = vision_team_split(ranges, mostRanges, pair_count(shape), vision_team_members(team));
  all.ranges = parts.ranges;
  all.shares = parts.shares;
  vision_team_share(team, convolve_part, &all, all.ranges * all.shares);
}

/// The widest kernels that the processor has; AVX2 is there.
static const Kernels *widest(void) { return has_avx512() ? &avx512 : &avx2; }

void vision_dense(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, VisionTeam *team
) {
  if (has_avx2()) convolve((Parts){shape, packed, input, epilogue, output, work, widest(), 0, 0}, team);
  else vision_dense_plain(shape, packed, input, epilogue, output);
}

void vision_dense_avx2(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work
) {
  if (has_avx2()) convolve((Parts){shape, packed, input, epilogue, output, work, &avx2, 0, 0}, NULL);
  else vision_dense_plain(shape, packed, input, epilogue, output);
}

void vision_dense_rows(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, int firstRow, int endRow
) {
  const Parts all = {shape, packed, input, epilogue, output, work, widest(), 1, 1};
  const int pairs = pair_count(shape), width = shape->outputWidth;
  if (is_pointwise(shape)) {
    convolve_range(&all, firstRow * width, endRow * width, 0, pairs);
    return;
  }
  for (int row = firstRow; row < endRow; row += strip_rows(shape)) {
    const int end = row + strip_rows(shape) < endRow ? row + strip_rows(shape) : endRow;
    convolve_strip(&all, work, row, end, 0, pairs);
  }
}

#else

void vision_dense(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, VisionTeam *team
) {
  vision_dense_plain(shape, packed, input, epilogue, output);
}

void vision_dense_avx2(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work
) {
  vision_dense_plain(shape, packed, input, epilogue, output);
}

size_t vision_dense_work_count(const VisionDense *shape) { return 0; }

#endif
