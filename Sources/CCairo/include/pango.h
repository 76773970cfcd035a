// Text in any script by Pango, which is loaded at run time with its dependencies: it chooses fonts that have the letters, and
// shapes and orders them. Pango's headers are not needed.
#pragma once
#include "shim.h"

#include <stdbool.h>
#include <stddef.h>

/// Pango's functions that are used.
typedef struct VisionPango VisionPango;

/// Opens libpangocairo for the life of the process; NULL, with the reason in `message`, when it cannot be used.
const VisionPango *vision_pango_open(const char *file, char *message, size_t capacity);

/// Measures one line of bold sans-serif text, and draws it where `draws` is set, with the left end of its baseline at (x, y)
/// and the source of the context.
///
/// Returns the width in pixels, and in `missing` the number of letters that no font has.
double vision_pango_text(const VisionPango *pango, cairo_t *context, const char *text, double size, double x, double y,
                         bool draws, int *missing);
