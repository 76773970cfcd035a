#include "CVisionFeatures.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#endif

/// A value of VISION_CPU_FEATURES, and the sets that it allows.
typedef struct {
  const char *name;
  uint32_t sets;
} Limit;

#if defined(__x86_64__)

static const Limit limits[] = {
  {"avx512_fp16", ~(uint32_t)VISION_CPU_AMX},
  {"avx512_bf16", ~(uint32_t)(VISION_CPU_AMX | VISION_CPU_AVX512_FP16)},
  {"avx512", ~(uint32_t)(VISION_CPU_AMX | VISION_CPU_AVX512_FP16 | VISION_CPU_AVX512_BF16)},
  {"avx2", VISION_CPU_AVX2},
  {"baseline", 0},
};

static uint32_t processor_sets(void) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("f16c")) return 0;
  uint32_t sets = VISION_CPU_AVX2;
  if (__builtin_cpu_supports("avxvnni")) sets |= VISION_CPU_AVX_VNNI;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512bw")
    || !__builtin_cpu_supports("avx512dq")) return sets;
  sets |= VISION_CPU_AVX512;
  if (__builtin_cpu_supports("avx512vnni")) sets |= VISION_CPU_AVX512_VNNI;
  if (__builtin_cpu_supports("avx512vbmi")) sets |= VISION_CPU_AVX512_VBMI;
  if (__builtin_cpu_supports("avx512bf16")) sets |= VISION_CPU_AVX512_BF16;
  if (__builtin_cpu_supports("avx512fp16")) sets |= VISION_CPU_AVX512_FP16;
  return sets;
}

#elif defined(__aarch64__)

static const Limit limits[] = {{"neon", VISION_CPU_NEON}, {"baseline", 0}};

#if defined(__linux__)

static uint32_t processor_sets(void) {
  const unsigned long asimddp = 1UL << 20, bf16 = 1UL << 14;
  uint32_t sets = VISION_CPU_NEON;
  if ((getauxval(AT_HWCAP) & asimddp) != 0) sets |= VISION_CPU_DOT_PRODUCT;
  if ((getauxval(AT_HWCAP2) & bf16) != 0) sets |= VISION_CPU_BF16;
  return sets;
}

#elif defined(__APPLE__)

static bool has(const char *name) {
  int value = 0;
  size_t size = sizeof value;
  return sysctlbyname(name, &value, &size, NULL, 0) == 0 && value != 0;
}

static uint32_t processor_sets(void) {
  return VISION_CPU_NEON | (has("hw.optional.arm.FEAT_DotProd") ? VISION_CPU_DOT_PRODUCT : 0)
    | (has("hw.optional.arm.FEAT_BF16") ? VISION_CPU_BF16 : 0);
}

#else

static uint32_t processor_sets(void) { return VISION_CPU_NEON; }

#endif

#else

static const Limit limits[] = {{"baseline", 0}};

static uint32_t processor_sets(void) { return 0; }

#endif

#if defined(__x86_64__) && defined(__linux__)

/// Whether the processor has AMX and Linux lets this process use it: each thread that does has 8 KB more to be saved, so Linux
/// wants to be asked. It refuses a process with a stack for signals that is too small for that.
static bool may_use_amx(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const unsigned tile = 1u << 24, int8 = 1u << 25;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & tile) == 0 || (d & int8) == 0) return false;
  const int requestPermission = 0x1023, tileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

#else

static bool may_use_amx(void) { return false; }

#endif

enum { LIMITS = sizeof limits / sizeof limits[0] };

/// The sets that VISION_CPU_FEATURES allows.
///
/// - Parameter shouldReport: Whether a wrong value is reported; once per process.
static uint32_t allowed_sets(bool shouldReport) {
  const char *name = getenv("VISION_CPU_FEATURES");
  if (name == NULL || name[0] == '\0') return UINT32_MAX;
  for (int i = 0; i < LIMITS; i++) {
    if (strcmp(name, limits[i].name) == 0) return limits[i].sets;
  }
  if (shouldReport) {
    fprintf(stderr, "VISION_CPU_FEATURES is \"%.40s\"; allowed are", name);
    for (int i = 0; i < LIMITS; i++) fprintf(stderr, "%s %s", i > 0 ? "," : "", limits[i].name);
    fprintf(stderr, ". It is ignored.\n");
  }
  return UINT32_MAX;
}

uint32_t vision_cpu_features(void) {
  // Marks the value as computed: no set at all is a valid value, too.
  const uint32_t isKnown = UINT32_C(1) << 31;
  static _Atomic uint32_t features;
  static atomic_flag isReported = ATOMIC_FLAG_INIT;
  uint32_t found = atomic_load_explicit(&features, memory_order_relaxed);
  if (found == 0) {
    // Threads that compute it at the same time get the same value.
    const uint32_t allowed = allowed_sets(!atomic_flag_test_and_set(&isReported));
    found = (processor_sets() & allowed) | isKnown;
    if ((allowed & VISION_CPU_AMX) != 0 && may_use_amx()) found |= VISION_CPU_AMX;
    atomic_store_explicit(&features, found, memory_order_relaxed);
  }
  return found & ~isKnown;
}
