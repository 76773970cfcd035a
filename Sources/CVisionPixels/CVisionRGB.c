// The loop over the rows, and the kernels in plain C, whose results the others have to equal. The arithmetic is that
// of swscale's most exact path: bicubic chroma, full horizontal chroma, accurate rounding.

#include "CVisionRGB.h"

#include "CVisionFeatures.h"
#include "RGBRows.h"

enum {
  /// The rows of upsampled chroma in memory, as many as a row of the image needs.
  kRing = 4,
  /// Values in the largest vector, which kernels may write more than a row has.
  kVector = 32,
};

/// The weights of four rows of chroma for even and odd rows of the image, in 12 bits.
static const int16_t even_weights[] = {-115, 985, 3572, -346}, odd_weights[] = {-346, 3572, 985, -115};
/// swscale omits the far weight of two rows at the top and compensates with the others.
static const int16_t first_weights[] = {0, 0, 4432, -336}, third_weights[] = {0, 959, 3473, -336};

static const int16_t *weights_of_row(ptrdiff_t y) {
  return y == 0 ? first_weights : y == 2 ? third_weights : y % 2 == 0 ? even_weights : odd_weights;
}

static inline int16_t narrow(int32_t value) { return (int16_t)(value > 32767 ? 32767 : value); }

static void double_row_plain(const int16_t *row, ptrdiff_t count, int16_t *even, int16_t *odd) {
  for (ptrdiff_t i = 0; i < count; i++) {
    even[i] = narrow((kFar * row[i - 2] + kNear * row[i - 1] + kCenter * row[i] + kOther * row[i + 1]) >> 7);
    odd[i] = narrow((kOther * row[i - 1] + kCenter * row[i] + kNear * row[i + 1] + kFar * row[i + 2]) >> 7);
  }
}

