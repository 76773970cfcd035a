// Transposes a square of `LANES` x `LANES` floats. Included once for each width and set of features, by files that define
// `INLINE`, `NAME` and `VECTOR`.

#if LANES == 16
#define FIRST_SINGLES 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define LAST_SINGLES 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define FIRST_PAIRS 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define LAST_PAIRS 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define FIRST_HALVES 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define LAST_HALVES 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
#define EVEN_QUARTERS 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27
#define ODD_QUARTERS 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31
#elif LANES == 8
#define FIRST_SINGLES 0, 8, 1, 9, 4, 12, 5, 13
#define LAST_SINGLES 2, 10, 3, 11, 6, 14, 7, 15
#define FIRST_PAIRS 0, 1, 8, 9, 4, 5, 12, 13
#define LAST_PAIRS 2, 3, 10, 11, 6, 7, 14, 15
#define FIRST_HALVES 0, 1, 2, 3, 8, 9, 10, 11
#define LAST_HALVES 4, 5, 6, 7, 12, 13, 14, 15
#else
#define FIRST_SINGLES 0, 4, 1, 5
#define LAST_SINGLES 2, 6, 3, 7
#define FIRST_PAIRS 0, 1, 4, 5
#define LAST_PAIRS 2, 3, 6, 7
#endif

/// Transposes in place: first within groups of four neighbours, where single values and pairs are cheap to shuffle,
/// then whole groups.
INLINE void NAME(transpose)(VECTOR *rows) {
  VECTOR other[LANES];
#pragma clang loop unroll(full)
  for (int row = 0; row < LANES; row += 2) {
    other[row] = __builtin_shufflevector(rows[row], rows[row + 1], FIRST_SINGLES);
    other[row + 1] = __builtin_shufflevector(rows[row], rows[row + 1], LAST_SINGLES);
  }
#pragma clang loop unroll(full)
  for (int row = 0; row < LANES; row += 4) {
    rows[row] = __builtin_shufflevector(other[row], other[row + 2], FIRST_PAIRS);
    rows[row + 1] = __builtin_shufflevector(other[row], other[row + 2], LAST_PAIRS);
    rows[row + 2] = __builtin_shufflevector(other[row + 1], other[row + 3], FIRST_PAIRS);
    rows[row + 3] = __builtin_shufflevector(other[row + 1], other[row + 3], LAST_PAIRS);
  }
#if LANES > 4
  // Now group `f` of row 4 * i + j holds column 4 * f + j of rows 4 * i to 4 * i + 3.
#pragma clang loop unroll(full)
  for (int j = 0; j < 4; j++) {
    const VECTOR first = __builtin_shufflevector(rows[j], rows[4 + j], FIRST_HALVES);
    const VECTOR second = __builtin_shufflevector(rows[j], rows[4 + j], LAST_HALVES);
#if LANES == 16
    const VECTOR third = __builtin_shufflevector(rows[8 + j], rows[12 + j], FIRST_HALVES);
    const VECTOR fourth = __builtin_shufflevector(rows[8 + j], rows[12 + j], LAST_HALVES);
    other[j] = __builtin_shufflevector(first, third, EVEN_QUARTERS);
    other[4 + j] = __builtin_shufflevector(first, third, ODD_QUARTERS);
    other[8 + j] = __builtin_shufflevector(second, fourth, EVEN_QUARTERS);
    other[12 + j] = __builtin_shufflevector(second, fourth, ODD_QUARTERS);
#else
    other[j] = first;
    other[4 + j] = second;
#endif
  }
#pragma clang loop unroll(full)
  for (int row = 0; row < LANES; row++) rows[row] = other[row];
#endif
}

#undef ODD_QUARTERS
#undef EVEN_QUARTERS
#undef LAST_HALVES
#undef FIRST_HALVES
#undef LAST_PAIRS
#undef FIRST_PAIRS
#undef LAST_SINGLES
#undef FIRST_SINGLES
