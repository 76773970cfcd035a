// Packed weights: for each block of input channels, in their order, and each output channel the number of weights that are
// there; of each of those the channel within the block, and the weight. Where the weights of each group of output channels
// start is noted too, so that groups can be computed apart.

#ifndef VISION_SPARSE_PACKING_H
#define VISION_SPARSE_PACKING_H

#include "CVisionConvolution.h"

/// Input channels of a block. With 64 pixels it takes 32 kilobytes.
enum { BLOCK_CHANNELS = 128 };

/// Output channels of a group: as many as the widest register has numbers.
enum { GROUP = 16 };

static inline int block_count(const VisionSparse *shape) {
  return (shape->inputs + BLOCK_CHANNELS - 1) / BLOCK_CHANNELS;
}

static inline int group_count(const VisionSparse *shape) { return (shape->outputs + GROUP - 1) / GROUP; }

#endif
