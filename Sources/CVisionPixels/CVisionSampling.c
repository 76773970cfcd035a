#include "CVisionSampling.h"

#include <string.h>

#include "VisionClones.h"

// The last bits of a position decide which pixels are read, so products and sums are rounded one by one.
#pragma STDC FP_CONTRACT OFF

enum { kMaxColumns = 1024 };

typedef uint8_t Bytes4 __attribute__((vector_size(4)));
typedef uint8_t Bytes8 __attribute__((vector_size(8)));
typedef uint16_t Words4 __attribute__((vector_size(8)));
typedef uint16_t Words8 __attribute__((vector_size(16)));
typedef uint32_t Lanes4 __attribute__((vector_size(16)));
typedef int32_t Signed4 __attribute__((vector_size(16)));
typedef float Floats4 __attribute__((vector_size(16)));

// What is known about a tensor when its kernel is compiled.
typedef struct {
  VisionPixelLayout layout;
  bool isFloat;
} Kind;

// The destination of samples.
typedef struct {
  uint8_t *bytes;
  float *floats;
  float scale;
  float offset;
} Target;

// The positions of a block, or of a row, in 1/32 pixels.
typedef struct {
  int32_t x[kMaxColumns];
  int32_t y[kMaxColumns];
} Positions;

// The nearest integer, ties to even, by adding a number at which a double's last place is 1: the sum's low bits are the
// integer. Positions far outside are clamped; NaN becomes some integer, which the border rule handles.
static inline __attribute__((always_inline)) int32_t round_to_even(double value) {
  const double limit = 1073741824.0;
  value = value < limit ? value : limit;
  value = value > -limit ? value : -limit;
  const double sum = value + 6755399441055744.0;
  int64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return (int32_t)bits;
}

static inline __attribute__((always_inline)) void fill_positions(
  int32_t *x, int32_t *y, const double *map, int row, int start, int count
) {
  const double x0 = map[0] * start + map[1] * row + map[2];
  const double y0 = map[3] * start + map[4] * row + map[5];
  const double w0 = map[6] * start + map[7] * row + map[8];
  const double stepX = map[0], stepY = map[3], stepW = map[6];
  if (stepW == 0) {
    // Without perspective one quotient serves all.
    const double scale = 32 / w0;
    for (int i = 0; i < count; i++) {
      x[i] = round_to_even((x0 + stepX * i) * scale);
      y[i] = round_to_even((y0 + stepY * i) * scale);
    }
    return;
  }
  for (int i = 0; i < count; i++) {
    const double scale = 32 / (w0 + stepW * i);
    x[i] = round_to_even((x0 + stepX * i) * scale);
    y[i] = round_to_even((y0 + stepY * i) * scale);
  }
}

// The row alone, which is the same in all columns.
static inline __attribute__((always_inline)) void fill_row(int32_t *y, const double *map, int row, int count) {
  const int32_t position = round_to_even((map[4] * row + map[5]) * (32 / map[8]));
  for (int i = 0; i < count; i++) y[i] = position;
}

static inline int64_t clamp(int64_t value, int64_t maximum) { return value < 0 ? 0 : value > maximum ? maximum : value; }

static inline __attribute__((always_inline)) int bytes_per_pixel(VisionPixelLayout layout) {
  return layout == VisionLayoutRGB ? 3 : layout == VisionLayoutGray ? 1 : 4;
}

// The pixels that the eight bytes read for a pair may touch.
static inline __attribute__((always_inline)) int pair_reach(VisionPixelLayout layout) {
  return layout == VisionLayoutRGB ? 3 : layout == VisionLayoutGray ? 8 : 2;
}

// Of eight bytes of two rows: red, green and blue (and one more) of the left pixels.
static inline __attribute__((always_inline)) Words8 left_pixels(Bytes8 top, Bytes8 bottom, VisionPixelLayout layout) {
  switch (layout) {
  case VisionLayoutBGRA:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 2, 1, 0, 0, 10, 9, 8, 8), Words8);
  case VisionLayoutGray:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 0, 0, 0, 0, 8, 8, 8, 8), Words8);
  default:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 0, 1, 2, 2, 8, 9, 10, 10), Words8);
  }
}

