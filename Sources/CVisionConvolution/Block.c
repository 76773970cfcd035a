#include <string.h>

#include "CVisionConvolution.h"
#include "Rows.h"
#include "Validation.h"
#include "Stage.h"
#include "ThreadPool.h"
#include "Thresholds.h"

enum {
  /// Maximum stages of a block that runs row by row; longer ones run stage by stage.
  MAX_STAGES = 8,
  /// Maximum output rows that a thread computes at a time; fewer where that would take more memory.
  MAX_CHUNK = 8,
  /// Maximum weights of a pointwise convolution that each thread widens and reads for its own rows.
  FEW_WEIGHTS = 1 << 14,
};

/// Rounded up to a multiple of 64 bytes.
static size_t whole_lines(size_t size) { return (size + 63) / 64 * 64; }

/// Rows between two stages that a thread holds in memory.
typedef struct {
  char *memory;
  int first, end;
} Rows;

/// How a block runs row by row.
typedef struct {
  StageRows rows[MAX_STAGES];
  /// Maximum rows between a stage and the next that a thread holds.
  int capacities[MAX_STAGES];
  /// Output rows at a time.
  int chunk;
  /// Bytes of a thread's memory, and of the kernels' part of it.
  size_t memory, work;
} Plan;

/// The bytes of all intermediate tensors.
static size_t between_size(const VisionStage *stages, int count) {
  size_t sum = 0;
  for (int i = 0; i < count - 1; i++) {
    const StageRows rows = rows_of(&stages[i]);
    sum += (size_t)rows.outputHeight * (size_t)rows.outputRow;
  }
  return sum;
}

/// The largest of them.
static size_t largest_between(const VisionStage *stages, int count) {
  size_t largest = 0;
  for (int i = 0; i < count - 1; i++) {
    const StageRows rows = rows_of(&stages[i]);
    const size_t size = (size_t)rows.outputHeight * (size_t)rows.outputRow;
    if (size > largest) largest = size;
  }
  return whole_lines(largest);
}

static size_t largest_work(const VisionStage *stages, int count) {
  size_t largest = 0;
  for (int i = 0; i < count; i++) {
    const size_t work = rows_of(&stages[i]).work;
    if (work > largest) largest = work;
  }
  return whole_lines(largest);
}

static Plan plan(const VisionStage *stages, int count) {
  Plan plan = {.work = largest_work(stages, count)};
  for (int i = 0; i < count; i++) plan.rows[i] = rows_of(&stages[i]);
  for (plan.chunk = MAX_CHUNK;; plan.chunk /= 2) {
    int64_t needed = plan.chunk;
    plan.memory = 0;
    for (int i = count - 1; i > 0; i--) {
      // Bounded by the tensor's height, or strides would multiply over the stages.
      needed = (needed - 1) * plan.rows[i].stride + plan.rows[i].window;
      if (needed > plan.rows[i].inputHeight) needed = plan.rows[i].inputHeight;
      plan.capacities[i - 1] = (int)needed;
      plan.memory += whole_lines((size_t)needed * (size_t)plan.rows[i - 1].outputRow);
    }
    if (plan.chunk == 1 || plan.memory <= vision_block_rows) return plan;
  }
}

/// Whether threads meet once for the block in the place of once for each stage at no cost: rows of small pointwise
/// convolutions need no others. A single row would be one thread's.
static bool is_pointwise_after_first(const VisionStage *stages, int count) {
  if (rows_of(&stages[count - 1]).outputHeight == 1) return false;
  for (int i = 1; i < count; i++) {
    const VisionDense *dense = stages[i].dense;
    if (dense == NULL || dense->window != 1 || dense->stride != 1 || dense->inputs * dense->outputs > FEW_WEIGHTS)
      return false;
  }
  return count > 1;
}

static bool goes_by_rows(const VisionStage *stages, int count) {
  return vision_path() != PATH_PLAIN && count <= MAX_STAGES
    && (between_size(stages, count) > vision_large_block || is_pointwise_after_first(stages, count));
}

/// The epilogue of a dense convolution's rows. A residual that is pooled is written to their place first.
static VisionEpilogue epilogue_of_rows(
  Path path, const VisionDense *dense, const VisionEpilogue *epilogue, float *output, int first, int end
) {
  VisionEpilogue plain = *epilogue;
  if (epilogue->residual != NULL && epilogue->isResidualPooled) {
    vision_dense_pool_rows(path, dense, epilogue, output, first, end);
    plain.residual = output;
    plain.residualChannels = 0;
    plain.isResidualPooled = false;
  }
  return plain;
}

bool vision_block_sizes(const VisionStage *stages, int32_t count, int32_t threads, VisionBlockSizes *sizes) {
  if (count < 1 || threads < 1 || threads > VISION_MAX_THREADS) return false;
  uint64_t packed = 0;
  for (int i = 0; i < count; i++) {
    if (!vision_stage_is_valid(&stages[i])) return false;
    if (i > 0 && !vision_stage_follows(&stages[i - 1], &stages[i])) return false;
    if (__builtin_add_overflow(packed, vision_stage_packed_size(&stages[i]), &packed)) return false;
  }
  // With valid stages each summand is below 2^50 bytes, so none of these sums and products overflows.
  uint64_t work;
  if (goes_by_rows(stages, count)) {
    const Plan rows = plan(stages, count);
    work = (uint64_t)(rows.memory + rows.work) * (uint64_t)threads;
  } else {
    work = 2 * (uint64_t)largest_between(stages, count) + (uint64_t)largest_work(stages, count) * (uint64_t)threads;
  }
  *sizes = (VisionBlockSizes){.packed = packed, .work = work};
  return true;
}

