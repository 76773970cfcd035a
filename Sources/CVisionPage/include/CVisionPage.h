// The files of the local web page.

#ifndef CVISION_PAGE_H
#define CVISION_PAGE_H

#include <stddef.h>
#include <stdint.h>

/// A file of the page.
typedef struct {
  /// Its name without a folder, ended by zero.
  const char *name;
  /// Its bytes.
  const uint8_t *bytes;
  /// The number of bytes.
  size_t count;
} VisionPageFile;

/// Returns all files and stores their number. They are constants.
const VisionPageFile *vision_page_files(size_t *count);

#endif
