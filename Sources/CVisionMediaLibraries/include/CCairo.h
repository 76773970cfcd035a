// Cairo's own interface, loaded at run time, so that a program that draws nothing does not load Cairo and its dependencies.
//
// Cairo's functions are called by their own names, which stand for forwarders to the library's (Cairo.c). No version is
// compared: the interface has only grown since the library got its file name.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "../Renaming.h"
#define VALUE(result, name, parameters, arguments) VISION_RENAME(name)
#define ACTION(name, parameters, arguments) VISION_RENAME(name)
#include "../CairoFunctions.h"

// From wherever Cairo's headers are: the package manager asks pkg-config only for linked libraries.
#if __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#elif __has_include(<cairo.h>)
#include <cairo.h>
// Apple's compiler does not search Homebrew's and MacPorts' folders.
#elif __has_include("/opt/homebrew/include/cairo/cairo.h")
#include "/opt/homebrew/include/cairo/cairo.h"
#elif __has_include("/opt/local/include/cairo/cairo.h")
#include "/opt/local/include/cairo/cairo.h"
#else
#error "Cairo's headers are missing: run scripts/setup, or install libcairo2-dev (Debian, Ubuntu), cairo-devel (Fedora) or cairo (Homebrew, Arch)."
#endif

/// Whether Cairo's functions can be called; from any thread.
bool vision_cairo_is_loaded(void);

/// Opens Cairo by file name or path for the life of the process; from any thread. Once a library is loaded, calls stay
/// with it, and this only checks whether the file could be loaded.
///
/// Returns false, with the reason in `message`, when it cannot be opened or is another library. A failure is not
/// cached.
bool vision_cairo_load(const char *file, char *message, size_t capacity);

// Text in any script by Pango, which is loaded at run time with its dependencies: it chooses fonts that have the letters, and
// shapes and orders them. Pango's headers are not needed.

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