// The same of their right neighbours.
static inline __attribute__((always_inline)) Words8 right_pixels(Bytes8 top, Bytes8 bottom, VisionPixelLayout layout) {
  switch (layout) {
  case VisionLayoutRGB:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 3, 4, 5, 5, 11, 12, 13, 13), Words8);
  case VisionLayoutRGBA:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 4, 5, 6, 6, 12, 13, 14, 14), Words8);
  case VisionLayoutBGRA:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 6, 5, 4, 4, 14, 13, 12, 12), Words8);
  case VisionLayoutGray:
    return __builtin_convertvector(__builtin_shufflevector(top, bottom, 1, 1, 1, 1, 9, 9, 9, 9), Words8);
  }
}

// 32 * 32 times the mean of four pixels, rounded to a byte; differences may wrap, the sums do not.
static inline __attribute__((always_inline)) Lanes4 mean(Words8 left, Words8 right, uint16_t xFraction, uint32_t yFraction) {
  const Words8 rows = (left << 5) + (right - left) * xFraction;
  const Lanes4 top = __builtin_convertvector(__builtin_shufflevector(rows, rows, 0, 1, 2, 3), Lanes4);
  const Lanes4 bottom = __builtin_convertvector(__builtin_shufflevector(rows, rows, 4, 5, 6, 7), Lanes4);
  return ((top << 5) + (bottom - top) * yFraction + 512) >> 10;
}

// One of the four pixels where at least one may lie outside.
static inline __attribute__((always_inline)) Words4 border_pixel(
  const VisionSourceImage *image, int64_t x, int64_t y, VisionPixelLayout layout
) {
  const int64_t column = clamp(x, image->width - 1), row = clamp(y, image->height - 1);
  if (!image->repeatsEdge && (column != x || row != y)) return (Words4){0, 0, 0, 0};
  const uint8_t *p = image->pixels + row * image->bytesPerRow + column * bytes_per_pixel(layout);
  switch (layout) {
  case VisionLayoutBGRA: return (Words4){p[2], p[1], p[0], 0};
  case VisionLayoutGray: return (Words4){p[0], p[0], p[0], 0};
  default: return (Words4){p[0], p[1], p[2], 0};
  }
}

static inline __attribute__((always_inline)) Lanes4 border_mean(
  const VisionSourceImage *image, int32_t x, int32_t y, VisionPixelLayout layout
) {
  const int64_t column = x >> 5, row = y >> 5;
  const bool isOutside = column < -1 || row < -1 || column >= image->width || row >= image->height;
  if (isOutside && !image->repeatsEdge) return (Lanes4){0, 0, 0, 0};
  const Words4 topLeft = border_pixel(image, column, row, layout);
  const Words4 topRight = border_pixel(image, column + 1, row, layout);
  const Words4 bottomLeft = border_pixel(image, column, row + 1, layout);
  const Words4 bottomRight = border_pixel(image, column + 1, row + 1, layout);
  return mean(
    __builtin_shufflevector(topLeft, bottomLeft, 0, 1, 2, 3, 4, 5, 6, 7),
    __builtin_shufflevector(topRight, bottomRight, 0, 1, 2, 3, 4, 5, 6, 7), x & 31, y & 31);
}

// Stores a pixel. Four numbers are written at once; the fourth is overwritten by the next pixel. The last pixel of a
// tensor, `isLast`, has no fourth.
static inline __attribute__((always_inline)) void store(
  Lanes4 pixel, const Target *target, int64_t index, bool isFloat, bool isLast
) {
  if (isFloat) {
    const Floats4 values = __builtin_convertvector((Signed4)pixel, Floats4) * target->scale + target->offset;
    float *floats = target->floats + 3 * index;
    // Two copies of a constant size instead of a call with a variable one.
    if (isLast) {
      memcpy(floats, &values, 12);
    } else {
      memcpy(floats, &values, 16);
    }
  } else {
    const Bytes4 values = __builtin_convertvector(pixel, Bytes4);
    uint8_t *bytes = target->bytes + 3 * index;
    if (isLast) {
      memcpy(bytes, &values, 3);
    } else {
      memcpy(bytes, &values, 4);
    }
  }
}

#include "CVisionGather.h"

