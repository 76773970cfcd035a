// The frames of an animated WebP file by the system's libwebpdemux, which is loaded at run time. FFmpeg's decoder skips
// animations.
//
// libwebp's headers are not needed: the few functions that are used are declared from its published interface, which is
// versioned and refuses callers of another version.
#ifndef CVISIONWEBP_H
#define CVISIONWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of a libwebpdemux that was opened.
typedef struct VisionWebP VisionWebP;

/// Opens the libwebpdemux of this file's name for the life of the process; from any thread.
///
/// Returns NULL, with the reason in `message`, when it cannot be opened or is another library. A failure is not kept.
const VisionWebP *vision_webp_open(const char *file, char *message, size_t capacity);

/// The frames of a file, decoded one after another onto a canvas.
typedef struct VisionWebPAnimation VisionWebPAnimation;

/// Begins to decode; the bytes have to stay valid until the animation is closed. The canvas takes 8 bytes a pixel:
/// check its size first.
///
/// Returns NULL for a damaged file, another version of the library, or when memory runs out.
VisionWebPAnimation *vision_webp_animation_open(const VisionWebP *webp, const uint8_t *bytes, size_t count);

/// The canvas' size in pixels.
uint32_t vision_webp_animation_width(const VisionWebPAnimation *animation);
uint32_t vision_webp_animation_height(const VisionWebPAnimation *animation);

/// The canvas with the next frame: RGBA, rows without padding, valid until the next call. `end` is set to the time in
/// milliseconds at which its display ends.
///
/// Returns NULL at the end and for a damaged frame; `vision_webp_animation_has_more` distinguishes them.
const uint8_t *vision_webp_animation_next(VisionWebPAnimation *animation, int *end);

/// Whether frames are left.
bool vision_webp_animation_has_more(const VisionWebPAnimation *animation);

void vision_webp_animation_close(VisionWebPAnimation *animation);

#endif
