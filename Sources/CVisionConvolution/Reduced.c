#include "Reduced.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "CVisionFeatures.h"

/// The instructions that each kind of numbers needs.
static const uint32_t needs[VISION_NUMBERS] = {
#if defined(__x86_64__)
  [VISION_BFLOAT16] = VISION_CPU_AVX512 | VISION_CPU_AVX512_BF16,
  [VISION_FLOAT16] = VISION_CPU_AVX512 | VISION_CPU_AVX512_FP16,
#elif defined(__aarch64__)
  [VISION_BFLOAT16] = VISION_CPU_NEON | VISION_CPU_BF16,
#endif
};

bool vision_has_numbers(VisionNumbers numbers) {
  if (numbers == VISION_FLOAT32) return true;
  return numbers < VISION_NUMBERS && needs[numbers] != 0 && vision_cpu_has(needs[numbers]);
}

// Float16 first: it is more precise, and processors with both take six times as long for a product of bfloat16 (Sapphire Rapids,
// measured) unless it is one of matrices.
VisionNumbers vision_reduced_numbers(void) {
  if (vision_has_numbers(VISION_FLOAT16)) return VISION_FLOAT16;
  return vision_has_numbers(VISION_BFLOAT16) ? VISION_BFLOAT16 : VISION_FLOAT32;
}

#if defined(__x86_64__)

__attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))
static void to_bfloat16(const float *from, ptrdiff_t count, uint16_t *to) {
  ptrdiff_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m512 first = _mm512_loadu_ps(from + i), last = _mm512_loadu_ps(from + i + 16);
    _mm512_storeu_si512(to + i, (__m512i)_mm512_cvtne2ps_pbh(last, first));
  }
  for (; i < count; i += 16) {
    const __mmask16 lanes = count - i >= 16 ? 0xFFFF : (__mmask16)((1u << (count - i)) - 1);
    _mm256_mask_storeu_epi16(to + i, lanes, (__m256i)_mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(lanes, from + i)));
  }
}

__attribute__((target("avx512f,avx512bw,avx512vl")))
static void to_float16(const float *from, ptrdiff_t count, uint16_t *to) {
  // Half the range, since sums of rounded numbers may be a little larger than exact ones.
  const __m512 max = _mm512_set1_ps(32752), min = _mm512_set1_ps(-32752);
  for (ptrdiff_t i = 0; i < count; i += 16) {
    const __mmask16 lanes = count - i >= 16 ? 0xFFFF : (__mmask16)((1u << (count - i)) - 1);
    const __m512 value = _mm512_maskz_loadu_ps(lanes, from + i);
    // In this order NaN stays NaN.
    const __m512 bounded = _mm512_min_ps(max, _mm512_max_ps(min, value));
    _mm256_mask_storeu_epi16(to + i, lanes, _mm512_cvtps_ph(bounded, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
  }
}

#elif defined(__aarch64__)

__attribute__((target("bf16")))
static void to_bfloat16(const float *from, ptrdiff_t count, uint16_t *to) {
  ptrdiff_t i = 0;
  for (; i + 4 <= count; i += 4) vst1_u16(to + i, vreinterpret_u16_bf16(vcvt_bf16_f32(vld1q_f32(from + i))));
  for (; i < count; i++) {
    const bfloat16_t number = vcvth_bf16_f32(from[i]);
    memcpy(to + i, &number, sizeof number);
  }
}

#endif

void vision_reduce(VisionNumbers numbers, const float *from, ptrdiff_t count, void *to) {
#if defined(__x86_64__)
  if (numbers == VISION_FLOAT16) to_float16(from, count, to);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  if (numbers == VISION_BFLOAT16) to_bfloat16(from, count, to);
#endif
}
