// Packed weights: for each block of input channels and each output channel, the number of nonzero weights, and for each
// of them its channel within the block and its value. The starts of each group of output channels allow computing
// groups independently.

#ifndef VISION_SPARSE_PACKING_H
#define VISION_SPARSE_PACKING_H

#include "CVisionConvolution.h"

/// Input channels of a block. With 64 pixels it takes 32 kilobytes.
enum { BLOCK_CHANNELS = 128 };

/// Output channels of a group: the lanes of the widest register.
enum { GROUP = 16 };

static inline int block_count(const VisionSparse *shape) {
  return (shape->inputs + BLOCK_CHANNELS - 1) / BLOCK_CHANNELS;
}

static inline int group_count(const VisionSparse *shape) { return (shape->outputs + GROUP - 1) / GROUP; }

#endif
