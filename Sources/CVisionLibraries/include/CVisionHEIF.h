// The image of a HEIC, HEIF or AVIF file by the system's libheif, which is loaded at run time: a program that reads no
// such file does not load it and its decoders.
//
// libheif's headers are not needed: the few functions and numbers that are used are declared from its published
// interface, unchanged since version 1.7.
#ifndef CVISIONHEIF_H
#define CVISIONHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of a libheif that was opened.
typedef struct VisionHEIF VisionHEIF;

/// Opens the libheif of this file's name for the life of the process; from any thread.
///
/// Returns NULL, with the reason in `message`, when it cannot be opened or is another library. A failure is not kept.
const VisionHEIF *vision_heif_open(const char *file, char *message, size_t capacity);

/// The outcome of a call.
typedef enum {
  VisionHEIFDone,
  /// The file is damaged or cut off.
  VisionHEIFDamaged,
  /// This libheif lacks the decoder or a feature.
  VisionHEIFUnsupported,
  /// The image is larger than allowed.
  VisionHEIFTooLarge,
  VisionHEIFOutOfMemory,
} VisionHEIFOutcome;

/// A file's main image, before it is decoded.
typedef struct VisionHEIFImage VisionHEIFImage;

/// The size of an image.
typedef struct {
  /// The upright size in pixels, after the file's own rotation, mirroring and cropping.
  int width, height;
  /// The size as coded.
  int codedWidth, codedHeight;
  bool hasAlpha;
} VisionHEIFSize;

/// Finds the main image without decoding it. The bytes have to stay valid until the image is closed.
///
/// `sideLimit` squared is the maximum number of pixels. On failure `message` has the reason and there is nothing to
/// close.
VisionHEIFOutcome vision_heif_image_open(const VisionHEIF *heif, const void *bytes, size_t count, int sideLimit,
                                         VisionHEIFImage **image, char *message, size_t capacity);

VisionHEIFSize vision_heif_image_size(const VisionHEIFImage *image);

/// Decodes the upright image to 8 bits a channel: RGB, or RGBA with alpha, in rows of `bytesPerRow` bytes.
///
/// `pixels` has room for `height` rows as in `vision_heif_image_size`; a decoded image of another size is an error.
VisionHEIFOutcome vision_heif_image_decode(const VisionHEIFImage *image, uint8_t *pixels, size_t bytesPerRow, char *message,
                                           size_t capacity);

void vision_heif_image_close(VisionHEIFImage *image);

#endif
