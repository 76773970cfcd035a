#include <string.h>

#include "CVisionConvolution.h"
#include "Features.h"
#include "Rows.h"
#include "SparsePacking.h"
#include "ThreadPool.h"

#if defined(__x86_64__)

/// Pixels of the largest tile: with it a block of channels fills the first-level cache.
enum { TILE_PIXELS = 64 };

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma")))
#define LANES 16
#include "SparseTile.h"
#undef LANES
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "SparseTile.h"
#undef LANES
#undef TARGET
#undef FEATURES

typedef void Tile(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  int pixels, int firstGroup, int endGroup);

/// What all parts of a convolution share: each part is a share of a tile's output channels. Tiles are as equal in size
/// as vectors of `lanes` pixels allow.
typedef struct {
  const VisionSparse *shape;
  const VisionSparseWeights *weights;
  const float *input;
  float *output, *sums;
  Tile *tile;
  int lanes, vectors, tiles, shares;
} Tiles;

static void convolve_part(const void *work, int part, int thread) {
  const Tiles *all = work;
  const VisionSparse *shape = all->shape;
  const int tile = part / all->shares, share = part % all->shares, groups = group_count(shape);
  const int first = vision_part_start(all->vectors, tile, all->tiles) * all->lanes;
  const int end = vision_part_start(all->vectors, tile + 1, all->tiles) * all->lanes;
  all->tile(
    shape, all->weights, all->input + (ptrdiff_t)first * shape->inputs, all->output + (ptrdiff_t)first * shape->outputs,
    all->sums + (size_t)thread * vision_sparse_sum_count(shape), (end < shape->pixels ? end : shape->pixels) - first,
    vision_part_start(groups, share, all->shares), vision_part_start(groups, share + 1, all->shares));
}

/// Runs all tiles; where there are fewer than threads, each in shares.
static void convolve(Tiles all, VisionThreadPool *pool) {
  const int max = TILE_PIXELS / all.lanes, threads = vision_thread_pool_thread_count(pool);
  const int groups = group_count(all.shape);
  all.vectors = (all.shape->pixels + all.lanes - 1) / all.lanes;
  all.tiles = (all.vectors + max - 1) / max;
  if (all.tiles > threads) all.tiles = vision_round_up_parts(all.tiles, threads);
  all.shares = (threads + all.tiles - 1) / all.tiles;
  if (all.shares > groups) all.shares = groups;
  vision_thread_pool_run(pool, convolve_part, &all, all.tiles * all.shares);
}

void vision_sparse(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  VisionThreadPool *pool
) {
  if (has_avx512()) convolve((Tiles){shape, weights, input, output, sums, sparse_tile_16_avx512, 16}, pool);
  else if (has_avx2()) convolve((Tiles){shape, weights, input, output, sums, sparse_tile_8_avx2, 8}, pool);
  else vision_sparse_plain(shape, weights, input, output, sums);
}

void vision_sparse_avx2(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums
) {
  if (has_avx2()) convolve((Tiles){shape, weights, input, output, sums, sparse_tile_8_avx2, 8}, NULL);
  else vision_sparse_plain(shape, weights, input, output, sums);
}

void vision_sparse_rows(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  int width, int firstRow, int endRow
) {
  const ptrdiff_t first = (ptrdiff_t)firstRow * width;
  VisionSparse rows = *shape;
  rows.pixels = (endRow - firstRow) * width;
  vision_sparse(&rows, weights, input + first * shape->inputs, output + first * shape->outputs, sums, NULL);
}

size_t vision_sparse_sum_count(const VisionSparse *shape) { return (size_t)shape->outputs * TILE_PIXELS; }

#else

void vision_sparse(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  VisionThreadPool *pool
) {
  vision_sparse_plain(shape, weights, input, output, sums);
}

void vision_sparse_avx2(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums
) {
  vision_sparse_plain(shape, weights, input, output, sums);
}

size_t vision_sparse_sum_count(const VisionSparse *shape) { return (size_t)shape->outputs; }

#endif
