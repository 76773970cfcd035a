// Compiles DenseReduced.h for each kind of numbers that processors have instructions for. Included once, after DenseTile.h.

#if defined(__x86_64__)

#define FEATURES bf16
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,fma,f16c,avx512bf16")))
#define BASE 16_avx512
#define LANES 16
#define Partial DenseVector_16_avx512
#define STEPS VISION_MAX_ELEMENTS
#define MULTIPLY(one, other, sum) ((Partial)_mm512_dpbf16_ps((__m512)(sum), (__m512bh)(one), (__m512bh)(other)))
#define FINISH(partial, scale, sum) __builtin_elementwise_fma(partial, scale, sum)
#include "DenseReduced.h"

#define FEATURES fp16
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,fma,f16c,avx512fp16")))
#define BASE 16_avx512
#define LANES 16
#define Partial __m512h
#define STEPS FLOAT16_PAIRS
#define MULTIPLY(one, other, sum) _mm512_fmadd_ph((__m512h)(one), (__m512h)(other), sum)
#define FINISH(partial, scale, sum) __builtin_elementwise_fma(dense_add_pairs(partial), scale, sum)

/// The sums of the two numbers of each lane.
__attribute__((target("avx512f,avx512bw,avx512vl,avx512fp16"), always_inline))
static inline DenseVector_16_avx512 dense_add_pairs(__m512h pairs) {
  const __m512h odd = (__m512h)_mm512_srli_epi32((__m512i)pairs, 16);
  return (DenseVector_16_avx512)_mm512_cvtxph_ps((__m256h)_mm512_cvtepi32_epi16((__m512i)_mm512_add_ph(pairs, odd)));
}

#include "DenseReduced.h"

#elif defined(__aarch64__)

#define FEATURES bf16
#define TARGET __attribute__((target("bf16")))
#define BASE 4_neon
#define LANES 4
#define Partial DenseVector_4_neon
#define STEPS VISION_MAX_ELEMENTS
#define MULTIPLY(one, other, sum) ((Partial)vbfdotq_f32((float32x4_t)(sum), (bfloat16x8_t)(one), (bfloat16x8_t)(other)))
#define FINISH(partial, scale, sum) __builtin_elementwise_fma(partial, scale, sum)
#include "DenseReduced.h"

#endif
