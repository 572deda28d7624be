internal import CHarfBuzz

/// The characters for which a font has glyphs.
public struct FontCoverage: Sendable {
  /// Ranges of characters in ascending order, without overlaps.
  private var ranges: [ClosedRange<UInt32>] = []

  init(_ face: OpaquePointer) {
    let characters: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(characters) }
    hb_face_collect_unicodes(face, characters)
    var first: hb_codepoint_t = 0
    // A search begins after this value.
    var last = hb_codepoint_t.max
    while hb_set_next_range(characters, &first, &last) != 0 { ranges.append(first...last) }
  }

  /// Whether the font has a glyph for a character.
  public func contains(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar.value
  }
}

extension FontLibrary {
  /// The characters for which a face has glyphs.
  ///
  /// - Throws: `TextError.unreadableFont`, `notAFont` or `changedFont`.
  public func coverage(of face: FontDescription) throws(TextError) -> FontCoverage {
    let file = try open(face.file)
    let opened: OpaquePointer = hb_face_create(file.blob, UInt32(face.index))
    defer { hb_face_destroy(opened) }
    return FontCoverage(opened)
  }
}
