#include "Features.h"

#include "CVisionConvolution.h"

#if defined(__x86_64__) && defined(__OPTIMIZE__)

bool vision_convolution_is_fast(void) { return has_avx2(); }

bool vision_bytes_are_fast(void) { return has_byte_products(); }

#else

bool vision_convolution_is_fast(void) { return false; }

bool vision_bytes_are_fast(void) { return false; }

#endif
