internal import MetricsPacks

/// Writes the faces of a metrics pack as an OpenType collection without outlines.
///
/// A pack then has the interface of a font file: its characters, advances, line metrics and traits are
/// read from tables. The widths of neighboring characters are not in the tables; see
/// `CapturedWidths`.
///
/// Source: OpenType 1.9, tables `cmap`, `head`, `hhea`, `hmtx`, `maxp` and `OS/2`.
struct PackTables {
  private var bytes: [UInt8] = []

  /// The collection, with a face for each face of the pack, in the same order.
  static func collection(of pack: MetricsPack) -> [UInt8] {
    var writer = PackTables()
    writer.text("ttcf")
    writer.long(0x0001_0000)
    writer.long(pack.faces.count)
    let offsets = writer.bytes.count
    for _ in pack.faces { writer.long(0) }
    for (index, face) in pack.faces.enumerated() {
      writer.set(writer.bytes.count, at: offsets + 4 * index)
      writer.add(face)
    }
    return writer.bytes
  }

  private mutating func add(_ face: MetricsPack.Face) {
    let characters = face.advances.keys.sorted()
    let advances = characters.map { face.advances[$0] ?? 0 }
    let tables: [(tag: String, content: PackTables)] = [
      ("OS/2", .typographic(face)), ("cmap", .characters(characters)), ("head", .head(face)),
      ("hhea", .horizontal(face, advances)), ("hmtx", .advances(advances)),
      ("maxp", .maximum(glyphs: advances.count + 1)),
    ]
    long(0x0001_0000)
    short(tables.count)
    for _ in 0..<3 { short(0) }
    var offset = bytes.count + 16 * tables.count
    for (tag, content) in tables {
      text(tag)
      long(0)
      long(offset)
      long(content.bytes.count)
      offset += content.bytes.count
    }
    for (_, content) in tables { bytes += content.bytes }
  }

  private static func head(_ face: MetricsPack.Face) -> PackTables {
    var table = PackTables()
    table.long(0x0001_0000)
    table.long(0x0001_0000)
    table.long(0)
    table.long(0x5F0F_3CF5)
    table.short(0)
    table.short(face.unitsPerEm)
    for _ in 0..<4 { table.long(0) }
    table.short(0)
    table.short(-(face.line.bottom ?? face.line.descent))
    table.short(0)
    table.short(face.line.top ?? face.line.ascent)
    for value in [0, 8, 2, 0, 0] { table.short(value) }
    return table.padded
  }

  private static func horizontal(_ face: MetricsPack.Face, _ advances: [Int]) -> PackTables {
    var table = PackTables()
    table.long(0x0001_0000)
    table.short(face.line.ascent)
    table.short(-face.line.descent)
    table.short(face.line.gap)
    table.short(advances.max() ?? 0)
    for _ in 0..<11 { table.short(0) }
    table.short(advances.count + 1)
    return table.padded
  }

  private static func maximum(glyphs: Int) -> PackTables {
    var table = PackTables()
    table.long(0x0000_5000)
    table.short(glyphs)
    return table.padded
  }

  /// The advances, after that of the glyph for missing characters.
  private static func advances(_ advances: [Int]) -> PackTables {
    var table = PackTables()
    for advance in [0] + advances {
      table.short(advance)
      table.short(0)
    }
    return table.padded
  }

  private static func characters(_ characters: [Unicode.Scalar]) -> PackTables {
    // Ranges of characters that follow each other, each with its first glyph.
    var groups: [(first: UInt32, last: UInt32, glyph: Int)] = []
    for (index, character) in characters.enumerated() {
      if let last = groups.last, last.last + 1 == character.value {
        groups[groups.count - 1].last = character.value
      } else {
        groups.append((character.value, character.value, index + 1))
      }
    }
    var table = PackTables()
    for value in [0, 1, 3, 10] { table.short(value) }
    table.long(12)
    table.short(12)
    table.short(0)
    table.long(16 + 12 * groups.count)
    table.long(0)
    table.long(groups.count)
    for group in groups {
      table.long(Int(group.first))
      table.long(Int(group.last))
      table.long(group.glyph)
    }
    return table.padded
  }

  private static func typographic(_ face: MetricsPack.Face) -> PackTables {
    var table = PackTables()
    table.short(4)
    table.short(0)
    table.short(face.weight)
    for _ in 0..<29 { table.short(0) }
    // fsSelection: italic or oblique.
    table.bytes[62] = face.slant == .oblique ? 0x02 : 0
    table.bytes[63] = face.slant == .italic ? 0x01 : 0
    table.short(0)
    table.short(0)
    table.short(face.line.ascent)
    table.short(-face.line.descent)
    table.short(face.line.gap)
    table.short(face.line.ascent)
    table.short(face.line.descent)
    table.long(0)
    table.long(0)
    table.short(face.line.xHeight)
    table.short(face.line.capHeight)
    for _ in 0..<3 { table.short(0) }
    return table.padded
  }

  private var padded: PackTables {
    var copy = self
    while copy.bytes.count % 4 != 0 { copy.bytes.append(0) }
    return copy
  }

  private mutating func text(_ tag: String) { bytes += Array(tag.utf8) }

  private mutating func short(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func long(_ value: Int) {
    short(value >> 16)
    short(value)
  }

  private mutating func set(_ value: Int, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
    }
  }
}
