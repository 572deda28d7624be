"""Pango through its C interface: lines and sizes of texts, unhinted and at fractional positions."""
import bisect
import ctypes
import dataclasses

SCALE = 1024  # Pango's units a pixel
WRAP_WORD_CHAR = 2
HINT_STYLE_NONE, HINT_METRICS_OFF = 1, 1


class PangoMissing(Exception):
    """Pango's libraries cannot be loaded."""


class Rectangle(ctypes.Structure):
    """PangoRectangle, in Pango's units; `y` is above the baseline where it is below 0."""
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int), ("width", ctypes.c_int),
                ("height", ctypes.c_int)]


@dataclasses.dataclass(frozen=True)
class Layout:
    """A text laid out: where its lines start, in UTF-16 units, and its size in pixels.

    No line is lower than the first family's own, as css has it (the strut); Pango itself goes by
    the fonts that a line uses.
    """
    starts: tuple
    width: float
    height: float


def load():
    """Pango with its functions' types declared; pointers are never cut to an int."""
    try:
        pango = ctypes.CDLL("libpangocairo-1.0.so.0", mode=ctypes.RTLD_GLOBAL)
        cairo = ctypes.CDLL("libcairo.so.2")
    except OSError as error:
        raise PangoMissing(f"{error}; install Debian's libpangocairo-1.0-0") from error
    pointer, integer, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    for name, result, *arguments in [
            ("pango_cairo_font_map_new", pointer),
            ("pango_font_map_create_context", pointer, pointer),
            ("pango_cairo_context_set_font_options", None, pointer, pointer),
            ("pango_context_set_round_glyph_positions", None, pointer, integer),
            ("pango_context_set_language", None, pointer, pointer),
            ("pango_context_set_base_dir", None, pointer, integer),
            ("pango_language_from_string", pointer, text),
            ("pango_font_description_from_string", pointer, text),
            ("pango_font_description_set_absolute_size", None, pointer, ctypes.c_double),
            ("pango_layout_new", pointer, pointer),
            ("pango_layout_set_font_description", None, pointer, pointer),
            ("pango_layout_set_wrap", None, pointer, integer),
            ("pango_layout_set_auto_dir", None, pointer, integer),
            ("pango_layout_set_width", None, pointer, integer),
            ("pango_layout_set_text", None, pointer, text, integer),
            ("pango_layout_context_changed", None, pointer),
            ("pango_layout_get_size", None, pointer, pointer, pointer),
            ("pango_layout_get_line_count", integer, pointer),
            ("pango_layout_get_line_readonly", pointer, pointer, integer),
            ("pango_layout_line_get_start_index", integer, pointer),
            ("pango_layout_line_get_extents", None, pointer, pointer, pointer),
            ("pango_version_string", text)]:
        function = getattr(pango, name)
        function.restype, function.argtypes = result, arguments
    for name, result, *arguments in [
            ("cairo_font_options_create", pointer),
            ("cairo_font_options_set_hint_style", None, pointer, integer),
            ("cairo_font_options_set_hint_metrics", None, pointer, integer)]:
        function = getattr(cairo, name)
        function.restype, function.argtypes = result, arguments
    return pango, cairo


class Layouter:
    """One layout object, given one text after another; it lives as long as the program."""

    def __init__(self, families, size):
        self.pango, cairo = load()
        pango = self.pango
        self.context = pango.pango_font_map_create_context(pango.pango_cairo_font_map_new())
        options = cairo.cairo_font_options_create()
        cairo.cairo_font_options_set_hint_style(options, HINT_STYLE_NONE)
        cairo.cairo_font_options_set_hint_metrics(options, HINT_METRICS_OFF)
        pango.pango_cairo_context_set_font_options(self.context, options)
        pango.pango_context_set_round_glyph_positions(self.context, 0)
        description = pango.pango_font_description_from_string(",".join(families).encode())
        pango.pango_font_description_set_absolute_size(description, size * SCALE)
        self.layout = pango.pango_layout_new(self.context)
        pango.pango_layout_set_font_description(self.layout, description)
        pango.pango_layout_set_wrap(self.layout, WRAP_WORD_CHAR)
        # Left to right whatever the text, as css rules have it.
        pango.pango_layout_set_auto_dir(self.layout, 0)
        self.language = None
        self.strut = (0, 0)
        pango.pango_layout_set_text(self.layout, b"x", 1)
        self.strut = self.extent(pango.pango_layout_get_line_readonly(self.layout, 0))

    @property
    def version(self):
        return self.pango.pango_version_string().decode()

    def extent(self, line):
        """What a line takes above and below its baseline, the strut at least."""
        logical = Rectangle()
        self.pango.pango_layout_line_get_extents(line, None, ctypes.byref(logical))
        return (max(self.strut[0], -logical.y), max(self.strut[1], logical.height + logical.y))

    def measure(self, text, language, widths):
        """The text's layout at each width; a width of None is no limit."""
        pango, layout = self.pango, self.layout
        if language != self.language:
            tag = pango.pango_language_from_string(language.encode())
            pango.pango_context_set_language(self.context, tag)
            pango.pango_layout_context_changed(layout)
            self.language = language
        data = text.encode()
        pango.pango_layout_set_text(layout, data, len(data))
        # Byte and UTF-16 offset of each scalar.
        offsets, units, place, unit = [], [], 0, 0
        for character in text:
            offsets.append(place)
            units.append(unit)
            place += len(character.encode())
            unit += 2 if ord(character) > 0xFFFF else 1
        across = ctypes.c_int()
        for width in widths:
            pango.pango_layout_set_width(layout, -1 if width is None else int(width * SCALE))
            pango.pango_layout_get_size(layout, ctypes.byref(across), None)
            starts, height = [], 0
            for number in range(pango.pango_layout_get_line_count(layout)):
                line = pango.pango_layout_get_line_readonly(layout, number)
                byte = pango.pango_layout_line_get_start_index(line)
                starts.append(units[bisect.bisect_right(offsets, byte) - 1])
                height += sum(self.extent(line))
            yield Layout(tuple(starts), across.value / SCALE, height / SCALE)
