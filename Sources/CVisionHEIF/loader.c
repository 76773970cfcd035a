#include <stdio.h>

#include "CVisionLoader.h"
#include "heif.h"

#define SYMBOL(function) {"heif_" #function, offsetof(VisionHEIF, function)}

static const VisionSymbol symbols[] = {
    SYMBOL(context_alloc),
    SYMBOL(context_free),
    SYMBOL(context_set_maximum_image_size_limit),
    SYMBOL(context_read_from_memory_without_copy),
    SYMBOL(context_get_primary_image_handle),
    SYMBOL(image_handle_get_width),
    SYMBOL(image_handle_get_height),
    SYMBOL(image_handle_get_ispe_width),
    SYMBOL(image_handle_get_ispe_height),
    SYMBOL(image_handle_has_alpha_channel),
    SYMBOL(image_handle_release),
    SYMBOL(decoding_options_alloc),
    SYMBOL(decoding_options_free),
    SYMBOL(decode_image),
    SYMBOL(image_get_width),
    SYMBOL(image_get_height),
    SYMBOL(image_get_bits_per_pixel),
    SYMBOL(image_get_plane_readonly),
    SYMBOL(image_release),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionHEIF) / sizeof(void *),
               "every function of the table is looked up");

/// Makes libheif load its decoder plugins. Versions before 1.13 have none, and no such function.
static bool load_decoders(void *library, const char *file, const void *table, char *message, size_t capacity) {
  (void)table;
  HEIFError (*init)(void *) = NULL;
  const VisionSymbol symbol = {"heif_init", 0};
  if (!vision_library_find(library, file, &symbol, 1, &init, message, capacity)) return true;
  HEIFError error = init(NULL);
  if (error.code != HEIFOk) snprintf(message, capacity, "%s does not start: %s", file, error.message);
  return error.code == HEIFOk;
}

const VisionHEIF *vision_heif_open(const char *file, char *message, size_t capacity) {
  return vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), load_decoders, message, capacity);
}
