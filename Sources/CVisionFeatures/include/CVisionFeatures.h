// The vector instructions of the processor, as far as kernels may use them.
//
// The environment variable VISION_CPU_FEATURES limits them, so that tests and comparisons run the kernels of an older
// processor: `avx512_fp16` (without AMX), `avx512_bf16` (without AVX512-FP16 either), `avx512` (without all of them) and `avx2`
// on x86-64, `neon` on aarch64 (without dot products), `baseline` (plain C) on both. Functions of which the loader chooses a
// clone do not follow it. It is read once.
// Another value is reported on standard error and ignored.

#ifndef CVISION_FEATURES_H
#define CVISION_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

/// Sets of instructions. AVX-512 implies AVX2, and dot products imply NEON. AVX-VNNI and AVX-512 are independent.
enum {
  /// AVX2 with FMA and F16C.
  VISION_CPU_AVX2 = 1 << 0,
  /// AVX-VNNI: products of 8-bit values in 256-bit registers, without AVX-512.
  VISION_CPU_AVX_VNNI = 1 << 1,
  /// AVX-512 with F, VL, BW and DQ.
  VISION_CPU_AVX512 = 1 << 2,
  /// AVX-512 VNNI: products of 8-bit values in 512-bit registers.
  VISION_CPU_AVX512_VNNI = 1 << 3,
  /// NEON, which every aarch64 processor has.
  VISION_CPU_NEON = 1 << 4,
  /// Products of 8-bit values (FEAT_DotProd).
  VISION_CPU_DOT_PRODUCT = 1 << 5,
  /// AVX512-BF16 and AVX512-FP16: products of bfloat16 and of float16 values.
  VISION_CPU_AVX512_BF16 = 1 << 6,
  VISION_CPU_AVX512_FP16 = 1 << 7,
  /// Products of bfloat16 values on aarch64 (FEAT_BF16).
  VISION_CPU_BF16 = 1 << 8,
  /// AVX-512 VBMI: bytes of a 512-bit register in any order.
  VISION_CPU_AVX512_VBMI = 1 << 9,
  /// AMX: products of matrices of 8-bit values, which the system has allowed this process.
  VISION_CPU_AMX = 1 << 10,
};

/// The sets that the processor has and VISION_CPU_FEATURES allows.
uint32_t vision_cpu_features(void);

/// Whether all of some sets may be used.
static inline bool vision_cpu_has(uint32_t sets) { return (vision_cpu_features() & sets) == sets; }

#endif
