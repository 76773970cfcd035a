#include "CCairo.h"

#include "CVisionLoader.h"

/// Pango's types, which are only passed on.
typedef struct PangoLayout PangoLayout;
typedef struct PangoFontDescription PangoFontDescription;

/// Pango's own functions and GLib's are found through libpangocairo, which depends on their libraries.
#define FUNCTIONS(_) \
  _(PangoLayout *, pango_cairo_create_layout, (cairo_t *)) \
  _(void, pango_cairo_show_layout, (cairo_t *, PangoLayout *)) \
  _(void, pango_layout_set_text, (PangoLayout *, const char *, int)) \
  _(void, pango_layout_set_single_paragraph_mode, (PangoLayout *, int)) \
  _(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
  _(void, pango_layout_get_size, (PangoLayout *, int *, int *)) \
  _(int, pango_layout_get_baseline, (PangoLayout *)) \
  _(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *)) \
  _(PangoFontDescription *, pango_font_description_from_string, (const char *)) \
  _(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double)) \
  _(void, pango_font_description_free, (PangoFontDescription *)) \
  _(void, g_object_unref, (void *))

struct VisionPango {
  FUNCTIONS(VISION_FIELD)
};

#define SYMBOL(result, name, parameters) {#name, offsetof(VisionPango, name)},
static const VisionSymbol symbols[] = {FUNCTIONS(SYMBOL)};

const VisionPango *vision_pango_open(const char *file, char *message, size_t capacity) {
  return VISION_LIBRARY_TABLE(file, symbols, NULL, message, capacity);
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
