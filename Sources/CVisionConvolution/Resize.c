#include <string.h>

#include "CVisionConvolution.h"
#include "Inline.h"
#include "Paths.h"
#include "ThreadPool.h"
#include "Validation.h"

// XNNPACK rounds products before it adds them.
#pragma clang fp contract(off)

/// The two rows or columns that one of the output lies between, and the share of the second.
typedef struct {
  int32_t one, other;
  float share;
} Neighbours;

/// The neighbours of a row or column of the output, rounded as XNNPACK rounds.
static Neighbours neighbours(const VisionResize *shape, int32_t index, int32_t input, int32_t output) {
  const int32_t last = input - 1, ends = shape->alignsCorners && output != 1 ? 1 : 0;
  const float scale = (float)(input - ends) / (float)(output - ends);
  float place = (float)index * scale;
  if (shape->halvesPixels) place += 0.5f * scale - 0.5f;
  if (!(place > 0)) place = 0;
  if (place > (float)last) place = (float)last;
  const int32_t one = (int32_t)place;
  return (Neighbours){one, one < last ? one + 1 : last, place - (float)one};
}

static Neighbours rows_of_output(const VisionResize *shape, int32_t row) {
  return neighbours(shape, row, shape->inputHeight, shape->outputHeight);
}

static Neighbours columns_of_output(const VisionResize *shape, int32_t column) {
  return neighbours(shape, column, shape->inputWidth, shape->outputWidth);
}

static ptrdiff_t row_count(const VisionResize *shape) { return (ptrdiff_t)shape->outputWidth * shape->channels; }

/// Numbers at any address.
typedef float Numbers __attribute__((vector_size(32), aligned(sizeof(float))));
enum { LANES = 8 };

/// Interpolates between two rows or pixels.
VISION_INLINE void mix(const float *one, const float *other, float share, ptrdiff_t count, float *restrict to) {
  ptrdiff_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    const Numbers from = *(const Numbers *)(one + i);
    *(Numbers *)(to + i) = from + (*(const Numbers *)(other + i) - from) * share;
  }
  for (; i < count; i++) to[i] = one[i] + (other[i] - one[i]) * share;
}

/// What all parts share: each part is a range of rows of the output.
typedef struct {
  const VisionResize *shape;
  const float *input;
  float *output;
  const Neighbours *columns;
  /// The memory of all threads: two rows of the input, stretched to the output's width.
  float *stretched;
  int parts;
} Ranges;

VISION_INLINE void stretch(const Ranges *all, int32_t row, float *to) {
  const ptrdiff_t channels = all->shape->channels;
  const float *from = all->input + (ptrdiff_t)row * all->shape->inputWidth * channels;
  for (int32_t column = 0; column < all->shape->outputWidth; column++, to += channels) {
    const Neighbours between = all->columns[column];
    mix(from + between.one * channels, from + between.other * channels, between.share, channels, to);
  }
}

/// Rows of the output. Neighbours of a row are often those of the next one, and are kept.
VISION_INLINE void resize_range(const Ranges *all, int part, int thread) {
  const VisionResize *shape = all->shape;
  const ptrdiff_t count = row_count(shape);
  float *kept[2] = {all->stretched + 2 * thread * count, all->stretched + (2 * thread + 1) * count};
  int32_t rows[2] = {-1, -1};
  const int first = vision_part_start(shape->outputHeight, part, all->parts);
  const int end = vision_part_start(shape->outputHeight, part + 1, all->parts);
  for (int row = first; row < end; row++) {
    const Neighbours between = rows_of_output(shape, row);
    for (int32_t needed = between.one; needed <= between.other; needed++) {
      if (rows[needed % 2] != needed) stretch(all, needed, kept[needed % 2]);
      rows[needed % 2] = needed;
    }
    mix(kept[between.one % 2], kept[between.other % 2], between.share, count, all->output + row * count);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void resize_part(const void *work, int part, int thread) {
  resize_range(work, part, thread);
}
#else
static void resize_part(const void *work, int part, int thread) { resize_range(work, part, thread); }
#endif

/// The bytes of the columns of all threads, a multiple of 64.
static size_t columns_size(const VisionResize *shape) {
  return ((size_t)shape->outputWidth * sizeof(Neighbours) + 63) / 64 * 64;
}

bool vision_resize_size(const VisionResize *shape, int32_t threads, uint64_t *size) {
  if (!vision_is_tensor(shape->inputHeight, shape->inputWidth, shape->channels)
    || !vision_is_tensor(shape->outputHeight, shape->outputWidth, shape->channels)
    || (shape->alignsCorners && shape->halvesPixels) || threads < 1 || threads > VISION_MAX_THREADS) return false;
  *size = columns_size(shape) + 2 * (uint64_t)threads * (uint64_t)row_count(shape) * sizeof(float);
  return true;
}

void vision_resize(
  const VisionResize *shape, const float *input, float *output, void *work, VisionThreadPool *pool
) {
  if (vision_path() == PATH_PLAIN) {
    vision_resize_plain(shape, input, output);
    return;
  }
  Neighbours *columns = work;
  for (int32_t i = 0; i < shape->outputWidth; i++) columns[i] = columns_of_output(shape, i);
  const int threads = vision_thread_pool_thread_count(pool);
  const Ranges all = {
    shape, input, output, columns, (float *)((char *)work + columns_size(shape)),
    threads < shape->outputHeight ? threads : shape->outputHeight,
  };
  vision_thread_pool_run(pool, resize_part, &all, all.parts);
}

void vision_resize_plain(const VisionResize *shape, const float *input, float *output) {
  const ptrdiff_t channels = shape->channels, width = shape->inputWidth;
  for (int32_t row = 0; row < shape->outputHeight; row++) {
    const Neighbours y = rows_of_output(shape, row);
    for (int32_t column = 0; column < shape->outputWidth; column++) {
      const Neighbours x = columns_of_output(shape, column);
      const float *upper = input + y.one * width * channels, *lower = input + y.other * width * channels;
      for (ptrdiff_t i = 0; i < channels; i++) {
        const ptrdiff_t left = x.one * channels + i, right = x.other * channels + i;
        const float top = upper[left] + (upper[right] - upper[left]) * x.share;
        const float bottom = lower[left] + (lower[right] - lower[left]) * x.share;
        *output++ = top + (bottom - top) * y.share;
      }
    }
  }
}
