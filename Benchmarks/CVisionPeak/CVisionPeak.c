#include "CVisionPeak.h"

#include "PeakKernel.h"

static PeakKernel kernel(VisionArithmetic arithmetic) {
  return arithmetic == VisionArithmeticFloat ? peak_float_kernel() : peak_byte_kernel();
}

const char *vision_peak_instructions(VisionArithmetic arithmetic) { return kernel(arithmetic).name; }

int64_t vision_peak_run(VisionArithmetic arithmetic, int64_t rounds) { return kernel(arithmetic).run(rounds); }
