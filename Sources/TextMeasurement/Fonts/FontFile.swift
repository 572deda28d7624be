import LayoutPrimitives

internal import CHarfBuzz

/// One font file, mapped into memory.
///
/// Unchecked because the blob is made immutable when it is created, and HarfBuzz counts its
/// references atomically.
final class FontFile: @unchecked Sendable {
  let path: String
  let blob: OpaquePointer
  /// Faces in the file.
  let faceCount: Int

  init(path: String) throws(TextError) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      throw .unreadableFont(path)
    }
    hb_blob_make_immutable(blob)
    let count = Int(hb_face_count(blob))
    guard count > 0 else {
      hb_blob_destroy(blob)
      throw .notAFont(path)
    }
    self.path = path
    self.blob = blob
    faceCount = count
  }

  deinit { hb_blob_destroy(blob) }

  /// Hash of the file's bytes.
  var contentHash: ContentHash {
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    return ContentHash(of: UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// Describes one face from its own tables, under the name that the caller used.
  func describe(face index: Int, family: String) -> FontDescription {
    let face = hb_face_create(blob, UInt32(index))
    let font = hb_font_create(face)
    defer {
      hb_font_destroy(font)
      hb_face_destroy(face)
    }
    let weight = hb_style_get_value(font, HB_STYLE_TAG_WEIGHT)
    let italic = hb_style_get_value(font, HB_STYLE_TAG_ITALIC)
    let slant = hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE)
    let width = hb_style_get_value(font, HB_STYLE_TAG_WIDTH)
    return FontDescription(
      family: family, file: path, index: index, weight: Int(weight.rounded()),
      italic: italic > 0.5 || slant != 0,
      variable: hb_ot_var_find_axis_info(face, chb_tag("wght"), nil) != 0,
      width: Int(width.rounded()))
  }
}