/// What all parts of a block share: each part is a range of rows of its output.
typedef struct {
  const VisionStage *stages;
  int count;
  const Plan *plan;
  const char *input;
  const VisionEpilogue *epilogue;
  char *output, *memory;
  int parts;
  Path path;
} Ranges;

static void compute(
  const Ranges *all, int stage, const void *input, void *output, void *work, int first, int end
) {
  const VisionStage *one = &all->stages[stage];
  const VisionEpilogue inner = {.alpha = one->alpha};
  const bool isLast = stage == all->count - 1;
  if (one->dense != NULL) {
    const VisionEpilogue *whole = isLast ? all->epilogue : &inner;
    const VisionEpilogue epilogue = epilogue_of_rows(all->path, one->dense, whole, output, first, end);
    vision_dense_rows(all->path, one->dense, one->packed, input, &epilogue, output, work, first, end);
  } else if (one->depthwise != NULL) {
    vision_depthwise_rows(
      all->path, one->depthwise, one->packed, input, isLast ? all->epilogue : NULL, output, first, end);
  } else if (one->quantized != NULL) {
    vision_quantized_rows(all->path, one->quantized, one->packed, input, output, work, first, end);
  } else {
    vision_sparse_rows(
      all->path, one->sparse, one->sparseWeights, input, isLast ? all->epilogue : NULL, output, work, one->width, first,
      end);
  }
}

/// Computes some rows of a stage's output, and first the missing input rows that they need. `output` is the address of
/// row 0, which need not be in memory.
static void produce(const Ranges *all, Rows *between, void *work, int stage, char *output, int first, int end) {
  const StageRows *rows = &all->plan->rows[stage];
  if (stage == 0) {
    compute(all, 0, all->input, output, work, first, end);
    return;
  }
  const int start = first * rows->stride - rows->top, stop = (end - 1) * rows->stride - rows->top + rows->window;
  const int firstInput = start < 0 ? 0 : start, endInput = stop < rows->inputHeight ? stop : rows->inputHeight;
  Rows *given = &between[stage - 1];
  // Rows before the first needed one will not be needed again.
  if (given->end <= firstInput) given->end = given->first = firstInput;
  if (given->first < firstInput) {
    memmove(
      given->memory, given->memory + (firstInput - given->first) * rows->inputRow,
      (size_t)(given->end - firstInput) * (size_t)rows->inputRow);
    given->first = firstInput;
  }
  char *origin = given->memory - given->first * rows->inputRow;
  if (given->end < endInput) {
    produce(all, between, work, stage - 1, origin, given->end, endInput);
    given->end = endInput;
  }
  compute(all, stage, origin, output, work, first, end);
}

static void convolve_range(const void *work, int part, int thread) {
  const Ranges *all = work;
  const Plan *plan = all->plan;
  const int last = all->count - 1, height = plan->rows[last].outputHeight;
  const int first = height * part / all->parts, end = height * (part + 1) / all->parts;
  char *memory = all->memory + (size_t)thread * (plan->memory + plan->work);
  Rows between[MAX_STAGES];
  for (int i = 0; i < last; i++) {
    between[i] = (Rows){.memory = memory};
    memory += whole_lines((size_t)plan->capacities[i] * (size_t)plan->rows[i].outputRow);
  }
  for (int row = first; row < end; row += plan->chunk) {
    produce(all, between, memory, last, all->output, row, row + plan->chunk < end ? row + plan->chunk : end);
  }
}

static void convolve_by_rows(
  const VisionStage *stages, int count, const void *input, const VisionEpilogue *epilogue, void *output, void *work,
  VisionThreadPool *pool
) {
  const Plan rows = plan(stages, count);
  const int threads = vision_thread_pool_thread_count(pool), height = rows.rows[count - 1].outputHeight;
  const Ranges all = {
    stages, count, &rows, input, epilogue, output, work, threads < height ? threads : height, vision_path(),
  };
  vision_thread_pool_run(pool, convolve_range, &all, all.parts);
}

void vision_block(
  const VisionStage *stages, int32_t count, const void *input, const VisionEpilogue *epilogue, void *output, void *work,
  VisionThreadPool *pool
) {
  if (goes_by_rows(stages, count)) {
    convolve_by_rows(stages, count, input, epilogue, output, work, pool);
    return;
  }
  const size_t size = largest_between(stages, count);
  char *memory = (char *)work + 2 * size;
  for (int i = 0; i < count; i++) {
    const VisionStage *stage = &stages[i];
    const bool isLast = i == count - 1;
    void *result = isLast ? output : (char *)work + (i % 2 == 0 ? 0 : size);
    const VisionEpilogue inner = {.alpha = stage->alpha}, *own = isLast ? epilogue : &inner;
    if (stage->dense != NULL) {
      const VisionEpilogue rows =
        epilogue_of_rows(vision_path(), stage->dense, own, result, 0, stage->dense->outputHeight);
      vision_dense(stage->dense, stage->packed, input, &rows, result, (float *)memory, pool);
    } else if (stage->depthwise != NULL) {
      vision_depthwise_sum(stage->depthwise, stage->packed, input, own, result, pool);
    } else if (stage->quantized != NULL) {
      vision_quantized(stage->quantized, stage->packed, input, result, memory, pool);
    } else {
      vision_sparse_sum(stage->sparse, stage->sparseWeights, input, own, result, (float *)memory, pool);
    }
    input = result;
  }
}
