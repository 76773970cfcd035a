#include "CLiteRT.h"

#include <dlfcn.h>

#include "CVisionLoader.h"

#define SYMBOL(result, name, parameters) {"LiteRt" #name, offsetof(LiteRtFunctions, name)},
static const VisionSymbol symbols[] = {LITERT_FUNCTIONS(SYMBOL)};

bool vision_litert_open(const char *path, LiteRtFunctions *functions, char *message, size_t capacity) {
  void *library = vision_library_open(path, message, capacity);
  if (library == NULL) return false;
  bool isFound =
      vision_library_find(library, path, symbols, sizeof(symbols) / sizeof(symbols[0]), functions, message, capacity);
  if (!isFound) dlclose(library);
  return isFound;
}
