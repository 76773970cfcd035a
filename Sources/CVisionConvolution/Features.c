#include "Features.h"

#include "CVisionConvolution.h"

#if defined(__x86_64__)

bool vision_convolution_is_fast(void) { return has_avx2(); }

#else

bool vision_convolution_is_fast(void) { return false; }

#endif
