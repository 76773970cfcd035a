#include "pango.h"

#include "CVisionLoader.h"

/// Pango's types, which are only passed on.
typedef struct PangoLayout PangoLayout;
typedef struct PangoFontDescription PangoFontDescription;

struct VisionPango {
  PangoLayout *(*pango_cairo_create_layout)(cairo_t *);
  void (*pango_cairo_show_layout)(cairo_t *, PangoLayout *);
  void (*pango_layout_set_text)(PangoLayout *, const char *, int);
  void (*pango_layout_set_single_paragraph_mode)(PangoLayout *, int);
  void (*pango_layout_set_font_description)(PangoLayout *, const PangoFontDescription *);
  void (*pango_layout_get_size)(PangoLayout *, int *, int *);
  int (*pango_layout_get_baseline)(PangoLayout *);
  int (*pango_layout_get_unknown_glyphs_count)(PangoLayout *);
  PangoFontDescription *(*pango_font_description_from_string)(const char *);
  void (*pango_font_description_set_absolute_size)(PangoFontDescription *, double);
  void (*pango_font_description_free)(PangoFontDescription *);
  void (*g_object_unref)(void *);
};

#define SYMBOL(function) {#function, offsetof(VisionPango, function)}

/// Pango's own functions and GLib's are found through libpangocairo, which depends on their libraries.
static const VisionSymbol symbols[] = {
    SYMBOL(pango_cairo_create_layout),
    SYMBOL(pango_cairo_show_layout),
    SYMBOL(pango_layout_set_text),
    SYMBOL(pango_layout_set_single_paragraph_mode),
    SYMBOL(pango_layout_set_font_description),
    SYMBOL(pango_layout_get_size),
    SYMBOL(pango_layout_get_baseline),
    SYMBOL(pango_layout_get_unknown_glyphs_count),
    SYMBOL(pango_font_description_from_string),
    SYMBOL(pango_font_description_set_absolute_size),
    SYMBOL(pango_font_description_free),
    SYMBOL(g_object_unref),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionPango) / sizeof(void *),
               "every function of the table is looked up");

const VisionPango *vision_pango_open(const char *file, char *message, size_t capacity) {
  return vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), NULL, message, capacity);
}

double vision_pango_text(const VisionPango *pango, cairo_t *context, const char *text, double size, double x, double y,
                         bool draws, int *missing) {
  // Pango counts in 1024ths of a pixel.
  const double unit = 1024;
  PangoLayout *layout = pango->pango_cairo_create_layout(context);
  PangoFontDescription *font = pango->pango_font_description_from_string("sans-serif bold");
  pango->pango_font_description_set_absolute_size(font, size * unit);
  pango->pango_layout_set_font_description(layout, font);
  pango->pango_font_description_free(font);
  pango->pango_layout_set_single_paragraph_mode(layout, 1);
  pango->pango_layout_set_text(layout, text, -1);
  int width = 0, height = 0;
  pango->pango_layout_get_size(layout, &width, &height);
  *missing = pango->pango_layout_get_unknown_glyphs_count(layout);
  if (draws) {
    cairo_move_to(context, x, y - pango->pango_layout_get_baseline(layout) / unit);
    pango->pango_cairo_show_layout(context, layout);
    cairo_new_path(context);
  }
  pango->g_object_unref(layout);
  return width / unit;
}
