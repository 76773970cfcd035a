#if defined(__aarch64__)

#include <arm_neon.h>

#include "CVisionFeatures.h"
#include "PeakKernel.h"

#define STEP(sum) vfmaq_f32(sum, a, b)
PEAK_KERNEL(float_neon, , float32x4_t, 24, 4, vdupq_n_f32(0.5f), vdupq_n_f32(0.25f), vdupq_n_f32((float)i), STEP)
#undef STEP

#define STEP(sum) vdotq_s32(sum, a, b)
PEAK_KERNEL(
  byte_dot, __attribute__((target("dotprod"))), int32x4_t, 24, 16, vdupq_n_s8(3), vdupq_n_s8(5), vdupq_n_s32(i), STEP)
#undef STEP

// Products of 8-bit values, added in pairs to 32 bits.
static inline int32x4_t add_byte_products(int32x4_t sum, int8x8_t a, int8x8_t b) {
  // Without it the products would be computed once for all sums.
  PEAK_HIDE(a);
  return vpadalq_s16(sum, vmull_s8(a, b));
}

#define STEP(sum) add_byte_products(sum, a, b)
PEAK_KERNEL(byte_neon, , int32x4_t, 16, 8, vdup_n_s8(3), vdup_n_s8(5), vdupq_n_s32(i), STEP)
#undef STEP

PeakKernel peak_float_kernel(void) { return (PeakKernel){"NEON", float_neon}; }

PeakKernel peak_byte_kernel(void) {
  if (vision_cpu_has(VISION_CPU_DOT_PRODUCT)) return (PeakKernel){"NEON dot product", byte_dot};
  return (PeakKernel){"NEON", byte_neon};
}

#endif
