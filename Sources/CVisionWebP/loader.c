#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "CVisionLoader.h"
#include "webp.h"

#define SYMBOL(function) {"WebP" #function, offsetof(VisionWebP, function)}

static const VisionSymbol symbols[] = {
    SYMBOL(AnimDecoderOptionsInitInternal), SYMBOL(AnimDecoderNewInternal),   SYMBOL(AnimDecoderGetInfo),
    SYMBOL(AnimDecoderGetNext),             SYMBOL(AnimDecoderHasMoreFrames), SYMBOL(AnimDecoderDelete),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionWebP) / sizeof(void *),
               "every function of the table is looked up");

const VisionWebP *vision_webp_open(const char *file, char *message, size_t capacity) {
  void *library = vision_library_open(file, message, capacity);
  if (library == NULL) return NULL;
  VisionWebP *webp = malloc(sizeof(VisionWebP));
  if (webp == NULL) {
    snprintf(message, capacity, "there is no memory left");
  } else if (vision_library_find(library, file, symbols, sizeof(symbols) / sizeof(symbols[0]), webp, message, capacity)) {
    return webp;
  }
  free(webp);
  dlclose(library);
  return NULL;
}
