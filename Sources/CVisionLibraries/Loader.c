#define _GNU_SOURCE  // dladdr
#include "CVisionLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *vision_library_own_file(void) {
  Dl_info info;
  return dladdr((void *)vision_library_own_file, &info) != 0 ? info.dli_fname : NULL;
}

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

void *vision_library_table(const char *file, const VisionSymbol *symbols, size_t count, VisionStart *start, char *message,
                           size_t capacity) {
  void *library = vision_library_open(file, message, capacity);
  if (library == NULL) return NULL;
  void *table = calloc(count, sizeof(void *));
  if (table == NULL) {
    snprintf(message, capacity, "there is no memory left");
  } else if (vision_library_find(library, file, symbols, count, table, message, capacity) &&
             (start == NULL || start(library, file, table, message, capacity))) {
    return table;
  }
  free(table);
  dlclose(library);
  return NULL;
}
