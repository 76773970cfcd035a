// Validates shapes and stages, and returns the sizes of their packed weights.

#ifndef VISION_VALIDATION_H
#define VISION_VALIDATION_H

#include "CVisionConvolution.h"

/// Whether a tensor's dimensions are positive and within the limits.
bool vision_is_tensor(int32_t height, int32_t width, int32_t channels);

/// Whether every dimension, window, stride, padding and bound is one that the kernels support.
bool vision_stage_is_valid(const VisionStage *stage);

/// Whether a stage's input has the shape of the output of the one before it.
bool vision_stage_follows(const VisionStage *first, const VisionStage *next);

/// The bytes of a valid stage's packed weights, without the columns and values of sparse ones.
uint64_t vision_stage_packed_size(const VisionStage *stage);

#endif
