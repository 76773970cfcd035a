// What the processor at hand can do.

#ifndef VISION_FEATURES_H
#define VISION_FEATURES_H

#include <stdbool.h>

#if defined(__x86_64__)

static inline bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

static inline bool has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
}

#endif

#endif
