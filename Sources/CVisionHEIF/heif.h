// The part of libheif's interface that is used here, under names of our own.
#pragma once
#include "CVisionHEIF.h"

/// Created and freed by libheif.
typedef struct HEIFContext HEIFContext;
typedef struct HEIFHandle HEIFHandle;
typedef struct HEIFPixels HEIFPixels;

/// An error, with libheif's own text.
typedef struct {
  int code;
  int detail;
  const char *message;
} HEIFError;

enum {
  HEIFOk = 0,
  HEIFUnsupportedFile = 3,
  HEIFUnsupportedFeature = 4,
  HEIFNoMemory = 6,
  HEIFBeyondLimit = 1000, // as the detail
  HEIFColorsRGB = 1,
  HEIFInterleavedRGB = 10,
  HEIFInterleavedRGBA = 11,
  HEIFInterleaved = 10,
};

/// The beginning of libheif's decoding options. It allocates them, and `version` is the number of their fields.
typedef struct {
  uint8_t version;
  uint8_t ignoresTransformations;
  void (*startProgress)(int, int, void *);
  void (*onProgress)(int, int, void *);
  void (*endProgress)(int, void *);
  void *progressUser;
  // Since version 2.
  uint8_t convertsTo8Bits;
} HEIFOptions;

struct VisionHEIF {
  HEIFContext *(*context_alloc)(void);
  void (*context_free)(HEIFContext *);
  void (*context_set_maximum_image_size_limit)(HEIFContext *, int);
  HEIFError (*context_read_from_memory_without_copy)(HEIFContext *, const void *, size_t, const void *);
  HEIFError (*context_get_primary_image_handle)(HEIFContext *, HEIFHandle **);
  int (*image_handle_get_width)(const HEIFHandle *);
  int (*image_handle_get_height)(const HEIFHandle *);
  int (*image_handle_get_ispe_width)(const HEIFHandle *);
  int (*image_handle_get_ispe_height)(const HEIFHandle *);
  int (*image_handle_has_alpha_channel)(const HEIFHandle *);
  void (*image_handle_release)(const HEIFHandle *);
  HEIFOptions *(*decoding_options_alloc)(void);
  void (*decoding_options_free)(HEIFOptions *);
  HEIFError (*decode_image)(const HEIFHandle *, HEIFPixels **, int, int, const HEIFOptions *);
  int (*image_get_width)(const HEIFPixels *, int);
  int (*image_get_height)(const HEIFPixels *, int);
  int (*image_get_bits_per_pixel)(const HEIFPixels *, int);
  const uint8_t *(*image_get_plane_readonly)(const HEIFPixels *, int, int *);
  void (*image_release)(const HEIFPixels *);
};
