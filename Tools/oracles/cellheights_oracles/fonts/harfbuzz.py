"""The system's HarfBuzz: widths of texts in font units."""
import ctypes
import ctypes.util

LEFT_TO_RIGHT = 4


class Position(ctypes.Structure):
    """`hb_glyph_position_t`."""
    _fields_ = [("x_advance", ctypes.c_int32), ("y_advance", ctypes.c_int32),
                ("x_offset", ctypes.c_int32), ("y_offset", ctypes.c_int32),
                ("var", ctypes.c_uint32)]


class HarfBuzzMissing(Exception):
    """The library is not installed."""


class HarfBuzz:
    """The functions of the library that are needed."""

    def __init__(self):
        name = ctypes.util.find_library("harfbuzz") or "libharfbuzz.so.0"
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            raise HarfBuzzMissing(str(error)) from error
        pointer, number, size = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint

        def function(name, result, *arguments):
            found = getattr(library, f"hb_{name}")
            found.restype, found.argtypes = result, arguments
            return found

        self.open_blob = function("blob_create_from_file_or_fail", pointer, ctypes.c_char_p)
        self.make_face = function("face_create", pointer, pointer, size)
        self.make_font = function("font_create", pointer, pointer)
        self.upem = function("face_get_upem", size, pointer)
        self.set_scale = function("font_set_scale", None, pointer, number, number)
        self.make_buffer = function("buffer_create", pointer)
        self.clear = function("buffer_clear_contents", None, pointer)
        self.add = function("buffer_add_utf16", None, pointer, pointer, number, size, number)
        self.set_direction = function("buffer_set_direction", None, pointer, number)
        self.set_script = function("buffer_set_script", None, pointer, ctypes.c_uint32)
        self.set_language = function("buffer_set_language", None, pointer, pointer)
        self.language = function("language_from_string", pointer, ctypes.c_char_p, number)
        self.script = function("script_from_string", ctypes.c_uint32, ctypes.c_char_p, number)
        self.shape = function("shape", None, pointer, pointer, pointer, size)
        self.positions = function(
            "buffer_get_glyph_positions", ctypes.POINTER(Position), pointer,
            ctypes.POINTER(size))

    def font(self, path):
        """A font file, opened."""
        return Font(self, path)


class Font:
    """An open font file."""

    def __init__(self, library, path):
        self.library = library
        blob = library.open_blob(path.encode())
        if not blob:
            raise OSError(f"{path}: HarfBuzz cannot read it")
        face = library.make_face(blob, 0)
        self.font = library.make_font(face)
        self.units = library.upem(face)
        library.set_scale(self.font, self.units, self.units)
        self.buffer = library.make_buffer()

    def width(self, text, script, language):
        """The sum of the advances of a whole text, from left to right."""
        library = self.library
        units = text.encode("utf-16-le")
        library.clear(self.buffer)
        library.set_direction(self.buffer, LEFT_TO_RIGHT)
        library.set_script(self.buffer, library.script(script.encode(), 4))
        library.set_language(self.buffer, library.language(language.encode(), -1))
        count = len(units) // 2
        library.add(self.buffer, ctypes.cast(ctypes.c_char_p(units), ctypes.c_void_p), count, 0, count)
        library.shape(self.font, self.buffer, None, 0)
        length = ctypes.c_uint()
        positions = library.positions(self.buffer, ctypes.byref(length))
        return sum(positions[index].x_advance for index in range(length.value))
