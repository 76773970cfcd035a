// Packed weights: blocks of 16 channels, each with its biases and then the window's columns from the top down. The last
// block is padded with zeros.

#ifndef VISION_DEPTHWISE_PACKING_H
#define VISION_DEPTHWISE_PACKING_H

enum {
  BLOCK = 16,
  MAX_WINDOW = 5,
  /// Output rows of a strip.
  MAX_COUNT = 6,
  /// Output columns whose windows read one input column.
  MAX_AHEAD = 5,
};

/// The output rows of a strip: as many as pay off and as there are registers for the sums.
static inline int depthwise_strip_rows(int window, int stride, int registers) {
  if (stride == 2) return registers == 32 ? 4 : 3;
  return window == 5 ? 2 : registers == 32 ? 6 : 3;
}

#endif
