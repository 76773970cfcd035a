// Finds Cairo at run time, so that a program that draws nothing never carries it and what it brings along.
//
// Cairo's functions are called by their own names: each is defined here and goes on to the library's (loader.c).
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Whether Cairo's functions can be called; from any thread.
bool vision_cairo_is_loaded(void);

/// Opens the Cairo of this file's name or path for the life of the process; from any thread. Once one is loaded, calls keep
/// going there, and this only looks whether the file would do.
///
/// Returns false, with the reason in `message`, when it cannot be opened or is another library. A failure is not kept.
bool vision_cairo_load(const char *file, char *message, size_t capacity);
