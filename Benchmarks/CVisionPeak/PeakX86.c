#if defined(__x86_64__)

#include <immintrin.h>

#include "CVisionFeatures.h"
#include "PeakKernel.h"

#define TARGET(features) __attribute__((target(features)))

#define STEP(sum) _mm512_fmadd_ps(a, b, sum)
PEAK_KERNEL(
  float_avx512, TARGET("avx512f"), __m512, 16, 16, _mm512_set1_ps(0.5f), _mm512_set1_ps(0.25f), _mm512_set1_ps((float)i), STEP)
#undef STEP

#define STEP(sum) _mm256_fmadd_ps(a, b, sum)
PEAK_KERNEL(
  float_fma, TARGET("avx2,fma"), __m256, 12, 8, _mm256_set1_ps(0.5f), _mm256_set1_ps(0.25f), _mm256_set1_ps((float)i), STEP)
#undef STEP

#define STEP(sum) _mm_add_ps(_mm_mul_ps(sum, a), b)
PEAK_KERNEL(float_sse2, , __m128, 12, 4, _mm_set1_ps(0.5f), _mm_set1_ps(0.25f), _mm_set1_ps((float)i), STEP)
#undef STEP

#define STEP(sum) _mm512_dpbusd_epi32(sum, a, b)
PEAK_KERNEL(
  byte_avx512vnni, TARGET("avx512f,avx512bw,avx512vnni"), __m512i, 16, 64, _mm512_set1_epi8(3), _mm512_set1_epi8(5),
  _mm512_set1_epi32(i), STEP)
#undef STEP

#define STEP(sum) _mm256_dpbusd_avx_epi32(sum, a, b)
PEAK_KERNEL(
  byte_avxvnni, TARGET("avx2,avxvnni"), __m256i, 12, 32, _mm256_set1_epi8(3), _mm256_set1_epi8(5), _mm256_set1_epi32(i),
  STEP)
#undef STEP

// Products of 8-bit values, added in pairs to 16 bits, and these in pairs to 32.
TARGET("avx2") static inline __m256i add_byte_products(__m256i sum, __m256i a, __m256i b) {
  // Without it the products would be computed once for all sums.
  PEAK_HIDE(a);
  return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), _mm256_set1_epi16(1)));
}

#define STEP(sum) add_byte_products(sum, a, b)
PEAK_KERNEL(
  byte_avx2, TARGET("avx2"), __m256i, 8, 32, _mm256_set1_epi8(3), _mm256_set1_epi8(5), _mm256_set1_epi32(i), STEP)
#undef STEP

// For processors without 8-bit products: values widened to 16 bits.
static inline __m128i add_word_products(__m128i sum, __m128i a, __m128i b) {
  PEAK_HIDE(a);
  return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
}

#define STEP(sum) add_word_products(sum, a, b)
PEAK_KERNEL(byte_sse2, , __m128i, 8, 8, _mm_set1_epi16(3), _mm_set1_epi16(5), _mm_set1_epi32(i), STEP)
#undef STEP

PeakKernel peak_float_kernel(void) {
  if (vision_cpu_has(VISION_CPU_AVX512)) return (PeakKernel){"AVX-512", float_avx512};
  if (vision_cpu_has(VISION_CPU_AVX2)) return (PeakKernel){"AVX2 FMA", float_fma};
  return (PeakKernel){"SSE2", float_sse2};
}

PeakKernel peak_byte_kernel(void) {
  if (vision_cpu_has(VISION_CPU_AVX512_VNNI)) return (PeakKernel){"AVX-512 VNNI", byte_avx512vnni};
  if (vision_cpu_has(VISION_CPU_AVX_VNNI)) return (PeakKernel){"AVX-VNNI", byte_avxvnni};
  if (vision_cpu_has(VISION_CPU_AVX2)) return (PeakKernel){"AVX2", byte_avx2};
  return (PeakKernel){"SSE2", byte_sse2};
}

#endif
