"""The system's FreeType: whether it opens a font file and loads the glyphs of characters."""
import ctypes
import ctypes.util

NO_SCALE = 1


class FreeType:
    """The functions of the library that are needed."""

    def __init__(self):
        name = ctypes.util.find_library("freetype") or "libfreetype.so.6"
        self.library = ctypes.CDLL(name)
        self.library.FT_Get_Char_Index.restype = ctypes.c_uint
        self.library.FT_Get_Char_Index.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self.handle = ctypes.c_void_p()
        if self.library.FT_Init_FreeType(ctypes.byref(self.handle)):
            raise OSError("FreeType does not start")

    def refusal(self, path, text):
        """Why the file is refused, or `None`."""
        face = ctypes.c_void_p()
        error = self.library.FT_New_Face(
            self.handle, path.encode(), ctypes.c_long(0), ctypes.byref(face))
        if error:
            return f"FreeType does not open it: {error:#x}"
        try:
            for letter in text:
                glyph = self.library.FT_Get_Char_Index(face, ord(letter))
                error = self.library.FT_Load_Glyph(face, glyph, NO_SCALE)
                # 0x17 and the like: a glyph that is a bitmap or a picture has no outline.
                if error and error not in (0x12, 0x17):
                    return f"FreeType does not load '{letter}': {error:#x}"
            return None
        finally:
            self.library.FT_Done_Face(face)
