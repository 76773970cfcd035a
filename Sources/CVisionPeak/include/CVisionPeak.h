// Multiply-adds in registers, as many as the processor's vector units can do: the yardstick that benchmarks hold inference to.

#ifndef CVISION_PEAK_H
#define CVISION_PEAK_H

#include <stdint.h>

/// What is multiplied and added.
typedef enum {
  /// 32-bit floating-point numbers, as float models are computed.
  VisionArithmeticFloat,
  /// Bytes into 32-bit sums, as 8-bit models are computed.
  VisionArithmeticByte
} VisionArithmetic;

/// The name of the instructions that this processor does it with, such as `AVX-512 VNNI`; a constant.
const char *vision_peak_instructions(VisionArithmetic arithmetic);

/// Does MACs that do not wait for each other and touch no memory, on the calling thread.
///
/// Returns how many they were: `rounds` times a number that depends on the processor.
int64_t vision_peak_run(VisionArithmetic arithmetic, int64_t rounds);

#endif
