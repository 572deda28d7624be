internal import CHarfBuzz

/// A table of a font file that contradicts the file or the other tables.
struct FontDamage: Error, Hashable, Sendable {
  /// The table, or another part of the file.
  let part: String
  /// What is wrong, as the predicate of a sentence about the part.
  let fault: String

  init(_ part: String, _ fault: String) {
    self.part = part
    self.fault = fault
  }
}

/// Checks that the tables of a font file are what the file says they are.
///
/// HarfBuzz accepts a damaged table as if it were empty, and FreeType and browsers refuse some of
/// these files. Therefore a damaged file is not measured with. A font passes if every table is
/// within the file and has the checksum of the file's directory, and if the lengths and counts in
/// the tables fit each other. Two checksums are not compared: one of 0, which programs write that
/// do not compute it, and that of the table `head`, which is often computed in another way.
///
/// Source: OpenType 1.9.1.
struct FontCheck {
  private let file: FontPart
  private let blob: OpaquePointer
  /// The tables that were checked; faces of a collection share tables.
  private var checked: Set<CheckedPart> = []

  /// A part of the file with the count of glyphs that it was checked for.
  private struct CheckedPart: Hashable {
    let tag: String
    let offset: Int
    let length: Int
    let glyphs: Int
  }

  /// The least lengths of tables of which only the header is checked, or nothing else.
  private static let minimumLengths = [
    ("BASE", 8), ("COLR", 14), ("CPAL", 12), ("DSIG", 8), ("HVAR", 20), ("MVAR", 12), ("STAT", 18),
    ("VORG", 8), ("VVAR", 24), ("avar", 8), ("gasp", 4), ("kern", 4), ("meta", 16),
  ]

  /// Maximum number of faces in a file, and of tables in a face.
  ///
  /// They bound the time that a hostile font takes; fonts have a few dozen of each.
  private static let maximumFaces = 4_096
  private static let maximumTables = 256

