#ifndef CELLHEIGHTS_CPANGO_H
#define CELLHEIGHTS_CPANGO_H

/* What the row against Pango calls, as pango/pangocairo.h and cairo.h of Pango 1.50 declare it.
   Their own headers need -pthread, which a Swift package may not take from pkg-config without a
   warning. Objects are only ever pointers here; booleans are int. */

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _cairo_font_options cairo_font_options_t;

/* Pango's units a pixel. */
enum { CPANGO_SCALE = 1024 };
/* PANGO_WRAP_WORD_CHAR */
enum { CPANGO_WRAP_WORD_CHAR = 2 };
/* CAIRO_HINT_STYLE_NONE, CAIRO_HINT_METRICS_OFF */
enum { CPANGO_HINT_STYLE_NONE = 1, CPANGO_HINT_METRICS_OFF = 1 };

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(
    PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_round_glyph_positions(PangoContext *context, int round);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
PangoLanguage *pango_language_from_string(const char *tag);
PangoFontDescription *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_free(PangoFontDescription *description);
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_font_description(
    PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_wrap(PangoLayout *layout, int wrap);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_get_size(PangoLayout *layout, int *width, int *height);
int pango_layout_get_line_count(PangoLayout *layout);
const char *pango_version_string(void);
void g_object_unref(void *object);
cairo_font_options_t *cairo_font_options_create(void);
void cairo_font_options_set_hint_style(cairo_font_options_t *options, int style);
void cairo_font_options_set_hint_metrics(cairo_font_options_t *options, int metrics);
void cairo_font_options_destroy(cairo_font_options_t *options);

#endif
