#include "CVisionConvolution.h"

#include "Features.h"
#include "DepthwisePacking.h"
#include "Rows.h"
#include "Team.h"

// Compiled for x86-64 only: XNNPACK's kernels for other processors were not compared with.
#if defined(__x86_64__)

enum {
  MOST_WINDOW = 5,
  /// Output rows of a strip.
  MOST_COUNT = 6,
  /// Output columns whose windows look at one input column.
  MOST_AHEAD = 5,
};

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma")))
#define LANES 16
#include "DepthwiseStrip.h"
#undef LANES
#define LANES 8
#include "DepthwiseStrip.h"
#undef LANES
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "DepthwiseStrip.h"
#undef LANES
#undef TARGET
#undef FEATURES

typedef void Dispatch(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count);

/// The rows of a strip: as many as pay, of those that there are registers for the sums of.
static int rows_of_strip(const VisionDepthwise *shape, bool isWide) {
  if (shape->stride == 2) return 4;
  if (shape->window == 5) return 2;
  return isWide ? 6 : 4;
}

/// What the parts of a convolution have in common: each is a strip of the rows from `first` on, and of that a share of the
/// channels.
typedef struct {
  const VisionDepthwise *shape;
  const float *packed, *input;
  float *output;
  Dispatch *by16, *by8;
  int first, rows, strips, shares;
} Strips;

static int block_count(const VisionDepthwise *shape) { return (shape->channels + BLOCK - 1) / BLOCK; }

/// Channels in groups of 16, where there is a kernel for that, then of 8.
static void convolve_part(const void *work, int part, int member) {
  const Strips *all = work;
  const VisionDepthwise *shape = all->shape;
  const int strip = part / all->shares, share = part % all->shares, blocks = block_count(shape);
  const ptrdiff_t blockSize = BLOCK * (1 + shape->window * shape->window);
  const int firstRow = all->first + all->rows * strip / all->strips;
  const int count = all->first + all->rows * (strip + 1) / all->strips - firstRow;
  const int endBlock = blocks * (share + 1) / all->shares * BLOCK;
  const int end = endBlock < shape->channels ? endBlock : shape->channels;
  for (int channel = blocks * share / all->shares * BLOCK; channel < end;) {
    const bool isWide = all->by16 != NULL && end - channel >= 16;
    const float *weights = all->packed + channel / BLOCK * blockSize + channel % BLOCK;
    (isWide ? all->by16 : all->by8)(shape, weights, all->input + channel, all->output + channel, firstRow, count);
    channel += isWide ? 16 : 8;
  }
}

/// All strips. Where they are not as many for each member, the channels of each are shared, or there are more strips.
static void convolve(Strips all, VisionTeam *team) {
  const int most = rows_of_strip(all.shape, all.by16 != NULL), members = vision_team_members(team);
  all.strips = (all.rows + most - 1) / most;
  all.shares = 1;
  if (all.strips % members != 0) {
    const int even = vision_team_even(all.strips, members);
    if (block_count(all.shape) >= 4 * members) all.shares = members;
    else all.strips = even < all.rows ? even : all.rows;
  }
  vision_team_share(team, convolve_part, &all, all.strips * all.shares);
}

/// Some rows by the widest kernels that the processor has; AVX2 is there.
static Strips strips(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int first, int end
) {
  const bool isWide = has_avx512();
  return (Strips){
    shape, packed, input, output, isWide ? dispatch_16_avx512 : NULL, isWide ? dispatch_8_avx512 : dispatch_8_avx2,
    first, end - first, 1, 1,
  };
}

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionTeam *team
) {
  if (has_avx2()) convolve(strips(shape, packed, input, output, 0, shape->outputHeight), team);
  else vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  if (!has_avx2()) vision_depthwise_plain(shape, packed, input, output);
  else convolve((Strips){shape, packed, input, output, NULL, dispatch_8_avx2, 0, shape->outputHeight, 1, 1}, NULL);
}

void vision_depthwise_rows(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int endRow
) {
  convolve(strips(shape, packed, input, output, firstRow, endRow), NULL);
}

#else

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionTeam *team
) {
  vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  vision_depthwise_plain(shape, packed, input, output);
}

#endif
