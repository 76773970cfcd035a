// Packed weights: blocks of 16 channels, each with its biases and then the window's columns from the top down. The last
// block is padded with zeros.

#ifndef VISION_DEPTHWISE_PACKING_H
#define VISION_DEPTHWISE_PACKING_H

enum { BLOCK = 16 };

#endif
