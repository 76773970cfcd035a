// The results of single convolutions: kernels against their plain loops, these against double precision and exact integers.

#ifndef KERNEL_FUZZ_RESULTS_H
#define KERNEL_FUZZ_RESULTS_H

#include "Reference.h"
#include "Samples.h"

/// Calls the statements with each path of the processor chosen, and fails with its name.
#define ON_EACH_PATH(...) \
  for (int path = 0; path < VISION_MAX_KERNEL_PATHS; path++) { \
    if (!vision_choose_kernel_path(path)) continue; \
    __VA_ARGS__ \
  } \
  vision_choose_kernel_path(-1);

/// Teams of threads, which live as long as the program.
VisionThreadPool *pool(int members);

int pick_members(void);

/// Fails unless a result is as near as rounding allows.
void check_near(const float *found, size_t place, Expected expected, double slope, const char *kind);

void check_equal(const float *found, const float *expected, size_t count, const char *kind);

// Each fails unless all kernels agree, and returns the results.
float *dense_results(const Sample *sample, const float *input, const VisionEpilogue *epilogue);
float *depthwise_results(const Sample *sample, const float *input);
float *sparse_results(const Sample *sample, const float *input);
uint8_t *byte_results(const Sample *sample, const uint8_t *input);

#endif
