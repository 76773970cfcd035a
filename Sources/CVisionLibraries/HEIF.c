#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CVisionHEIF.h"
#include "CVisionLoader.h"

// The part of libheif's interface that is used here, under names of our own.

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

#define FUNCTIONS(_) \
  _(HEIFContext *, context_alloc, (void)) \
  _(void, context_free, (HEIFContext *)) \
  _(void, context_set_maximum_image_size_limit, (HEIFContext *, int)) \
  _(HEIFError, context_read_from_memory_without_copy, (HEIFContext *, const void *, size_t, const void *)) \
  _(HEIFError, context_get_primary_image_handle, (HEIFContext *, HEIFHandle **)) \
  _(int, image_handle_get_width, (const HEIFHandle *)) \
  _(int, image_handle_get_height, (const HEIFHandle *)) \
  _(int, image_handle_get_ispe_width, (const HEIFHandle *)) \
  _(int, image_handle_get_ispe_height, (const HEIFHandle *)) \
  _(int, image_handle_has_alpha_channel, (const HEIFHandle *)) \
  _(void, image_handle_release, (const HEIFHandle *)) \
  _(HEIFOptions *, decoding_options_alloc, (void)) \
  _(void, decoding_options_free, (HEIFOptions *)) \
  _(HEIFError, decode_image, (const HEIFHandle *, HEIFPixels **, int, int, const HEIFOptions *)) \
  _(int, image_get_width, (const HEIFPixels *, int)) \
  _(int, image_get_height, (const HEIFPixels *, int)) \
  _(int, image_get_bits_per_pixel, (const HEIFPixels *, int)) \
  _(const uint8_t *, image_get_plane_readonly, (const HEIFPixels *, int, int *)) \
  _(void, image_release, (const HEIFPixels *))

struct VisionHEIF {
  FUNCTIONS(VISION_FIELD)
};

#define SYMBOL(result, name, parameters) {"heif_" #name, offsetof(VisionHEIF, name)},
static const VisionSymbol symbols[] = {FUNCTIONS(SYMBOL)};

/// Makes libheif load its decoder plugins. Versions before 1.13 have none, and no such function.
static bool load_decoders(void *library, const char *file, const void *table, char *message, size_t capacity) {
  (void)table;
  HEIFError (*init)(void *) = NULL;
  const VisionSymbol symbol = {"heif_init", 0};
  if (!vision_library_find(library, file, &symbol, 1, &init, message, capacity)) return true;
  HEIFError error = init(NULL);
  if (error.code != HEIFOk) snprintf(message, capacity, "%s does not start: %s", file, error.message);
  return error.code == HEIFOk;
}

const VisionHEIF *vision_heif_open(const char *file, char *message, size_t capacity) {
  return VISION_LIBRARY_TABLE(file, symbols, load_decoders, message, capacity);
}

struct VisionHEIFImage {
  const VisionHEIF *heif;
  HEIFContext *context;
  HEIFHandle *handle;
};

static VisionHEIFOutcome failure(HEIFError error, char *message, size_t capacity) {
  snprintf(message, capacity, "%s", error.message != NULL ? error.message : "unknown error");
  if (error.detail == HEIFBeyondLimit) return VisionHEIFTooLarge;
  switch (error.code) {
    case HEIFUnsupportedFile:
    case HEIFUnsupportedFeature: return VisionHEIFUnsupported;
    case HEIFNoMemory: return VisionHEIFOutOfMemory;
    default: return VisionHEIFDamaged;
  }
}

static VisionHEIFOutcome no_memory(char *message, size_t capacity) {
  snprintf(message, capacity, "there is no memory left");
  return VisionHEIFOutOfMemory;
}

