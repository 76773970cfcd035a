// The kernel for `LANES` adjacent channels, compiled for `FEATURES`. Included once for each pair, so there is no
// include guard. With BYTES it convolves quantized values as floats, in which their sums are exact.
//
// A strip is a few output rows, full width, of `LANES` channels. From left to right the products of an input column with
// all weights are added at once, to the sums of as many output columns as a window is wide, which stay in registers. So
// nothing depends on the first-level cache: rows of a tensor are often a multiple of 4096 bytes apart and would evict one
// another.

#include "Inline.h"

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET VISION_INLINE
/// Whether `LANES` are two vectors of the processor.
#define IS_PAIRED (REGISTERS == 16 && LANES == 16)

typedef float NAME(Vector) __attribute__((vector_size(4 * LANES)));
typedef int32_t NAME(Mask) __attribute__((vector_size(4 * LANES)));
typedef float NAME(Loose) __attribute__((vector_size(4 * LANES), aligned(4)));
#define VECTOR NAME(Vector)
#define LOAD(pointer) (*(const NAME(Loose) *)(pointer))

#ifdef BYTES
#include "DepthwiseBytes.h"
#else
#include "DepthwiseFloats.h"
#endif

/// The rows that a strip at an edge reads. Another row is read in place of one beyond the input, and masked, as 0.
typedef struct {
  ptrdiff_t offsets[MAX_ROWS];
  NAME(Mask) masks[MAX_ROWS];
} NAME(Edge);

INLINE void NAME(find_edge)(
  NAME(Edge) *edge, int firstRow, const int rows, const VisionDepthwise *shape, ptrdiff_t rowStride
) {
#pragma clang loop unroll(full)
  for (int i = 0; i < rows; i++) {
    const int row = firstRow + i;
    const bool isInside = row >= 0 && row < shape->inputHeight;
    edge->offsets[i] = (isInside ? i : firstRow < 0 ? -firstRow : 0) * rowStride;
    edge->masks[i] = (NAME(Mask)){0} - isInside;
  }
}

/// Adds the products of an input column to the sums of the output columns that read it; the first of these ends at most
/// `stride` - 1 - `phase` columns later. Each weight is loaded once for all rows.
///
/// - Parameter edge: NULL when all rows are in the input.
INLINE void NAME(add)(
  const NAME(Ends) *ends, const NUMBER *from, ptrdiff_t rowStride, const NAME(Edge) *edge, const VECTOR *taps,
  VECTOR (*sums)[MAX_COUNT], const int phase, const int count, const int window, const int stride, const bool isFull
) {
  VECTOR values[MAX_COUNT];
#pragma clang loop unroll(full)
  for (int tap = 0; tap < window; tap++) {
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
      const int row = tap + i * stride;
      if (stride == 1 && tap > 0 && i + 1 < count) {
        values[i] = values[i + 1];
      } else if (edge == NULL) {
        values[i] = NAME(value)(ends, from + row * rowStride, isFull);
      } else {
        const VECTOR value = NAME(value)(ends, from + edge->offsets[row], isFull);
        values[i] = (VECTOR)((NAME(Mask))value & edge->masks[row]);
      }
    }
#pragma clang loop unroll(full)
    for (int ahead = 0; ahead < MAX_AHEAD; ahead++) {
      const int column = window - stride + phase - ahead * stride;
      if (column < 0) continue;
      const VECTOR weight = taps[column * window + tap];
#pragma clang loop unroll(full)
      for (int i = 0; i < count; i++) sums[ahead][i] = __builtin_elementwise_fma(values[i], weight, sums[ahead][i]);
    }
  }
}

/// Writes a column of outputs.
INLINE void NAME(column)(
  const NAME(Ends) *ends, const VECTOR *sums, NUMBER *to, ptrdiff_t rowStride, const int count, const bool isFull,
  const bool isPlain
) {
#pragma clang loop unroll(full)
  for (int i = 0; i < count; i++) NAME(write)(ends, sums[i], to + i * rowStride, isFull, isPlain);
}

