#include "Paths.h"

#include "CVisionConvolution.h"
#include "CVisionFeatures.h"

/// The name of each path for reports, and the instructions that it needs.
static const struct {
  const char *name;
  uint32_t needs;
} paths[PATHS] = {
  {"plain C", 0},
#if defined(__x86_64__)
  {"AVX2", VISION_CPU_AVX2},
  {"AVX2 with VNNI", VISION_CPU_AVX2 | VISION_CPU_AVX_VNNI},
  {"AVX-512", VISION_CPU_AVX2 | VISION_CPU_AVX512},
  {"AVX-512 with VNNI", VISION_CPU_AVX2 | VISION_CPU_AVX512 | VISION_CPU_AVX512_VNNI},
  {"AVX-512 with AMX", VISION_CPU_AVX2 | VISION_CPU_AVX512 | VISION_CPU_AVX512_VNNI | VISION_CPU_AMX},
#elif defined(__aarch64__)
  {"NEON", VISION_CPU_NEON},
  {"NEON with dot products", VISION_CPU_NEON | VISION_CPU_DOT_PRODUCT},
#endif
};

/// What a test chose for this thread, plus one; 0 for nothing.
static _Thread_local int chosen;

Path vision_path(void) {
  if (chosen > 0) return (Path)(chosen - 1);
  Path path = PATHS - 1;
  while (!vision_cpu_has(paths[path].needs)) path--;
  return path;
}

bool vision_choose_kernel_path(int32_t path) {
  if (path >= PATHS || (path >= 0 && !vision_cpu_has(paths[path].needs))) return false;
  chosen = path < 0 ? 0 : path + 1;
  return true;
}

const char *vision_kernel_path(void) { return paths[vision_path()].name; }

bool vision_kernels_are_optimized(void) {
#if defined(__OPTIMIZE__)
  return true;
#else
  return false;
#endif
}

// Not for other processors than x86-64: neither have times been compared with LiteRT's there, nor results, which depend
// on the order of XNNPACK's sums.
#if defined(__x86_64__)

bool vision_convolution_is_fast(void) { return vision_kernels_are_optimized() && vision_path() != PATH_PLAIN; }

#else

bool vision_convolution_is_fast(void) { return false; }

#endif