VisionHEIFOutcome vision_heif_image_open(const VisionHEIF *heif, const void *bytes, size_t count, int sideLimit,
                                         VisionHEIFImage **image, char *message, size_t capacity) {
  VisionHEIFImage *opened = calloc(1, sizeof(VisionHEIFImage));
  HEIFContext *context = opened != NULL ? heif->context_alloc() : NULL;
  if (context == NULL) {
    free(opened);
    return no_memory(message, capacity);
  }
  opened->heif = heif;
  opened->context = context;
  heif->context_set_maximum_image_size_limit(context, sideLimit);
  HEIFError error = heif->context_read_from_memory_without_copy(context, bytes, count, NULL);
  if (error.code == HEIFOk) error = heif->context_get_primary_image_handle(context, &opened->handle);
  if (error.code == HEIFOk && opened->handle != NULL) {
    *image = opened;
    return VisionHEIFDone;
  }
  // The message may belong to the context, so it is copied first.
  VisionHEIFOutcome outcome = failure(error, message, capacity);
  vision_heif_image_close(opened);
  return outcome;
}

VisionHEIFSize vision_heif_image_size(const VisionHEIFImage *image) {
  const VisionHEIF *heif = image->heif;
  return (VisionHEIFSize){
      .width = heif->image_handle_get_width(image->handle),
      .height = heif->image_handle_get_height(image->handle),
      .codedWidth = heif->image_handle_get_ispe_width(image->handle),
      .codedHeight = heif->image_handle_get_ispe_height(image->handle),
      .hasAlpha = heif->image_handle_has_alpha_channel(image->handle) != 0,
  };
}

/// Copies decoded rows out of libheif's memory, if they have the announced size.
static bool copy_rows(const VisionHEIF *heif, const HEIFPixels *decoded, VisionHEIFSize size, uint8_t *pixels,
                      size_t bytesPerRow) {
  const int bytesPerPixel = size.hasAlpha ? 4 : 3;
  int stride = 0;
  const uint8_t *rows = heif->image_get_plane_readonly(decoded, HEIFInterleaved, &stride);
  const size_t rowBytes = (size_t)size.width * (size_t)bytesPerPixel;
  if (rows == NULL || heif->image_get_width(decoded, HEIFInterleaved) != size.width ||
      heif->image_get_height(decoded, HEIFInterleaved) != size.height ||
      heif->image_get_bits_per_pixel(decoded, HEIFInterleaved) != 8 * bytesPerPixel || stride < 0 ||
      (size_t)stride < rowBytes || bytesPerRow < rowBytes) {
    return false;
  }
  for (int y = 0; y < size.height; y++) {
    memcpy(pixels + (size_t)y * bytesPerRow, rows + (size_t)y * (size_t)stride, rowBytes);
  }
  return true;
}

VisionHEIFOutcome vision_heif_image_decode(const VisionHEIFImage *image, uint8_t *pixels, size_t bytesPerRow, char *message,
                                           size_t capacity) {
  const VisionHEIF *heif = image->heif;
  VisionHEIFSize size = vision_heif_image_size(image);
  HEIFOptions *options = heif->decoding_options_alloc();
  if (options == NULL) return no_memory(message, capacity);
  if (options->version >= 2) options->convertsTo8Bits = 1;
  HEIFPixels *decoded = NULL;
  HEIFError error = heif->decode_image(image->handle, &decoded, HEIFColorsRGB,
                                       size.hasAlpha ? HEIFInterleavedRGBA : HEIFInterleavedRGB, options);
  heif->decoding_options_free(options);
  if (error.code != HEIFOk) return failure(error, message, capacity);
  bool isCopied = decoded != NULL && copy_rows(heif, decoded, size, pixels, bytesPerRow);
  if (decoded != NULL) heif->image_release(decoded);
  if (!isCopied) snprintf(message, capacity, "the decoded pixels are not what the file announces");
  return isCopied ? VisionHEIFDone : VisionHEIFDamaged;
}

void vision_heif_image_close(VisionHEIFImage *image) {
  if (image == NULL) return;
  if (image->handle != NULL) image->heif->image_handle_release(image->handle);
  image->heif->context_free(image->context);
  free(image);
}