  /// Checks a file.
  ///
  /// - Parameter faces: Number of faces in the file.
  /// - Throws: The first damage that is found.
  static func check(_ blob: OpaquePointer, faces: Int) throws(FontDamage) {
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))
    guard faces <= maximumFaces else {
      throw FontDamage("header", "has \(faces) faces, more than \(maximumFaces)")
    }
    var check = FontCheck(file: FontPart("file", bytes), blob: blob)
    for face in 0..<faces { try check.check(face: face) }
  }

  private init(file: FontPart, blob: OpaquePointer) {
    self.file = file
    self.blob = blob
  }

  private mutating func check(face: Int) throws(FontDamage) {
    let isCollection = try file.u32(0) == Self.number("ttcf")
    let start = isCollection ? try file.u32(12 + 4 * face) : 0
    let version = try file.u32(start)
    guard [0x10000, Self.number("OTTO"), Self.number("true")].contains(version) else {
      throw FontDamage("header", "has an unknown version")
    }
    let tables = try directory(start)
    func required(_ tag: String) throws(FontDamage) -> FontPart {
      guard let table = tables[tag] else {
        throw FontDamage(FontPart.name(ofTable: tag), "is missing")
      }
      return table
    }
    let glyphs = try Self.glyphCount(required("maxp"))
    let head = try required("head")
    try Self.check(head: head)
    try Self.check(metrics: required("hmtx"), header: required("hhea"), glyphs: glyphs)
    if let header = tables["vhea"], let metrics = tables["vmtx"] {
      try Self.check(metrics: metrics, header: header, glyphs: glyphs)
    }
    if let table = try unchecked(required("cmap"), glyphs) { try table.checkCharacterMap() }
    switch (tables["loca"], tables["glyf"]) {
    case (nil, nil): break
    case (let loca?, let glyf?):
      if try unchecked(loca, glyphs) != nil {
        try loca.checkLocations(
          glyphs: glyphs, isLong: head.u16(50) == 1, outlines: glyf.count)
      }
    case (nil, _): throw FontDamage("table 'loca'", "is missing")
    case (_, nil): throw FontDamage("table 'glyf'", "is missing")
    }
    if let table = try unchecked(tables["CFF "], glyphs) { try table.checkCFF(glyphs: glyphs) }
    if let table = try unchecked(tables["CFF2"], glyphs) { try table.checkCFF2(glyphs: glyphs) }
    if version == Self.number("OTTO"), tables["CFF "] == nil, tables["CFF2"] == nil {
      throw FontDamage("table 'CFF '", "is missing")
    }
    for (tag, length) in Self.minimumLengths { try tables[tag]?.needs(length) }
    try tables["OS/2"]?.checkStyleTable()
    try tables["post"]?.checkPostScriptTable()
    if let table = tables["name"] { try table.needs(6 + 12 * table.u16(2)) }
    if let table = tables["gasp"] { try table.needs(4 + 4 * table.u16(2)) }
    try tables["gvar"]?.checkVariations(glyphs: glyphs)
    try tables["GDEF"]?.checkGlyphClasses()
    try tables["kern"]?.checkPairs()
    try checkLayout(tables, face: face)
  }

  /// The tables of a face, each within the file and with the checksum of its entry.
  private mutating func directory(_ start: Int) throws(FontDamage) -> [String: FontPart] {
    var tables: [String: FontPart] = [:]
    let count = try file.u16(start + 4)
    guard count <= Self.maximumTables else {
      throw FontDamage("header", "has \(count) tables, more than \(Self.maximumTables)")
    }
    for index in 0..<count {
      let entry = start + 12 + 16 * index
      let tag = FontNames.tag(UInt32(try file.u32(entry)))
      let name = FontPart.name(ofTable: tag)
      let (sum, offset, length) = try (
        file.u32(entry + 4), file.u32(entry + 8), file.u32(entry + 12)
      )
      guard offset <= file.count, length <= file.count - offset else {
        throw FontDamage(
          name, "ends at byte \(offset + length) of a file of \(file.count) bytes")
      }
      let table = FontPart(
        name, UnsafeRawBufferPointer(rebasing: file.bytes[offset..<(offset + length)]))
      guard tables.updateValue(table, forKey: tag) == nil else {
        throw FontDamage(name, "is there twice")
      }
      if sum != 0, tag != "head", try unchecked(table, -1) != nil, table.checksum != sum {
        throw FontDamage(name, "has bytes that contradict its checksum")
      }
    }
    return tables
  }

  /// The table, unless it was checked for another face.
  private mutating func unchecked(
    _ table: FontPart?, _ glyphs: Int
  ) throws(FontDamage) -> FontPart? {
    guard let table, let start = table.bytes.baseAddress, let origin = file.bytes.baseAddress
    else { return table }
    let part = CheckedPart(
      tag: table.name, offset: start - origin, length: table.count, glyphs: glyphs)
    return checked.insert(part).inserted ? table : nil
  }

  private static func number(_ tag: String) -> Int { Int(chb_tag(tag)) }

  private static func glyphCount(_ maxp: FontPart) throws(FontDamage) -> Int {
    switch try maxp.u32(0) {
    case 0x5000: try maxp.needs(6)
    case 0x10000: try maxp.needs(32)
    default: throw FontDamage(maxp.name, "has an unknown version")
    }
    let count = try maxp.u16(4)
    guard count > 0 else { throw FontDamage(maxp.name, "has no glyphs") }
    return count
  }

  private static func check(head: FontPart) throws(FontDamage) {
    guard (54...56).contains(head.count) else {
      throw FontDamage(head.name, "has \(head.count) bytes instead of 54")
    }
    guard try head.u32(12) == 0x5F0F_3CF5 else {
      throw FontDamage(head.name, "does not have its magic number")
    }
    let units = try head.u16(18)
    guard (16...16_384).contains(units) else {
      throw FontDamage(head.name, "has \(units) units per em, which are 16 to 16384")
    }
    guard try head.u16(50) <= 1 else {
      throw FontDamage(head.name, "has an unknown format of locations")
    }
  }

  /// Checks `hmtx` and `hhea`, or `vmtx` and `vhea`.
  private static func check(
    metrics: FontPart, header: FontPart, glyphs: Int
  ) throws(FontDamage) {
    try header.needs(36)
    let count = try header.u16(34)
    guard count > 0, count <= glyphs else {
      throw FontDamage(header.name, "has \(count) advances for \(glyphs) glyphs")
    }
    try metrics.needs(4 * count + 2 * (glyphs - count))
  }

  /// Checks the tables of rules and variations as HarfBuzz reads them.
  private mutating func checkLayout(
    _ tables: [String: FontPart], face index: Int
  ) throws(FontDamage) {
    let face: OpaquePointer = hb_face_create(blob, UInt32(index))
    defer { hb_face_destroy(face) }
    for (tag, number) in [("GSUB", chb_tag_gsub), ("GPOS", chb_tag_gpos)] {
      guard let table = try unchecked(tables[tag], 0), table.count > 0 else { continue }
      let lookups = try table.checkRules()
      guard hb_ot_layout_table_get_lookup_count(face, number) == lookups else {
        throw FontDamage(table.name, "has rules that HarfBuzz cannot read")
      }
    }
    if let table = tables["fvar"] {
      let axes = try table.u16(8)
      try table.needs(
        table.u16(4) + 20 * axes + table.u16(12) * table.u16(14))
      guard axes == hb_ot_var_get_axis_count(face) else {
        throw FontDamage(table.name, "has axes that HarfBuzz cannot read")
      }
    }
    for (tag, offsets) in [("HVAR", [4, 8, 12, 16]), ("MVAR", [])] {
      guard let table = tables[tag] else { continue }
      for offset in offsets { try table.needs(table.u32(offset)) }
      if tag == "MVAR" { try table.needs(12 + table.u16(6) * table.u16(8)) }
    }
  }
}

