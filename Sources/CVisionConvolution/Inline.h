// How templates are compiled: their functions become parts of the kernels that call them, and innermost loops are aligned.

#ifndef VISION_INLINE_H
#define VISION_INLINE_H

// Kernels have sizes of tiles and windows that are constants when they are compiled, so that their loops are unrolled. With
// `VISION_ROLLED` they are passed, and loops stay loops: sanitizers would check each copy of an unrolled body, and compile for minutes.
#ifdef VISION_ROLLED
#define VISION_INLINE static inline
#else
#define VISION_INLINE static inline __attribute__((always_inline))
#endif

// Lets a loop begin with a line of the cache. Where it begins is chance otherwise: a change elsewhere can cost a kernel 4 % of its time.
#define VISION_ALIGNED_LOOP
#ifdef __has_c_attribute
#if __has_c_attribute(clang::code_align)
#undef VISION_ALIGNED_LOOP
#define VISION_ALIGNED_LOOP [[clang::code_align(64)]]
#endif
#endif

#endif