static inline __attribute__((always_inline)) void sample_block(
  const VisionSourceImage *image, const int32_t *xs, const int32_t *ys, int count, const Target *target, int64_t firstPixel,
  bool isLastBlock, Kind kind
) {
  const int64_t columns = image->width - pair_reach(kind.layout) + 1, rows = image->height - 1;
  const uint32_t columnLimit = columns < 0 ? 0 : columns > INT32_MAX ? INT32_MAX : (uint32_t)columns;
  const uint32_t rowLimit = rows > INT32_MAX ? INT32_MAX : (uint32_t)rows;
  const bool canGather = can_gather(image);
  int alone = 0;
  for (int i = 0; i < count; i++) {
    if (canGather && i >= alone && i + 16 <= count) {
      if (sample_together(image, xs + i, ys + i, target, firstPixel + i, columnLimit, rowLimit)) {
        i += 15;
        continue;
      }
      alone = i + 16;
    }
    const int32_t x = xs[i], y = ys[i];
    Lanes4 pixel;
    if ((uint32_t)(x >> 5) < columnLimit && (uint32_t)(y >> 5) < rowLimit) {
      const uint8_t *source =
        image->pixels + (y >> 5) * image->bytesPerRow + (int64_t)(x >> 5) * bytes_per_pixel(kind.layout);
      Bytes8 top, bottom;
      memcpy(&top, source, 8);
      memcpy(&bottom, source + image->bytesPerRow, 8);
      pixel = mean(left_pixels(top, bottom, kind.layout), right_pixels(top, bottom, kind.layout), x & 31, y & 31);
    } else {
      pixel = border_mean(image, x, y, kind.layout);
    }
    store(pixel, target, firstPixel + i, kind.isFloat, isLastBlock && i == count - 1);
  }
}

// Whether rows of the tensor are rows of the image, so that columns are the same in all of them.
static inline bool is_upright(const VisionSampleGrid *grid) {
  const double *map = grid->map;
  return map[1] == 0 && map[3] == 0 && map[6] == 0 && map[7] == 0 && grid->width <= kMaxColumns;
}

static inline __attribute__((always_inline)) void sample_rows(
  const VisionSourceImage *image, const VisionSampleGrid *grid, const Target *target, Kind kind
) {
  Positions positions;
  const bool isUpright = is_upright(grid);
  for (int y = grid->firstRow; y < grid->endRow; y++) {
    for (int start = 0; start < grid->width; start += grid->blockWidth) {
      const int rest = grid->width - start, count = rest < grid->blockWidth ? rest : grid->blockWidth;
      int32_t *xs = positions.x + (isUpright ? start : 0), *ys = positions.y + (isUpright ? start : 0);
      if (!isUpright || y == grid->firstRow) fill_positions(xs, ys, grid->map, y, start, count);
      else fill_row(ys, grid->map, y, count);
      sample_block(
        image, xs, ys, count, target, (int64_t)y * grid->width + start, y == grid->endRow - 1 && count == rest, kind);
    }
  }
}

// Compiled once for every layout.
static inline __attribute__((always_inline)) void sample(
  const VisionSourceImage *image, const VisionSampleGrid *grid, const Target *target, bool isFloat
) {
  switch (image->layout) {
  case VisionLayoutRGB: return sample_rows(image, grid, target, (Kind){VisionLayoutRGB, isFloat});
  case VisionLayoutRGBA: return sample_rows(image, grid, target, (Kind){VisionLayoutRGBA, isFloat});
  case VisionLayoutBGRA: return sample_rows(image, grid, target, (Kind){VisionLayoutBGRA, isFloat});
  case VisionLayoutGray: return sample_rows(image, grid, target, (Kind){VisionLayoutGray, isFloat});
  }
}

VISION_CLONES
void vision_sample_bytes(const VisionSourceImage *image, const VisionSampleGrid *grid, uint8_t *tensor) {
  const Target target = {.bytes = tensor};
  sample(image, grid, &target, false);
}

VISION_CLONES
void vision_sample_floats(
  const VisionSourceImage *image, const VisionSampleGrid *grid, float scale, float offset, float *tensor
) {
  const Target target = {.floats = tensor, .scale = scale, .offset = offset};
  sample(image, grid, &target, true);
}
