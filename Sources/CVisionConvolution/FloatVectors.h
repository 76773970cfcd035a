// Compiles TEMPLATE for the float vectors of each processor: `LANES` floats in a vector, `REGISTERS` vector registers,
// the functions' attributes (`TARGET`), and the end of their names (`FEATURES`). With NARROW also for short vectors of
// processors that have longer ones, with PAIRED for pairs of vectors that are half a cache line.

#if defined(__x86_64__)

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma,f16c")))
#define REGISTERS 32
#define LANES 16
#include TEMPLATE
#undef LANES
#ifdef NARROW
#define LANES 8
#include TEMPLATE
#undef LANES
#endif
#undef REGISTERS
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma,f16c")))
#define REGISTERS 16
#define LANES 8
#include TEMPLATE
#undef LANES
#ifdef PAIRED
#define LANES 16
#include TEMPLATE
#undef LANES
#endif
#undef REGISTERS
#undef TARGET
#undef FEATURES

#elif defined(__aarch64__)

#define FEATURES neon
#define TARGET
#define REGISTERS 32
#define LANES 4
#include TEMPLATE
#undef LANES
#undef REGISTERS
#undef TARGET
#undef FEATURES

#endif

#undef PAIRED
#undef NARROW
#undef TEMPLATE