/// The bytes of a table or of another part of a font file; numbers are big-endian.
struct FontPart {
  /// The name for messages.
  let name: String
  let bytes: UnsafeRawBufferPointer

  init(_ name: String, _ bytes: UnsafeRawBufferPointer) {
    self.name = name
    self.bytes = bytes
  }

  /// The name of a table; its tag may have any bytes.
  static func name(ofTable tag: String) -> String {
    tag.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? "table '\(tag)'" : "table without a name"
  }

  var count: Int { bytes.count }

  /// The sum of the 32-bit numbers of the table, as its entry in the directory has it.
  var checksum: Int { Int(chb_table_checksum(bytes.baseAddress, bytes.count)) }

  /// Throws if the part has fewer bytes than its contents need.
  func needs(_ minimum: Int) throws(FontDamage) {
    guard minimum <= bytes.count else {
      throw FontDamage(name, "has \(bytes.count) bytes and needs \(minimum)")
    }
  }

  /// Throws unless `count` bytes at an offset are in the part.
  private func needs(_ count: Int, at offset: Int) throws(FontDamage) {
    guard offset >= 0 else { throw FontDamage(name, "has an offset below 0") }
    try needs(offset + count)
  }

  func u8(_ offset: Int) throws(FontDamage) -> Int {
    try needs(1, at: offset)
    return Int(bytes[offset])
  }

  func u16(_ offset: Int) throws(FontDamage) -> Int {
    try needs(2, at: offset)
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func u32(_ offset: Int) throws(FontDamage) -> Int {
    try needs(4, at: offset)
    return Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
  }

  /// The number of `size` bytes, 1 to 4, at an offset.
  func number(_ offset: Int, size: Int) throws(FontDamage) -> Int {
    switch size {
    case 1: try u8(offset)
    case 2: try u16(offset)
    case 3: try u8(offset) << 16 | u16(offset + 1)
    default: try u32(offset)
    }
  }

  /// The bytes from an offset, `count` of them or all that follow.
  func part(from offset: Int, count: Int? = nil) throws(FontDamage) -> FontPart {
    try needs(count ?? 0, at: offset)
    let end = count.map { offset + $0 } ?? bytes.count
    return FontPart(name, UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
  }
}
