internal import CHarfBuzz

/// A table of a font file; reading past its end gives 0.
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

  /// Whether the font lacks the table.
  var isEmpty: Bool { bytes.isEmpty }

  /// Big-endian unsigned 16-bit number at a byte offset in the table.
  func unsigned(_ offset: Int) -> UInt16 {
    guard offset + 2 <= bytes.count else { return 0 }
    return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }

  /// Whether the table has at least a number of bytes.
  func holds(_ count: Int) -> Bool { count <= bytes.count }

  /// Offset of a lookup of the table, which is GSUB or GPOS.
  func offset(ofLookup index: Int) -> Int {
    let list = Int(unsigned(8))
    return list + Int(unsigned(list + 2 + index * 2))
  }

  /// Whether a lookup of the table only replaces or moves single glyphs, without context.
  ///
  /// - Parameter type: The lookup type of an extension in this table.
  func isSingle(lookup index: Int, extension type: UInt16) -> Bool {
    types(ofLookup: index, extension: type).allSatisfy { $0 == 1 }
  }

  /// The types of a lookup's subtables.
  ///
  /// - Parameter type: The lookup type of an extension in this table.
  func types(ofLookup index: Int, extension type: UInt16) -> [UInt16] {
    let lookup = offset(ofLookup: index)
    let own = unsigned(lookup)
    return (0..<Int(unsigned(lookup + 4))).map { number in
      let subtable = lookup + Int(unsigned(lookup + 6 + number * 2))
      return own == type ? unsigned(subtable + 2) : own
    }
  }

  /// Whether a lookup of the table passes over bases to find the neighbors of a glyph.
  func skipsBases(lookup index: Int) -> Bool { unsigned(offset(ofLookup: index) + 2) & 2 != 0 }

  /// Big-endian two's complement 16-bit number at a byte offset in the table.
  func signed(_ offset: Int) -> Double { Double(Int16(bitPattern: unsigned(offset))) }
}
