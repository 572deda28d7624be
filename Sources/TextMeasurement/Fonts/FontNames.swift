internal import CHarfBuzz

/// Reads texts of a font's table `name`.
enum FontNames {
  /// English text for the first of `ids` that a face has, at most 255 bytes; nil for none.
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
