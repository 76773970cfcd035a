// The features of the processor.

#ifndef VISION_FEATURES_H
#define VISION_FEATURES_H

#include <stdbool.h>

#if defined(__x86_64__)

/// With FMA and F16C, which came before it.
static inline bool has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
}

static inline bool has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
}

/// With VNNI, which adds products of 8-bit values.
static inline bool has_vnni(void) {
  return has_avx512() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
    && __builtin_cpu_supports("avx512vnni");
}

#endif

#endif