INLINE void NAME(strip)(
  const VisionDepthwise *all, const DepthwiseSteps *distances, const PACKED *packed, const NUMBER *input,
  NUMBER *output, int firstRow, const int count, const int window, const int stride, const bool isFull
) {
  // Copies: the bytes that are written may alias what a pointer leads to.
  const VisionDepthwise copy = *all, *const shape = &copy;
  const DepthwiseSteps steps = *distances;
  const NAME(Ends) ends = NAME(ends)(shape, &steps, packed);
  const int rows = (count - 1) * stride + window, columns = (window - 1) / stride + 1;
  const int inputRow = firstRow * stride - shape->top;
  const bool isWhole = inputRow >= 0 && shape->inputHeight - inputRow >= rows;
  const ptrdiff_t rowStride = steps.inputRow;
  const NUMBER *source = input + inputRow * rowStride;
  NUMBER *target = output + firstRow * steps.outputRow;
  NAME(Edge) edge;
  if (!isWhole) NAME(find_edge)(&edge, inputRow, rows, shape, rowStride);

  const VECTOR biases = NAME(start)(packed);
  VECTOR taps[MAX_WINDOW * MAX_WINDOW], sums[MAX_AHEAD][MAX_COUNT];
#pragma clang loop unroll(full)
  for (int i = 0; i < window * window; i++) taps[i] = NAME(tap)(packed, i / window, i % window, window);
#pragma clang loop unroll(full)
  for (int ahead = 0; ahead < columns; ahead++) {
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) sums[ahead][i] = biases;
  }
  // Each output column needs the input columns that no window before it had.
  for (int x = 1 - columns; x < shape->outputWidth; x++) {
    // Hides that the weights are constant. The compiler would keep all of them in registers, and spill most to places in
    // memory that are not aligned, so that loads cross cache lines.
    const VECTOR *weights = taps;
    __asm__ volatile("" : "+r"(weights) : : "memory");
#pragma clang loop unroll(full)
    for (int phase = 0; phase < stride; phase++) {
      const int column = x * stride - shape->left + window - stride + phase;
      if (column < 0 || column >= shape->inputWidth) continue;
      const NUMBER *from = source + column * steps.pixel;
      if (isWhole) NAME(add)(&ends, from, rowStride, NULL, weights, sums, phase, count, window, stride, isFull);
      else NAME(add)(&ends, from, rowStride, &edge, weights, sums, phase, count, window, stride, isFull);
    }
    if (x >= 0) {
      NUMBER *to = target + x * steps.pixel;
      // One look for all rows, since two for each take 7 % of the instructions.
      if (NAME(is_plain)(&ends)) NAME(column)(&ends, sums[0], to, steps.outputRow, count, isFull, true);
      else NAME(column)(&ends, sums[0], to, steps.outputRow, count, isFull, false);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
#pragma clang loop unroll(full)
      for (int ahead = 0; ahead + 1 < columns; ahead++) sums[ahead][i] = sums[ahead + 1][i];
      sums[columns - 1][i] = biases;
    }
  }
}

#define CASE(count, window, stride) \
  case count: NAME(strip)(shape, steps, packed, input, output, firstRow, count, window, stride, true); break;
#define CASES_TO_2(window, stride) CASE(1, window, stride) CASE(2, window, stride)
#define CASES_TO_4(window, stride) CASES_TO_2(window, stride) CASE(3, window, stride) CASE(4, window, stride)
#define CASES_TO_6(window, stride) CASES_TO_4(window, stride) CASE(5, window, stride) CASE(6, window, stride)

#ifdef BYTES

/// One row, for fewer channels than a vector has.
TARGET static void NAME(partial)(
  const VisionDepthwise *shape, const DepthwiseSteps *steps, const PACKED *packed, const NUMBER *input, NUMBER *output,
  int row
) {
#define PARTIAL(size, step) \
  if (shape->window == size && shape->stride == step) { \
    NAME(strip)(shape, steps, packed, input, output, row, 1, size, step, false); \
  }
  PARTIAL(3, 1) PARTIAL(3, 2) PARTIAL(5, 1) PARTIAL(5, 2)
#undef PARTIAL
}

#endif

/// A strip of `count` rows, with a compile-time shape.
TARGET static void NAME(dispatch)(
  const VisionDepthwise *shape, const DepthwiseSteps *steps, const PACKED *packed, const NUMBER *input, NUMBER *output,
  int firstRow, int count
) {
#ifdef BYTES
  if (packed->present < LANES) {
    for (int row = firstRow; row < firstRow + count; row++) NAME(partial)(shape, steps, packed, input, output, row);
    return;
  }
#endif
  if (IS_PAIRED) {
    if (shape->window == 3 && shape->stride == 1) switch (count) { CASES_TO_2(3, 1) }
    if (shape->window == 3 && shape->stride == 2) switch (count) { CASES_TO_2(3, 2) }
    return;
  }
  if (shape->window == 5 && shape->stride == 1) switch (count) { CASES_TO_2(5, 1) }
  if (shape->window == 5 && shape->stride == 2) switch (count) { CASES_TO_4(5, 2) }
  if (shape->window == 3 && shape->stride == 1) switch (count) { CASES_TO_6(3, 1) }
  if (shape->window == 3 && shape->stride == 2) switch (count) { CASES_TO_4(3, 2) }
}

#undef CASES_TO_6
#undef CASES_TO_4
#undef CASES_TO_2
#undef CASE
#undef NUMBER
#undef PACKED
#undef LOAD
#undef VECTOR
#undef INLINE
#undef IS_PAIRED
#undef NAME
#undef NAME_IN
#undef NAME_OF
