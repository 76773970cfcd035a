// The kernel that undoes the filters of PNG images.

#ifndef CVISION_PNG_H
#define CVISION_PNG_H

#include <stdbool.h>
#include <stdint.h>

/// Bytes after the last row that have to be readable and writable.
enum { VisionPNGRoom = 8 };

/// Undoes the filters of an image's rows in place (PNG, third edition, section 9).
///
/// `rows` begins with `rowCount` rows of `1 + rowBytes` bytes, the first of which is the number of the filter. Afterwards it
/// begins with `rowCount` rows of `rowBytes` bytes, one directly after another. A pixel has `pixelBytes` bytes, 1, 2, 3, 4, 6
/// or 8, where several share a byte 1; `rowBytes` is a multiple of it.
///
/// Returns false, with some of the rows undone, for a filter or a size of pixels that there is not.
bool vision_png_undo_filters(uint8_t *rows, int64_t rowBytes, int64_t rowCount, int pixelBytes);

#endif
