// The Cairo functions that are used: VALUE(result, name, parameters, arguments), and ACTION for those without a result.
// Included wherever code is generated for each, with the two macros, which end here; the compiler compares the functions with
// Cairo's own headers.

// The image underneath
VALUE(cairo_surface_t *, cairo_image_surface_create_for_data,
      (unsigned char *pixels, cairo_format_t format, int width, int height, int bytesPerRow),
      (pixels, format, width, height, bytesPerRow))
ACTION(cairo_surface_destroy, (cairo_surface_t *surface), (surface))
ACTION(cairo_surface_flush, (cairo_surface_t *surface), (surface))
ACTION(cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface))
VALUE(cairo_status_t, cairo_surface_status, (cairo_surface_t *surface), (surface))

// The state of drawing
VALUE(cairo_t *, cairo_create, (cairo_surface_t *surface), (surface))
ACTION(cairo_destroy, (cairo_t *context), (context))
ACTION(cairo_restore, (cairo_t *context), (context))
ACTION(cairo_save, (cairo_t *context), (context))
ACTION(cairo_set_antialias, (cairo_t *context, cairo_antialias_t antialias), (context, antialias))
ACTION(cairo_set_line_cap, (cairo_t *context, cairo_line_cap_t cap), (context, cap))
ACTION(cairo_set_line_join, (cairo_t *context, cairo_line_join_t join), (context, join))
ACTION(cairo_set_line_width, (cairo_t *context, double width), (context, width))
ACTION(cairo_set_operator, (cairo_t *context, cairo_operator_t operation), (context, operation))
ACTION(cairo_set_source_rgba, (cairo_t *context, double red, double green, double blue, double alpha),
       (context, red, green, blue, alpha))
VALUE(cairo_status_t, cairo_status, (cairo_t *context), (context))
VALUE(const char *, cairo_status_to_string, (cairo_status_t status), (status))

// Paths
ACTION(cairo_arc, (cairo_t *context, double x, double y, double radius, double start, double end),
       (context, x, y, radius, start, end))
ACTION(cairo_clip, (cairo_t *context), (context))
ACTION(cairo_close_path, (cairo_t *context), (context))
ACTION(cairo_fill, (cairo_t *context), (context))
ACTION(cairo_line_to, (cairo_t *context, double x, double y), (context, x, y))
ACTION(cairo_move_to, (cairo_t *context, double x, double y), (context, x, y))
ACTION(cairo_new_path, (cairo_t *context), (context))
ACTION(cairo_new_sub_path, (cairo_t *context), (context))
ACTION(cairo_rectangle, (cairo_t *context, double x, double y, double width, double height),
       (context, x, y, width, height))
ACTION(cairo_stroke, (cairo_t *context), (context))

// Layers
ACTION(cairo_paint, (cairo_t *context), (context))
ACTION(cairo_pop_group_to_source, (cairo_t *context), (context))
ACTION(cairo_push_group, (cairo_t *context), (context))

// Text
ACTION(cairo_font_face_destroy, (cairo_font_face_t *face), (face))
ACTION(cairo_set_font_face, (cairo_t *context, cairo_font_face_t *face), (context, face))
ACTION(cairo_set_font_size, (cairo_t *context, double size), (context, size))
ACTION(cairo_show_text, (cairo_t *context, const char *text), (context, text))
ACTION(cairo_text_extents, (cairo_t *context, const char *text, cairo_text_extents_t *extents),
       (context, text, extents))
VALUE(cairo_font_face_t *, cairo_toy_font_face_create,
      (const char *family, cairo_font_slant_t slant, cairo_font_weight_t weight), (family, slant, weight))

#undef VALUE
#undef ACTION
