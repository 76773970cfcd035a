#include "CVisionLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *vision_library_open(const char *file, char *message, size_t capacity) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(message, capacity, "%s", reason != NULL ? reason : "the library cannot be opened");
  }
  return library;
}

bool vision_library_find(void *library, const char *file, const VisionSymbol *symbols, size_t count, void *table,
                         char *message, size_t capacity) {
  for (size_t i = 0; i < count; i++) {
    void *address = dlsym(library, symbols[i].name);
    if (address == NULL) {
      snprintf(message, capacity, "%s has no function %s", file, symbols[i].name);
      return false;
    }
    memcpy((char *)table + symbols[i].offset, &address, sizeof(address));
  }
  return true;
}
