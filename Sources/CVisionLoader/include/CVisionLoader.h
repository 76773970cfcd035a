// How this package's targets open a library at run time and find its functions.
#ifndef CVISIONLOADER_H
#define CVISIONLOADER_H

#include <stdbool.h>
#include <stddef.h>

/// A function of a library: its name there, and where its address goes in a table of functions.
typedef struct {
  const char *name;
  size_t offset;
} VisionSymbol;

/// Opens the library of this file's name or path, for its own functions alone; nothing else of the process sees them.
///
/// Returns NULL, with the system's reason in `message`, when it cannot be opened. `message` may be NULL when its capacity is 0.
void *vision_library_open(const char *file, char *message, size_t capacity);

/// Writes the addresses of functions into a table.
///
/// Returns false, with the first one that the library does not have in `message`; the library stays open.
bool vision_library_find(void *library, const char *file, const VisionSymbol *symbols, size_t count, void *table,
                         char *message, size_t capacity);

/// Prepares a library whose functions are known; false, with the reason in `message`, when it does not start.
typedef bool VisionStart(void *library, const char *file, const void *table, char *message, size_t capacity);

/// Opens a library for the life of the process and makes a table of its functions, one for each symbol.
///
/// `start` may be NULL. Returns NULL, with the reason in `message` and the library closed, when any of it fails.
void *vision_library_table(const char *file, const VisionSymbol *symbols, size_t count, VisionStart *start, char *message,
                           size_t capacity);

#endif
