// The kernel for `LANES` adjacent channels, compiled for `FEATURES`. Included once for each pair, so there is no
// include guard.
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

/// Adds the products of an input column to the sums of the output columns that read it; the first of these ends at most
/// `stride` - 1 - `phase` columns later. Where rows are missing, only those from `startRow` to `endRow` are read.
INLINE void NAME(add)(
  const float *from, ptrdiff_t rowStride, int startRow, int endRow, const VECTOR *taps, VECTOR (*sums)[MAX_COUNT],
  const int phase, const int count, const int window, const int stride, const bool isWhole
) {
#pragma clang loop unroll(full)
  for (int row = 0; row < (count - 1) * stride + window; row++) {
    // Beyond the input there are zeros, which add nothing.
    if (!isWhole && (row < startRow || row >= endRow)) continue;
    const VECTOR value = LOAD(from + row * rowStride);
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
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, const int count,
  const int window, const int stride
) {
  const int rows = (count - 1) * stride + window, columns = (window - 1) / stride + 1;
  const int inputRow = firstRow * stride - shape->top;
  const int startRow = inputRow < 0 ? -inputRow : 0;
  const int endRow = shape->inputHeight - inputRow < rows ? shape->inputHeight - inputRow : rows;
  const ptrdiff_t rowStride = (ptrdiff_t)shape->inputWidth * shape->channels;
  const float *source = input + inputRow * rowStride;
  float *target = output + (ptrdiff_t)firstRow * shape->outputWidth * shape->channels;

  const VECTOR zero = {0}, biases = LOAD(packed), min = zero + shape->min, max = zero + shape->max;
  VECTOR taps[MAX_WINDOW * MAX_WINDOW], sums[MAX_AHEAD][MAX_COUNT];
#pragma clang loop unroll(full)
  for (int i = 0; i < window * window; i++) taps[i] = LOAD(packed + BLOCK * (1 + i));
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
      const float *from = source + (ptrdiff_t)column * shape->channels;
      if (endRow - startRow == rows) {
        NAME(add)(from, rowStride, 0, rows, taps, sums, phase, count, window, stride, true);
      } else {
        NAME(add)(from, rowStride, startRow, endRow, taps, sums, phase, count, window, stride, false);
      }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
      const VECTOR bounded = __builtin_elementwise_min(__builtin_elementwise_max(sums[0][i], min), max);
      if (x >= 0) *(NAME(Loose) *)(target + ((ptrdiff_t)i * shape->outputWidth + x) * shape->channels) = bounded;
#pragma clang loop unroll(full)
      for (int ahead = 0; ahead + 1 < columns; ahead++) sums[ahead][i] = sums[ahead + 1][i];
      sums[columns - 1][i] = biases;
    }
  }
}

#define CASE(count, window, stride) \
  case count: NAME(strip)(shape, packed, input, output, firstRow, count, window, stride); break;
#define CASES_TO_2(window, stride) CASE(1, window, stride) CASE(2, window, stride)
#define CASES_TO_4(window, stride) CASES_TO_2(window, stride) CASE(3, window, stride) CASE(4, window, stride)
#define CASES_TO_6(window, stride) CASES_TO_4(window, stride) CASE(5, window, stride) CASE(6, window, stride)

/// A strip of `count` rows, with a compile-time shape.
TARGET static void NAME(dispatch)(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count
) {
  if (shape->window == 5 && shape->stride == 1) switch (count) { CASES_TO_2(5, 1) }
  if (shape->window == 5 && shape->stride == 2) switch (count) { CASES_TO_4(5, 2) }
  if (shape->window == 3 && shape->stride == 1) switch (count) { CASES_TO_6(3, 1) }
  if (shape->window == 3 && shape->stride == 2) switch (count) { CASES_TO_4(3, 2) }
}

#undef CASES_TO_6
#undef CASES_TO_4
#undef CASES_TO_2
#undef CASE
#undef LOAD
#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
