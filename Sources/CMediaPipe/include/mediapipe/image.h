#ifndef MEDIAPIPE_IMAGE_H
#define MEDIAPIPE_IMAGE_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An image, freed by `MpImageFree`. Its pixels never change; images of results share the result's pixels, which live until
/// the last image of them is freed.
typedef struct MpImageInternal *MpImagePtr;

/// The type and the channels of a pixel, interleaved.
typedef enum MpImageFormat {
  kMpImageFormatUnknown = 0,
  kMpImageFormatSrgb = 1,
  kMpImageFormatSrgba = 2,
  kMpImageFormatGray8 = 3,
  kMpImageFormatGray16 = 4,
  kMpImageFormatSrgb48 = 7,
  kMpImageFormatSrgba64 = 8,
  kMpImageFormatVec32F1 = 9,
  kMpImageFormatVec32F2 = 12,
  kMpImageFormatVec32F4 = 13
} MpImageFormat;

/// Makes an image with a copy of pixels in rows without padding. `pixel_data_size` is the number of values, which has to
/// be width x height x channels. Tasks take images of the formats SRGB, SRGBA (alpha is ignored) and GRAY8.
MpStatus MpImageCreateFromUint8Data(MpImageFormat format, int width, int height, const uint8_t *pixel_data,
                                    int pixel_data_size, MpImagePtr *image, char **error_msg);
/// The same for the formats GRAY16, SRGB48 and SRGBA64.
MpStatus MpImageCreateFromUint16Data(MpImageFormat format, int width, int height, const uint16_t *pixel_data,
                                     int pixel_data_size, MpImagePtr *image, char **error_msg);
/// The same for the formats VEC32F1, VEC32F2 and VEC32F4.
MpStatus MpImageCreateFromFloatData(MpImageFormat format, int width, int height, const float *pixel_data,
                                    int pixel_data_size, MpImagePtr *image, char **error_msg);
/// Reads an image file, rotated upright by the orientation in its metadata.
MpStatus MpImageCreateFromFile(const char *file_name, MpImagePtr *image, char **error_msg);
/// Makes another image of the same pixels, without a copy of them.
MpStatus MpImageCreateFromImageFrame(MpImagePtr image, MpImagePtr *copy, char **error_msg);

bool MpImageIsContiguous(MpImagePtr image);
bool MpImageUsesGpu(MpImagePtr image);
bool MpImageIsEmpty(MpImagePtr image);
/// Whether the first pixel and every row lie at multiples of a power of two.
bool MpImageIsAligned(MpImagePtr image, uint32_t alignment_boundary);
int MpImageGetWidth(MpImagePtr image);
int MpImageGetHeight(MpImagePtr image);
int MpImageGetChannels(MpImagePtr image);
/// The bytes of a channel: 1, 2 or 4.
int MpImageGetByteDepth(MpImagePtr image);
/// The bytes from one row to the next.
int MpImageGetWidthStep(MpImagePtr image);
MpImageFormat MpImageGetFormat(MpImagePtr image);

/// The pixels in rows without padding, valid until the image is freed. Fails for an image with values of another type.
MpStatus MpImageDataUint8(MpImagePtr image, const uint8_t **data, char **error_msg);
MpStatus MpImageDataUint16(MpImagePtr image, const uint16_t **data, char **error_msg);
MpStatus MpImageDataFloat32(MpImagePtr image, const float **data, char **error_msg);

/// A value at row, column and channel; the channel may be left out where there is one.
MpStatus MpImageGetValueUint8(MpImagePtr image, const int *position, int position_size, uint8_t *value, char **error_msg);
MpStatus MpImageGetValueUint16(MpImagePtr image, const int *position, int position_size, uint16_t *value,
                               char **error_msg);
MpStatus MpImageGetValueFloat32(MpImagePtr image, const int *position, int position_size, float *value,
                                char **error_msg);

/// Frees an image; NULL is allowed.
void MpImageFree(MpImagePtr image);

#ifdef __cplusplus
}
#endif
#endif
