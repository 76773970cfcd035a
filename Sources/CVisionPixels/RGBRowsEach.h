// The kernels of RGBRows.h for x86-64, compiled for `FEATURES`. Products of 16-bit numbers are added in pairs, two
// rows of chroma at a time. The instructions have the same names for all sizes of vectors (`OP`).

#define NAME_OF(name, features) name##_##features
#define NAME_IN(name, features) NAME_OF(name, features)
#define NAME(name) NAME_IN(name, FEATURES)
#define INLINE TARGET static inline __attribute__((always_inline))
#define BYTES ((ptrdiff_t)sizeof(VECTOR))
#define ADD_PAIRS(sum, values, weights) OP(add_epi32)(sum, OP(madd_epi16)(values, weights))

/// A vector of values for even columns, or for odd ones, from pairs of chroma values: sums for even positions, and
/// then for odd ones.
INLINE VECTOR NAME(double_vector)(
  const int16_t *left, const int16_t *right, VECTOR leftWeights, VECTOR rightWeights
) {
  VECTOR sums[2];
  for (int i = 0; i < 2; i++) {
    const VECTOR sum = ADD_PAIRS(OP(madd_epi16)(LOAD(left + i), leftWeights), LOAD(right + i), rightWeights);
    sums[i] = OP(srai_epi32)(sum, 7);
  }
  return OP(packs_epi32)(OP(unpacklo_epi32)(sums[0], sums[1]), OP(unpackhi_epi32)(sums[0], sums[1]));
}

TARGET static void NAME(double_row)(const int16_t *row, ptrdiff_t count, int16_t *even, int16_t *odd) {
  const VECTOR farNear = OP(set1_epi32)(weight_pair(kFar, kNear));
  const VECTOR nearFar = OP(set1_epi32)(weight_pair(kNear, kFar));
  const VECTOR centerOther = OP(set1_epi32)(weight_pair(kCenter, kOther));
  const VECTOR otherCenter = OP(set1_epi32)(weight_pair(kOther, kCenter));
  for (ptrdiff_t i = 0; i < count; i += BYTES / 2) {
    STORE(even + i, NAME(double_vector)(row + i - 2, row + i, farNear, centerOther));
    STORE(odd + i, NAME(double_vector)(row + i - 1, row + i + 1, otherCenter, nearFar));
  }
}

/// Converts all pixels but the last one of an odd width. Returns how many.
TARGET static ptrdiff_t NAME(convert)(const RGBRows *rows) {
  const ptrdiff_t count = rows->width & ~(ptrdiff_t)1;
  const VisionColorMatrix *m = rows->matrix;
  const VECTOR chromaBias = OP(set1_epi32)(kChromaBias), lumaBias = OP(set1_epi32)(luma_bias(m));
  // Luma is multiplied by 512. Luma times 128 still fits into 16 bits, but not four times the coefficient; so a pair
  // of both has its double.
  const VECTOR lumaPair = OP(set1_epi32)(weight_pair(2 * m->yCoefficient, 2 * m->yCoefficient));
  const VECTOR vToRed = OP(set1_epi32)(m->vToRed), vToGreen = OP(set1_epi32)(m->vToGreen);
  const VECTOR uToGreen = OP(set1_epi32)(m->uToGreen), uToBlue = OP(set1_epi32)(m->uToBlue);
  VECTOR weights[2][2];
  for (int row = 0; row < 2; row++) {
    const int16_t *w = rows->weights[row];
    weights[row][0] = OP(set1_epi32)(weight_pair(w[0], w[1]));
    weights[row][1] = OP(set1_epi32)(weight_pair(w[2], w[3]));
  }
  for (ptrdiff_t x = 0;;) {
    VECTOR words[2][3][2];
#pragma clang loop unroll(full)
    for (int odd = 0; odd < 2; odd++) {
      const ptrdiff_t place = x / 2 + odd * rows->half;
      VECTOR u[4], v[4], luma[2], sums[2][3][2];
#pragma clang loop unroll(full)
      for (int i = 0; i < 4; i++) {
        u[i] = LOAD(rows->u[i] + place);
        v[i] = LOAD(rows->v[i] + place);
      }
#pragma clang loop unroll(full)
      for (int row = 0; row < 2; row++) {
        const VECTOR both = LOAD(rows->luma[row] + x);
        const VECTOR high = odd ? both : OP(slli_epi16)(both, 8);
        luma[row] = OP(srli_epi16)(AND(high, OP(set1_epi16)((short)0xFF00)), 1);
      }
#pragma clang loop unroll(full)
      for (int half = 0; half < 2; half++) {
#define UNPACK(a, b) (half ? OP(unpackhi_epi16)(a, b) : OP(unpacklo_epi16)(a, b))
        const VECTOR u01 = UNPACK(u[0], u[1]), u23 = UNPACK(u[2], u[3]);
        const VECTOR v01 = UNPACK(v[0], v[1]), v23 = UNPACK(v[2], v[3]);
#pragma clang loop unroll(full)
        for (int row = 0; row < 2; row++) {
          const VECTOR *w = weights[row];
          const VECTOR uu = OP(srai_epi32)(ADD_PAIRS(ADD_PAIRS(chromaBias, u01, w[0]), u23, w[1]), 10);
          const VECTOR vv = OP(srai_epi32)(ADD_PAIRS(ADD_PAIRS(chromaBias, v01, w[0]), v23, w[1]), 10);
          const VECTOR yy = ADD_PAIRS(lumaBias, UNPACK(luma[row], luma[row]), lumaPair);
          const VECTOR green = OP(add_epi32)(OP(mullo_epi32)(vv, vToGreen), OP(mullo_epi32)(uu, uToGreen));
          sums[row][0][half] = OP(srai_epi32)(OP(add_epi32)(yy, OP(mullo_epi32)(vv, vToRed)), 22);
          sums[row][1][half] = OP(srai_epi32)(OP(add_epi32)(yy, green), 22);
          sums[row][2][half] = OP(srai_epi32)(OP(add_epi32)(yy, OP(mullo_epi32)(uu, uToBlue)), 22);
        }
#undef UNPACK
      }
#pragma clang loop unroll(full)
      for (int row = 0; row < 2; row++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 3; i++) words[row][i][odd] = OP(packs_epi32)(sums[row][i][0], sums[row][i][1]);
      }
    }
#pragma clang loop unroll(full)
    for (int row = 0; row < 2; row++) {
      VECTOR channels[3];
#pragma clang loop unroll(full)
      for (int i = 0; i < 3; i++) channels[i] = OP(packus_epi16)(words[row][i][0], words[row][i][1]);
      NAME(store_rgb)(rows->rgb[row] + 3 * x, channels);
    }
    if (x == count - BYTES) return count;
    // The last vector overlaps the one before.
    x = x + BYTES < count - BYTES ? x + BYTES : count - BYTES;
  }
}

#undef ADD_PAIRS
#undef BYTES
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
#undef AND
#undef STORE
#undef LOAD
#undef OP
#undef VECTOR
#undef TARGET
#undef FEATURES
