// MACs in registers at the peak rate of the processor's vector units, with which benchmarks compare inference.

#ifndef CVISION_PEAK_H
#define CVISION_PEAK_H

#include <stdint.h>

/// The element type of MACs.
typedef enum {
  /// Float32, as in floating-point models.
  VisionArithmeticFloat,
  /// 8-bit values into 32-bit sums, as in quantized models.
  VisionArithmeticByte
} VisionArithmetic;

/// The name of the instructions that this processor uses, such as `AVX-512 VNNI`; a constant.
const char *vision_peak_instructions(VisionArithmetic arithmetic);

/// Runs independent MACs without memory access, on the calling thread.
///
/// Returns their number: `rounds` times a number that depends on the processor.
int64_t vision_peak_run(VisionArithmetic arithmetic, int64_t rounds);

#endif
