internal import CHarfBuzz

/// A table of a font file; numbers beyond its end are read as 0.
final class SFNTTable {
  private let blob: OpaquePointer?
  private let bytes: UnsafeRawBufferPointer

  init(face: OpaquePointer, tag: String) {
    blob = hb_face_reference_table(face, chb_tag(tag))
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))
  }

  deinit { hb_blob_destroy(blob) }

  /// Whether the font lacks the table, or the table has no bytes.
  var isEmpty: Bool { bytes.isEmpty }

  /// Big-endian unsigned 16-bit number at a byte offset in the table.
  func unsigned(_ offset: Int) -> UInt16 {
    guard offset + 2 <= bytes.count else { return 0 }
    return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }

  /// Whether the table has at least `count` bytes.
  func holds(_ count: Int) -> Bool { count <= bytes.count }

  /// Byte offset of a lookup in the table, which must be GSUB or GPOS.
  func offset(ofLookup index: Int) -> Int {
    let list = Int(unsigned(8))
    return list + Int(unsigned(list + 2 + index * 2))
  }

  /// Whether a lookup replaces or moves only single glyphs, whatever their neighbors.
  ///
  /// - Parameter type: The type that stands for an extension: 7 in GSUB, 9 in GPOS.
  func isSingle(lookup index: Int, extension type: UInt16) -> Bool {
    types(ofLookup: index, extension: type).allSatisfy { $0 == 1 }
  }

  /// The types of a lookup's subtables; for an extension, the type of the subtable behind it.
  ///
  /// - Parameter type: The type that stands for an extension: 7 in GSUB, 9 in GPOS.
  func types(ofLookup index: Int, extension type: UInt16) -> [UInt16] {
    let lookup = offset(ofLookup: index)
    let own = unsigned(lookup)
    return (0..<Int(unsigned(lookup + 4))).map { number in
      let subtable = lookup + Int(unsigned(lookup + 6 + number * 2))
      return own == type ? unsigned(subtable + 2) : own
    }
  }

  /// Whether a lookup ignores base glyphs when it looks for the neighbors of a glyph.
  func skipsBases(lookup index: Int) -> Bool { unsigned(offset(ofLookup: index) + 2) & 2 != 0 }

  /// Big-endian two's complement 16-bit number at a byte offset in the table.
  func signed(_ offset: Int) -> Double { Double(Int16(bitPattern: unsigned(offset))) }
}

/// Reads texts from the table `name` of a font.
enum FontNames {
  /// The English text of the first of `ids` that a face has; nil if it has none.
  ///
  /// The text is cut off after 255 bytes.
  static func text(of face: OpaquePointer, ids: [UInt32]) -> String? {
    let english = hb_language_from_string("en", 2)
    for id in ids {
      var length: UInt32 = 256
      var bytes = [CChar](repeating: 0, count: 256)
      hb_ot_name_get_utf8(face, id, english, &length, &bytes)
      guard length > 0 else { continue }
      let text = String(
        decoding: bytes.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      return text
    }
    return nil
  }

  /// Converts an OpenType tag to its four letters.
  static func tag(_ tag: hb_tag_t) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Finds out properties of a face from its tables.
enum FontFace {
  /// Whether a face is an emoji font, which is used only for emoji presentation.
  ///
  /// One of three conditions is sufficient:
  ///
  /// - The family name ends in `Emoji`.
  /// - The face has color bitmaps.
  /// - The face has color glyphs of another kind, a glyph for U+1F600 and none for the letter A.
  static func isEmoji(_ face: OpaquePointer) -> Bool {
    if hb_ot_color_has_png(face) != 0 { return true }
    if FontNames.text(of: face, ids: [16, 1])?.hasSuffix("Emoji") == true { return true }
    guard hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_svg(face) != 0 else { return false }
    let font: OpaquePointer = hb_font_create(face)
    defer { hb_font_destroy(font) }
    return ShapingFont.glyph(of: 0x1F600, in: font) != nil
      && ShapingFont.glyph(of: 0x41, in: font) == nil
  }
}
