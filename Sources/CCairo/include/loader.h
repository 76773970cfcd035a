// Loads Cairo at run time, so that a program that draws nothing does not load Cairo and its dependencies.
//
// Cairo's functions are called by their own names: each is defined here as a forwarder to the library's (loader.c).
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Whether Cairo's functions can be called; from any thread.
bool vision_cairo_is_loaded(void);

/// Opens Cairo by file name or path for the life of the process; from any thread. Once a library is loaded, calls stay
/// with it, and this only checks whether the file could be loaded.
///
/// Returns false, with the reason in `message`, when it cannot be opened or is another library. A failure is not
/// cached.
bool vision_cairo_load(const char *file, char *message, size_t capacity);
