// The kernel for `LANES` adjacent channels, compiled for `FEATURES`. Included once for each pair, so there is no
// include guard. With BYTES it convolves quantized values as floats, in which their sums are exact.
//
// A strip is a few output rows, full width, of `LANES` channels. From left to right each input value is loaded once.
// Its products with all weights are added at once, to the sums of as many output columns as a window is wide, which
// stay in registers. So nothing depends on the first-level cache: rows of a tensor are often a multiple of 4096 bytes
// apart and would evict one another.

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET static inline __attribute__((always_inline))

typedef float NAME(Vector) __attribute__((vector_size(4 * LANES)));
typedef float NAME(Loose) __attribute__((vector_size(4 * LANES), aligned(4)));
#define VECTOR NAME(Vector)
#define LOAD(pointer) (*(const NAME(Loose) *)(pointer))

#ifdef BYTES
#include "DepthwiseBytes.h"
#else
#include "DepthwiseFloats.h"
#endif

/// Adds the products of an input column to the sums of the output columns that read it; the first of these ends at most
/// `stride` - 1 - `phase` columns later. Where rows are missing, only those from `startRow` to `endRow` are read.
INLINE void NAME(add)(
  const NAME(Ends) *ends, const NUMBER *from, ptrdiff_t rowStride, int startRow, int endRow, const VECTOR *taps,
  VECTOR (*sums)[MAX_COUNT], const int phase, const int count, const int window, const int stride, const bool isWhole,
  const bool isFull
) {
#pragma clang loop unroll(full)
  for (int row = 0; row < (count - 1) * stride + window; row++) {
    // Beyond the input there are zeros, which add nothing.
    if (!isWhole && (row < startRow || row >= endRow)) continue;
    const VECTOR value = NAME(value)(ends, from + row * rowStride, isFull);
#pragma clang loop unroll(full)
    for (int ahead = 0; ahead < MAX_AHEAD; ahead++) {
      const int column = window - stride + phase - ahead * stride;
      if (column < 0) continue;
#pragma clang loop unroll(full)
      for (int i = 0; i < count; i++) {
        const int tap = row - i * stride;
        if (tap < 0 || tap >= window) continue;
        sums[ahead][i] = __builtin_elementwise_fma(value, taps[column * window + tap], sums[ahead][i]);
      }
    }
  }
}

INLINE void NAME(strip)(
  const VisionDepthwise *all, const PACKED *packed, const NUMBER *input, NUMBER *output, int firstRow, const int count,
  const int window, const int stride, const bool isFull
) {
  // Copies: the bytes that are written may alias what a pointer leads to.
  const VisionDepthwise copy = *all, *const shape = &copy;
  const NAME(Ends) ends = NAME(ends)(shape, packed);
  const int rows = (count - 1) * stride + window, columns = (window - 1) / stride + 1;
  const int inputRow = firstRow * stride - shape->top;
  const int startRow = inputRow < 0 ? -inputRow : 0;
  const int endRow = shape->inputHeight - inputRow < rows ? shape->inputHeight - inputRow : rows;
  const ptrdiff_t rowStride = (ptrdiff_t)shape->inputWidth * shape->channels;
  const NUMBER *source = input + inputRow * rowStride;
  NUMBER *target = output + (ptrdiff_t)firstRow * shape->outputWidth * shape->channels;

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
#pragma clang loop unroll(full)
    for (int phase = 0; phase < stride; phase++) {
      const int column = x * stride - shape->left + window - stride + phase;
      if (column < 0 || column >= shape->inputWidth) continue;
      const NUMBER *from = source + (ptrdiff_t)column * shape->channels;
      if (endRow - startRow == rows) {
        NAME(add)(&ends, from, rowStride, 0, rows, taps, sums, phase, count, window, stride, true, isFull);
      } else {
        NAME(add)(&ends, from, rowStride, startRow, endRow, taps, sums, phase, count, window, stride, false, isFull);
      }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
      if (x >= 0) {
        NAME(write)(&ends, sums[0][i], target + ((ptrdiff_t)i * shape->outputWidth + x) * shape->channels, isFull);
      }
#pragma clang loop unroll(full)
      for (int ahead = 0; ahead + 1 < columns; ahead++) sums[ahead][i] = sums[ahead + 1][i];
      sums[columns - 1][i] = biases;
    }
  }
}

#define CASE(count, window, stride) \
  case count: NAME(strip)(shape, packed, input, output, firstRow, count, window, stride, true); break;
#define CASES_TO_2(window, stride) CASE(1, window, stride) CASE(2, window, stride)
#define CASES_TO_4(window, stride) CASES_TO_2(window, stride) CASE(3, window, stride) CASE(4, window, stride)
#define CASES_TO_6(window, stride) CASES_TO_4(window, stride) CASE(5, window, stride) CASE(6, window, stride)

#ifdef BYTES

/// One row, for fewer channels than a vector has.
TARGET static void NAME(partial)(
  const VisionDepthwise *shape, const PACKED *packed, const NUMBER *input, NUMBER *output, int row
) {
#define PARTIAL(size, step) \
  if (shape->window == size && shape->stride == step) { \
    NAME(strip)(shape, packed, input, output, row, 1, size, step, false); \
  }
  PARTIAL(3, 1) PARTIAL(3, 2) PARTIAL(5, 1) PARTIAL(5, 2)
#undef PARTIAL
}

#endif

/// A strip of `count` rows, with a compile-time shape.
TARGET static void NAME(dispatch)(
  const VisionDepthwise *shape, const PACKED *packed, const NUMBER *input, NUMBER *output, int firstRow, int count
) {
#ifdef BYTES
  if (packed->present < LANES) {
    for (int row = firstRow; row < firstRow + count; row++) NAME(partial)(shape, packed, input, output, row);
    return;
  }
#endif
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
#undef NAME
#undef NAME_IN
#undef NAME_OF
