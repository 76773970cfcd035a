// Random convolutions with their numbers as they were before packing.

#ifndef KERNEL_FUZZ_SAMPLES_H
#define KERNEL_FUZZ_SAMPLES_H

#include "CVisionConvolution.h"

typedef enum { DENSE, DEPTHWISE, SPARSE, BYTES } Kind;

typedef struct {
  Kind kind;
  VisionDense dense;
  VisionDepthwise depthwise;
  VisionSparse sparse;
  VisionQuantized quantized;
  VisionSparseWeights sparseWeights;
  float *weights, *biases, *scales;
  uint8_t *byteWeights;
  int32_t *byteBiases;
  void *packed;
} Sample;

/// The extents of what goes from one stage to the next.
typedef struct {
  int height, width, channels;
} Extents;

// Each makes a convolution of what goes before, and returns what comes out.
Extents make_dense(Sample *sample, Extents from);
Extents make_depthwise(Sample *sample, Extents from);
Extents make_sparse(Sample *sample, Extents from);
Extents make_bytes(Sample *sample, Extents from);

VisionStage stage_of(const Sample *sample);

int pick_channels(void);

#endif
