// Numbers of 16 bits in the place of float32.

#ifndef VISION_REDUCED_H
#define VISION_REDUCED_H

#include "CVisionConvolution.h"

/// Rounds floats to the nearest 16-bit numbers, which the processor has (`vision_has_numbers`).
void vision_reduce(VisionNumbers numbers, const float *from, ptrdiff_t count, void *to);

#endif
