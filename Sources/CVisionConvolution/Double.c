#include "CVisionConvolution.h"

/// The two rows or columns that one of twice as many lies between, and what the farther one counts.
typedef struct {
  ptrdiff_t near, far;
} Neighbours;

static const float FAR_SHARE = 0.25f;

static Neighbours neighbours(int32_t index, int32_t count) {
  const int32_t near = index / 2, far = index % 2 == 0 ? near - 1 : near + 1;
  return (Neighbours){near, far < 0 ? 0 : far >= count ? count - 1 : far};
}

void vision_double(
  const float *input, int32_t height, int32_t width, int32_t channels, float least, float most, float *output
) {
  for (int32_t y = 0; y < 2 * height; y++) {
    const Neighbours rows = neighbours(y, height);
    const float *near = input + rows.near * width * channels, *far = input + rows.far * width * channels;
    for (int32_t x = 0; x < 2 * width; x++) {
      const Neighbours columns = neighbours(x, width);
      const float *nearLeft = near + columns.near * channels, *nearRight = near + columns.far * channels;
      const float *farLeft = far + columns.near * channels, *farRight = far + columns.far * channels;
      for (int32_t channel = 0; channel < channels; channel++) {
        const float here = nearLeft[channel] + (nearRight[channel] - nearLeft[channel]) * FAR_SHARE;
        const float there = farLeft[channel] + (farRight[channel] - farLeft[channel]) * FAR_SHARE;
        const float value = here + (there - here) * FAR_SHARE;
        output[channel] = value < least ? least : value > most ? most : value;
      }
      output += channels;
    }
  }
}
