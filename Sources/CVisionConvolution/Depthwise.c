#include "CVisionConvolution.h"

#include "Features.h"
#include "DepthwisePacking.h"
#include "Team.h"

// Compiled for x86-64 only: XNNPACK's kernels for other processors were not compared with.
#if defined(__x86_64__)

enum {
  MOST_WINDOW = 5,
  /// Output rows of a strip.
  MOST_COUNT = 8,
  /// Input rows of a strip: two a row of the output, and a window.
  MOST_ROWS = 20,
  /// Columns that are kept, more than a window has.
  RING = 8,
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

/// The rows of a strip: as many as registers and the ring hold to advantage, which is fewer when windows hardly
/// overlap.
static int rows_of_strip(const VisionDepthwise *shape) {
  if (shape->stride == 1) return MOST_COUNT;
  return shape->window == 5 ? 6 : 4;
}

/// What the parts of a convolution have in common: each is a strip.
typedef struct {
  const VisionDepthwise *shape;
  const float *packed, *input;
  float *output;
  Dispatch *by16, *by8;
  int strips;
} Strips;

/// A strip; channels in groups of 16, where there is a kernel for that, then of 8.
static void convolve_strip(const void *work, int part, int member) {
  const Strips *all = work;
  const VisionDepthwise *shape = all->shape;
  const ptrdiff_t blockSize = BLOCK * (1 + shape->window * shape->window);
  const int firstRow = shape->outputHeight * part / all->strips;
  const int count = shape->outputHeight * (part + 1) / all->strips - firstRow;
  for (int channel = 0; channel < shape->channels;) {
    const bool isWide = all->by16 != NULL && shape->channels - channel >= 16;
    const float *weights = all->packed + channel / BLOCK * blockSize + channel % BLOCK;
    (isWide ? all->by16 : all->by8)(shape, weights, all->input + channel, all->output + channel, firstRow, count);
    channel += isWide ? 16 : 8;
  }
}

/// All strips; at least one for each member, or what there are rows for.
static void convolve(Strips all, VisionTeam *team) {
  const int rows = all.shape->outputHeight, most = rows_of_strip(all.shape), members = vision_team_members(team);
  all.strips = (rows + most - 1) / most;
  if (all.strips < members) all.strips = members < rows ? members : rows;
  vision_team_share(team, convolve_strip, &all, all.strips);
}

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionTeam *team
) {
  if (has_avx512()) {
    convolve((Strips){shape, packed, input, output, dispatch_16_avx512, dispatch_8_avx512}, team);
  } else if (has_avx2()) convolve((Strips){shape, packed, input, output, NULL, dispatch_8_avx2}, team);
  else vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  if (has_avx2()) convolve((Strips){shape, packed, input, output, NULL, dispatch_8_avx2}, NULL);
  else vision_depthwise_plain(shape, packed, input, output);
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
