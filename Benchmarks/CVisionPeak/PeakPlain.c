#if !defined(__x86_64__) && !defined(__aarch64__)

#include "PeakKernel.h"

// For vector units without a kernel of their own.

#define STEP(sum) (sum * a + b)
PEAK_KERNEL(float_plain, , float, 8, 1, 0.5f, 0.25f, (float)i, STEP)
PEAK_KERNEL(byte_plain, , uint32_t, 8, 1, (uint32_t)3, (uint32_t)5, (uint32_t)i, STEP)
#undef STEP

PeakKernel peak_float_kernel(void) { return (PeakKernel){"plain C", float_plain}; }
PeakKernel peak_byte_kernel(void) { return (PeakKernel){"plain C", byte_plain}; }

#endif
