// Where Cairo's headers are: the package manager asks pkg-config only for linked libraries. Undefined where they are missing.
#pragma once
#if __has_include(<cairo/cairo.h>)
#define VISION_CAIRO_HEADER <cairo/cairo.h>
#elif __has_include(<cairo.h>)
#define VISION_CAIRO_HEADER <cairo.h>
// Apple's compiler does not search Homebrew's and MacPorts' folders.
#elif __has_include("/opt/homebrew/include/cairo/cairo.h")
#define VISION_CAIRO_HEADER "/opt/homebrew/include/cairo/cairo.h"
#elif __has_include("/opt/local/include/cairo/cairo.h")
#define VISION_CAIRO_HEADER "/opt/local/include/cairo/cairo.h"
#endif
