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
  return vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), NULL, message, capacity);
}
