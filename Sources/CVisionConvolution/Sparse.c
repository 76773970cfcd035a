#include <string.h>

#include "CVisionConvolution.h"
#include "FloatBounds.h"
#include "Rows.h"
#include "SparsePacking.h"
#include "ThreadPool.h"

/// Pixels of the largest tile: with it a block of channels fills the first-level cache.
enum { TILE_PIXELS = 64 };

/// Where the results of a tile go.
typedef struct {
  float *output;
  /// What is added to them, of the output's shape; NULL for nothing. The sums are bounded.
  const float *residual;
  float min, max;
} SparseTarget;

#define TEMPLATE "SparseTile.h"
#include "FloatVectors.h"

typedef void Tile(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, const SparseTarget *to, float *sums,
  int pixels, int firstGroup, int endGroup);

/// The kernel for one processor, and the pixels of its vectors.
typedef struct {
  Tile *tile;
  int lanes;
} Kernel;

#if defined(__x86_64__)
static const Kernel sparse_avx512 = {sparse_tile_16_avx512, 16}, sparse_avx2 = {sparse_tile_8_avx2, 8};
#elif defined(__aarch64__)
static const Kernel sparse_neon = {sparse_tile_4_neon, 4};
#endif

static const Kernel *const kernels[PATHS] = FLOAT_PATHS(sparse);

/// What all parts of a convolution share: each part is a share of a tile's output channels. Tiles are as equal in size
/// as whole vectors of pixels allow.
typedef struct {
  const VisionSparse *shape;
  const VisionSparseWeights *weights;
  const float *input;
  SparseTarget target;
  float *sums;
  const Kernel *kernel;
  int vectors, tiles, shares;
} Tiles;

static void convolve_part(const void *work, int part, int thread) {
  const Tiles *all = work;
  const VisionSparse *shape = all->shape;
  const int tile = part / all->shares, share = part % all->shares, groups = group_count(shape);
  const int first = vision_part_start(all->vectors, tile, all->tiles) * all->kernel->lanes;
  const int end = vision_part_start(all->vectors, tile + 1, all->tiles) * all->kernel->lanes;
  SparseTarget target = all->target;
  target.output += (ptrdiff_t)first * shape->outputs;
  if (target.residual != NULL) target.residual += (ptrdiff_t)first * shape->outputs;
  all->kernel->tile(
    shape, all->weights, all->input + (ptrdiff_t)first * shape->inputs, &target,
    all->sums + (size_t)thread * vision_sparse_sum_count(shape), (end < shape->pixels ? end : shape->pixels) - first,
    vision_part_start(groups, share, all->shares), vision_part_start(groups, share + 1, all->shares));
}

/// Runs all tiles; where there are fewer than threads, each in shares.
static void convolve(Tiles all, VisionThreadPool *pool) {
  const int lanes = all.kernel->lanes, max = TILE_PIXELS / lanes, threads = vision_thread_pool_thread_count(pool);
  const int groups = group_count(all.shape);
  all.vectors = (all.shape->pixels + lanes - 1) / lanes;
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
  vision_sparse_sum(shape, weights, input, NULL, output, sums, pool);
}

static SparseTarget target_of(float *output, const VisionEpilogue *epilogue) {
  if (epilogue == NULL || epilogue->residual == NULL) return (SparseTarget){output, NULL, 0, 0};
  return (SparseTarget){output, epilogue->residual, epilogue->min, epilogue->max};
}

void vision_sparse_sum(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, const VisionEpilogue *epilogue,
  float *output, float *sums, VisionThreadPool *pool
) {
  const Kernel *best = kernels[vision_path()];
  if (best != NULL) {
    convolve((Tiles){shape, weights, input, target_of(output, epilogue), sums, best}, pool);
    return;
  }
  vision_sparse_plain(shape, weights, input, output, sums);
  vision_add_residual(epilogue, (size_t)shape->pixels * (size_t)shape->outputs, output);
}

void vision_sparse_rows(
  Path path, const VisionSparse *shape, const VisionSparseWeights *weights, const float *input,
  const VisionEpilogue *epilogue, float *output, float *sums, int width, int firstRow, int endRow
) {
  const ptrdiff_t first = (ptrdiff_t)firstRow * width;
  VisionSparse rows = *shape;
  rows.pixels = (endRow - firstRow) * width;
  SparseTarget target = target_of(output + first * shape->outputs, epilogue);
  if (target.residual != NULL) target.residual += first * shape->outputs;
  convolve((Tiles){&rows, weights, input + first * shape->inputs, target, sums, kernels[path]}, NULL);
}

size_t vision_sparse_sum_count(const VisionSparse *shape) { return (size_t)shape->outputs * TILE_PIXELS; }
