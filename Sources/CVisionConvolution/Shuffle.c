#include "CVisionConvolution.h"

#include <string.h>

void vision_shuffle_pixels(const void *input, int32_t height, int32_t width, void *output) {
  // Pairs of floats.
  enum { pair = 2 * sizeof(float) };
  const char *source = input;
  char *target = output;
  const size_t row = (size_t)width * pair;
  for (int32_t y = 0; y < height; y++) {
    char *restrict upper = target, *restrict lower = target + row;
    for (int32_t x = 0; x < width; x++) {
      memcpy(upper + (size_t)x * pair, source + 2 * (size_t)x * pair, pair);
      memcpy(lower + (size_t)x * pair, source + (2 * (size_t)x + 1) * pair, pair);
    }
    source += 2 * row;
    target += 2 * row;
  }
}
