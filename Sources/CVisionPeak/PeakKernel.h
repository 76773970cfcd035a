// One way to do MACs, and the macro that writes most of them.

#ifndef PEAK_KERNEL_H
#define PEAK_KERNEL_H

#include <stdint.h>

// What a processor has.
typedef struct {
  const char *name;
  int64_t (*run)(int64_t rounds);
} PeakKernel;

// The best kernels of this processor.
PeakKernel peak_float_kernel(void);
PeakKernel peak_byte_kernel(void);

// Keeps the compiler from knowing a value, so that it computes with it anew each time.
#if defined(__x86_64__)
#define PEAK_HIDE(value) __asm__ volatile("" : "+x"(value))
#elif defined(__aarch64__)
#define PEAK_HIDE(value) __asm__ volatile("" : "+w"(value))
#else
#define PEAK_HIDE(value) __asm__ volatile("" : "+m"(value))
#endif

// A kernel of `kSums` sums that do not depend on each other: enough for two units of four or five cycles, few enough for the
// registers. Every `STEP(sum)` does `kLanes` MACs with `a` and `b`. Sums begin differently, else they would all be
// computed as one.
#define PEAK_KERNEL(name, attributes, Vector, kSums, kLanes, A, B, START, STEP)  \
  attributes static int64_t name(int64_t rounds) {                               \
    __typeof__(A) a = A, b = B;                                                  \
    PEAK_HIDE(a);                                                                \
    PEAK_HIDE(b);                                                                \
    Vector sums[kSums];                                                          \
    for (int i = 0; i < kSums; i++) {                                            \
      sums[i] = START;                                                           \
      PEAK_HIDE(sums[i]);                                                        \
    }                                                                            \
    for (int64_t round = 0; round < rounds; round++) {                           \
      for (int i = 0; i < kSums; i++) sums[i] = STEP(sums[i]);                   \
    }                                                                            \
    for (int i = 0; i < kSums; i++) PEAK_HIDE(sums[i]);                          \
    return rounds * kSums * kLanes;                                              \
  }

#endif
