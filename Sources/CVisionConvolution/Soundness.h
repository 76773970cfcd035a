// Whether a stage is one that kernels compute, and what its packed weights take.

#ifndef VISION_SOUNDNESS_H
#define VISION_SOUNDNESS_H

#include "CVisionConvolution.h"

/// Whether every extent, window, step, margin and bound is one that the kernels' arithmetic was made for.
bool vision_stage_is_sound(const VisionStage *stage);

/// Whether a stage takes what the one before it gives.
bool vision_stage_follows(const VisionStage *first, const VisionStage *next);

/// The bytes of a sound stage's packed weights, without a sparse one's columns and values.
uint64_t vision_stage_packed_size(const VisionStage *stage);

#endif
