// The kernels of RGBRows.h for aarch64.

#include <arm_neon.h>

/// The sums of four numbers times their weights, for the lower or the upper half of eight lanes.
#define NEON_SUM(half, start, a, b, c, d, weights) \
  vmlal_lane_s16( \
    vmlal_lane_s16( \
      vmlal_lane_s16(vmlal_lane_s16(start, half(a), weights, 0), half(b), weights, 1), half(c), weights, 2), \
    half(d), weights, 3)

static inline int16x8_t double_eight(int16x8_t a, int16x8_t b, int16x8_t c, int16x8_t d, int16x4_t weights) {
  const int32x4_t zero = vdupq_n_s32(0);
  const int32x4_t low = NEON_SUM(vget_low_s16, zero, a, b, c, d, weights);
  const int32x4_t high = NEON_SUM(vget_high_s16, zero, a, b, c, d, weights);
  return vcombine_s16(vqshrn_n_s32(low, 7), vqshrn_n_s32(high, 7));
}

static void double_row_neon(const int16_t *row, ptrdiff_t count, int16_t *even, int16_t *odd) {
  const int16x4_t evenWeights = {kFar, kNear, kCenter, kOther}, oddWeights = {kOther, kCenter, kNear, kFar};
  for (ptrdiff_t i = 0; i < count; i += 8) {
    const int16x8_t b = vld1q_s16(row + i - 1), c = vld1q_s16(row + i), d = vld1q_s16(row + i + 1);
    vst1q_s16(even + i, double_eight(vld1q_s16(row + i - 2), b, c, d, evenWeights));
    vst1q_s16(odd + i, double_eight(b, c, d, vld1q_s16(row + i + 2), oddWeights));
  }
}

/// Sums of 22 fractional bits as numbers with 6 of them; 0 for negative ones.
static inline uint16x4_t narrow_sums(int32x4_t sums) { return vqshrun_n_s32(sums, 16); }

/// Converts sixteen pixels of a row.
static inline __attribute__((always_inline)) void convert_sixteen(const RGBRows *rows, int row, ptrdiff_t x) {
  const VisionColorMatrix *m = rows->matrix;
  const int16x4_t weights = vld1_s16(rows->weights[row]);
  const int32x4_t chromaBias = vdupq_n_s32(kChromaBias);
  const uint16x8_t both = vreinterpretq_u16_u8(vld1q_u8(rows->luma[row] + x));
  uint8x8_t bytes[3][2];
  for (int odd = 0; odd < 2; odd++) {
    const ptrdiff_t place = x / 2 + odd * rows->half;
    int16x8_t u[4], v[4];
    for (int i = 0; i < 4; i++) {
      u[i] = vld1q_s16(rows->u[i] + place);
      v[i] = vld1q_s16(rows->v[i] + place);
    }
    const uint16x8_t own = odd ? vshrq_n_u16(both, 8) : vandq_u16(both, vdupq_n_u16(0xFF));
    uint16x4_t sums[3][2];
    for (int half = 0; half < 2; half++) {
#define HALF(a) (half ? vget_high_s16(a) : vget_low_s16(a))
      const int32x4_t uu = vshrq_n_s32(NEON_SUM(HALF, chromaBias, u[0], u[1], u[2], u[3], weights), 10);
      const int32x4_t vv = vshrq_n_s32(NEON_SUM(HALF, chromaBias, v[0], v[1], v[2], v[3], weights), 10);
      const int32x4_t luma = vmovl_s16(HALF(vreinterpretq_s16_u16(own)));
      const int32x4_t yy = vmlaq_n_s32(vdupq_n_s32(luma_bias(m)), luma, 512 * m->yCoefficient);
      sums[0][half] = narrow_sums(vmlaq_n_s32(yy, vv, m->vToRed));
      sums[1][half] = narrow_sums(vmlaq_n_s32(vmlaq_n_s32(yy, vv, m->vToGreen), uu, m->uToGreen));
      sums[2][half] = narrow_sums(vmlaq_n_s32(yy, uu, m->uToBlue));
#undef HALF
    }
    for (int i = 0; i < 3; i++) bytes[i][odd] = vqshrn_n_u16(vcombine_u16(sums[i][0], sums[i][1]), 6);
  }
  uint8x16x3_t channels;
  for (int i = 0; i < 3; i++) {
    channels.val[i] = vcombine_u8(vzip1_u8(bytes[i][0], bytes[i][1]), vzip2_u8(bytes[i][0], bytes[i][1]));
  }
  vst3q_u8(rows->rgb[row] + 3 * x, channels);
}

/// Converts all pixels but the last one of an odd width. Returns how many.
static ptrdiff_t convert_neon(const RGBRows *rows) {
  const ptrdiff_t count = rows->width & ~(ptrdiff_t)1;
  for (int row = 0; row < 2; row++) {
    // The last vector overlaps the one before.
    for (ptrdiff_t x = 0; x < count; x += 16) convert_sixteen(rows, row, x < count - 16 ? x : count - 16);
  }
  return count;
}

#undef NEON_SUM
