// The paths: which kernels a processor runs. Each kind of kernel has a table of them, one for each path.

#ifndef VISION_PATHS_H
#define VISION_PATHS_H

#include <stddef.h>

/// The paths, the best last.
typedef enum {
  PATH_PLAIN,
#if defined(__x86_64__)
  PATH_AVX2, PATH_AVX_VNNI, PATH_AVX512, PATH_AVX512_VNNI, PATH_AMX,
#elif defined(__aarch64__)
  PATH_NEON, PATH_DOT_PRODUCT,
#endif
  PATHS
} Path;

// The elements of a table of kernels for floats and for bytes. `kernels` is what their names begin with.
#if defined(__x86_64__)
#define FLOAT_PATHS(kernels) \
  {NULL, &kernels##_avx2, &kernels##_avx2, &kernels##_avx512, &kernels##_avx512, &kernels##_avx512}
#define BYTE_PATHS(kernels) \
  {NULL, &kernels##_avx2, &kernels##_avxvnni, &kernels##_avx512, &kernels##_avx512vnni, &kernels##_amx}
#elif defined(__aarch64__)
#define FLOAT_PATHS(kernels) {NULL, &kernels##_neon, &kernels##_neon}
#define BYTE_PATHS(kernels) {NULL, &kernels##_neon, &kernels##_dot}
#else
#define FLOAT_PATHS(kernels) {NULL}
#define BYTE_PATHS(kernels) {NULL}
#endif

/// The calling thread's path: the processor's best one, unless a test chose another.
Path vision_path(void);

#endif
