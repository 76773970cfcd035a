#include "Features.h"

#include "CVisionConvolution.h"

#if defined(__x86_64__) && defined(__OPTIMIZE__)

bool vision_convolution_is_fast(void) { return has_avx2(); }

bool vision_quantized_is_fast(void) { return has_vnni(); }

#else

bool vision_convolution_is_fast(void) { return false; }

bool vision_quantized_is_fast(void) { return false; }

#endif

bool vision_kernels_are_optimized(void) {
#if defined(__OPTIMIZE__)
  return true;
#else
  return false;
#endif
}

const char *vision_kernel_path(void) {
#if defined(__x86_64__)
  if (has_vnni()) return "AVX-512 with VNNI";
  if (has_avx512()) return "AVX-512";
  if (has_avx2()) return "AVX2";
#endif
  return "plain C";
}
