// Loading of libraries and their functions at run time.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A function of a library: its name, and the offset of its address in a table of functions.
typedef struct {
  const char *name;
  size_t offset;
} VisionSymbol;

/// A function's field in a table. A file lists a library's functions once, as a macro `FUNCTIONS(_)` of
/// `_(result, name, parameters)`, and makes of it both the table and the symbols.
#define VISION_FIELD(result, name, parameters) result(*name) parameters;

/// The file of the executable or shared library that has this code, as it was named when it was loaded; NULL if unknown.
const char *vision_library_own_file(void);

/// Opens a library by file name or path, with local symbols only.
///
/// Returns NULL, with the system's reason in `message`, when it cannot be opened. `message` may be NULL when its
/// capacity is 0.
void *vision_library_open(const char *file, char *message, size_t capacity);

/// Writes the addresses of functions into a table.
///
/// Returns false, with the first missing function in `message`; the library stays open.
bool vision_library_find(void *library, const char *file, const VisionSymbol *symbols, size_t count, void *table,
                         char *message, size_t capacity);

/// Initializes a loaded library; false, with the reason in `message`, when that fails.
typedef bool VisionStart(void *library, const char *file, const void *table, char *message, size_t capacity);

/// Opens a library for the life of the process and makes a table of its functions, one for each symbol.
///
/// `start` may be NULL. Returns NULL, with the reason in `message` and the library closed, when any of it fails.
void *vision_library_table(const char *file, const VisionSymbol *symbols, size_t count, VisionStart *start, char *message,
                           size_t capacity);

/// The same with an array of symbols.
#define VISION_LIBRARY_TABLE(file, symbols, start, message, capacity) \
  vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), start, message, capacity)