/// Sums of the brightest luma and the strongest chroma wrap, as they do in swscale.
static inline uint8_t clamp_byte(uint32_t sum) {
  const int32_t value = (int32_t)sum >> 22;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void convert_row_plain(const RGBRows *rows, int row, ptrdiff_t first) {
  enum { kBlock = 128 };
  const VisionColorMatrix m = *rows->matrix;
  const int32_t w0 = rows->weights[row][0], w1 = rows->weights[row][1];
  const int32_t w2 = rows->weights[row][2], w3 = rows->weights[row][3];
  for (ptrdiff_t x = first; x < rows->width; x += kBlock) {
    const int count = (int)(rows->width - x < kBlock ? rows->width - x : kBlock);
    int32_t uu[kBlock + 1], vv[kBlock + 1];
    // Compilers make vectors of these loops, but not of one that does everything.
    for (int odd = 0; odd < 2; odd++) {
      const ptrdiff_t place = x / 2 + odd * rows->half;
      const int16_t *u0 = rows->u[0] + place, *u1 = rows->u[1] + place;
      const int16_t *u2 = rows->u[2] + place, *u3 = rows->u[3] + place;
      const int16_t *v0 = rows->v[0] + place, *v1 = rows->v[1] + place;
      const int16_t *v2 = rows->v[2] + place, *v3 = rows->v[3] + place;
      for (int i = 0; i < (count + 1) / 2; i++) {
        uu[2 * i + odd] = (u0[i] * w0 + u1[i] * w1 + u2[i] * w2 + u3[i] * w3 + kChromaBias) >> 10;
        vv[2 * i + odd] = (v0[i] * w0 + v1[i] * w1 + v2[i] * w2 + v3[i] * w3 + kChromaBias) >> 10;
      }
    }
    uint8_t red[kBlock], green[kBlock], blue[kBlock], *rgb = rows->rgb[row] + 3 * x;
    for (int i = 0; i < count; i++) {
      const uint32_t u = (uint32_t)uu[i], v = (uint32_t)vv[i];
      const uint32_t y = rows->luma[row][x + i] * 512u * (uint32_t)m.yCoefficient + (uint32_t)luma_bias(&m);
      red[i] = clamp_byte(y + v * (uint32_t)m.vToRed);
      green[i] = clamp_byte(y + v * (uint32_t)m.vToGreen + u * (uint32_t)m.uToGreen);
      blue[i] = clamp_byte(y + u * (uint32_t)m.uToBlue);
    }
    for (int i = 0; i < count; i++) {
      rgb[3 * i] = red[i];
      rgb[3 * i + 1] = green[i];
      rgb[3 * i + 2] = blue[i];
    }
  }
}

/// Leaves all pixels to `convert_row_plain`.
static ptrdiff_t convert_plain(const RGBRows *rows) {
  (void)rows;
  return 0;
}

/// The kernels of a set of instructions.
typedef struct {
  uint32_t needs;
  /// The minimum width of an image.
  ptrdiff_t width;
  /// Upsamples a row by two: values for even columns and for odd ones. Reads two more values on either side. Writes
  /// whole vectors, and reads as far.
  void (*double_row)(const int16_t *row, ptrdiff_t count, int16_t *even, int16_t *odd);
  /// Converts pixels from the left. Returns how many, an even number; the others are left to `convert_row_plain`.
  ptrdiff_t (*convert)(const RGBRows *rows);
} Kernels;

static const Kernels all_kernels[] = {
#if defined(__x86_64__)
  {VISION_CPU_AVX512 | VISION_CPU_AVX512_VBMI, 64, double_row_avx512, convert_avx512},
  {VISION_CPU_AVX2, 32, double_row_avx2, convert_avx2},
#elif defined(__aarch64__)
  {VISION_CPU_NEON, 16, double_row_neon, convert_neon},
#endif
  {0, 0, double_row_plain, convert_plain},
};

/// The room for a value of each second column, rounded up to whole vectors. One more keeps the rows of widths such as
/// 4096 out of the same sets of the cache.
static ptrdiff_t half_size(ptrdiff_t width) { return (((width + 1) / 2 + kVector - 1) / kVector + 1) * kVector; }

// A row of chroma with a vector on either side, and the ring: even and odd columns of U, then of V, for each row.
ptrdiff_t vision_rgb_scratch_size(ptrdiff_t width) {
  return (2 * kVector + (1 + kRing * 2 * 2) * half_size(width)) * (ptrdiff_t)sizeof(int16_t);
}

/// Upsamples a row. `padded` has room for a copy with the edges repeated.
static void double_chroma(
  const Kernels *kernels, const uint8_t *row, ptrdiff_t step, ptrdiff_t count, int16_t *padded, int16_t *even,
  int16_t *odd
) {
  // Compilers make vectors of the loops for one step.
  if (step == 1) {
    for (ptrdiff_t i = 0; i < count; i++) padded[i] = row[i];
  } else if (step == 2) {
    for (ptrdiff_t i = 0; i < count; i++) padded[i] = row[2 * i];
  } else {
    for (ptrdiff_t i = 0; i < count; i++) padded[i] = row[i * step];
  }
  padded[-2] = padded[-1] = padded[0];
  padded[count] = padded[count + 1] = padded[count - 1];
  kernels->double_row(padded, count, even, odd);
  // swscale omits the far weight of two numbers at the left edge and compensates with the others.
  even[0] = narrow((17729 * padded[0] - 1345 * padded[1]) >> 7);
  even[1] = narrow((3835 * padded[0] + 13894 * padded[1] - 1345 * padded[2]) >> 7);
}

void vision_convert_to_rgb(
  const VisionYUVPlanes *planes, ptrdiff_t width, ptrdiff_t height, const VisionColorMatrix *matrix,
  uint32_t features, void *scratch, uint8_t *rgb, ptrdiff_t bytesPerRow
) {
  const uint32_t usable = features & vision_cpu_features();
  const Kernels *kernels = all_kernels;
  while ((usable & kernels->needs) != kernels->needs || width < kernels->width) kernels++;
  const ptrdiff_t chromaWidth = (width + 1) / 2, chromaHeight = (height + 1) / 2, half = half_size(width);
  int16_t *padded = (int16_t *)scratch + kVector, *ring = padded + half + kVector;
  RGBRows rows = {.matrix = matrix, .width = width, .half = half};
  // Rows 2k - 1 and 2k lie between rows k - 2 and k + 1 of chroma.
  for (ptrdiff_t k = 0, ready = 0; 2 * k - 1 < height; k++) {
    for (; ready < chromaHeight && ready < k + 2; ready++) {
      int16_t *u = ring + ready % kRing * 4 * half, *v = u + 2 * half;
      double_chroma(
        kernels, planes->u + ready * planes->uBytesPerRow, planes->chromaStep, chromaWidth, padded, u, u + half);
      double_chroma(
        kernels, planes->v + ready * planes->vBytesPerRow, planes->chromaStep, chromaWidth, padded, v, v + half);
    }
    for (int i = 0; i < 4; i++) {
      const ptrdiff_t row = k - 2 + i, inside = row < 0 ? 0 : row < chromaHeight ? row : chromaHeight - 1;
      rows.u[i] = ring + inside % kRing * 4 * half;
      rows.v[i] = rows.u[i] + 2 * half;
    }
    // The first row is alone, and of an even height the last one is, too.
    const ptrdiff_t first = k == 0 ? 0 : 2 * k - 1, second = 2 * k < height ? 2 * k : first;
    for (int i = 0; i < 2; i++) {
      const ptrdiff_t y = i == 0 ? first : second;
      rows.luma[i] = planes->luma + y * planes->lumaBytesPerRow;
      rows.rgb[i] = rgb + y * bytesPerRow;
      rows.weights[i] = weights_of_row(y);
    }
    const ptrdiff_t done = kernels->convert(&rows);
    for (int i = 0; i < 2 && done < width; i++) convert_row_plain(&rows, i, done);
  }
}
