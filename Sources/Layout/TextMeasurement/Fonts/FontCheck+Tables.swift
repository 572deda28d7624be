/// Tables of metrics, characters and names.
extension FontPart {
  /// Checks `OS/2`, whose length depends on its version.
  func checkStyleTable() throws(FontDamage) {
    let lengths = [68, 86, 96, 96, 96, 100]
    try needs(lengths[min(u16(0), lengths.count - 1)])
  }

  /// Checks `post`.
  func checkPostScriptTable() throws(FontDamage) {
    try needs(32)
    switch try u32(0) {
    case 0x10000, 0x28000, 0x30000, 0x40000: break
    case 0x20000: try needs(34 + 2 * u16(32))
    default: throw FontDamage(name, "has an unknown version")
    }
  }

  /// Checks `loca`: its offsets begin with 0, ascend, and are within `glyf`.
  ///
  /// - Parameter outlines: Length of `glyf`.
  func checkLocations(glyphs: Int, isLong: Bool, outlines: Int) throws(FontDamage) {
    try needs((glyphs + 1) * (isLong ? 4 : 2))
    var last = 0
    for glyph in 0...glyphs {
      let next = isLong ? try u32(4 * glyph) : try 2 * u16(2 * glyph)
      guard next >= last, glyph > 0 || next == 0 else {
        throw FontDamage(name, "has offsets that do not ascend from 0")
      }
      // An outline begins with ten bytes.
      guard next == last || next >= last + 10 else {
        throw FontDamage(name, "has a glyph of \(next - last) bytes")
      }
      last = next
    }
    guard last <= outlines else {
      throw FontDamage(name, "has offsets beyond the \(outlines) bytes of the table 'glyf'")
    }
  }

  /// Checks `gvar`.
  func checkVariations(glyphs: Int) throws(FontDamage) {
    try needs(20)
    guard try u16(12) == glyphs else {
      throw FontDamage(name, "has variations of \(try u16(12)) glyphs, not of \(glyphs)")
    }
    let size = try u16(14) & 1 == 1 ? 4 : 2
    try needs(20 + size * (glyphs + 1))
    let data = try u32(16)
    guard data >= 20 + size * (glyphs + 1) else {
      throw FontDamage(name, "has data before the end of its offsets")
    }
    var last = 0
    for glyph in 0...glyphs {
      let next = try number(20 + size * glyph, size: size) * (size == 2 ? 2 : 1)
      guard next >= last else { throw FontDamage(name, "has offsets that do not ascend") }
      last = next
    }
    try needs(data + last)
  }

  /// Checks the header of `GDEF`, that its parts begin in the table, and that its classes are in it.
  func checkGlyphClasses() throws(FontDamage) {
    guard try u16(0) == 1 else { throw FontDamage(name, "has an unknown version") }
    let header = try u16(2) >= 2 ? 14 : 12
    try needs(header)
    for offset in stride(from: 4, to: header, by: 2) {
      let part = try u16(offset)
      guard part == 0 || part >= header else {
        throw FontDamage(name, "has a part in its header")
      }
      guard part > 0 else { continue }
      // The classes of glyphs, and those of marks.
      if offset == 4 || offset == 10 { try checkClasses(at: part) } else { _ = try u16(part) }
    }
  }

  /// Checks that a table of classes has room for its glyphs or ranges.
  private func checkClasses(at offset: Int) throws(FontDamage) {
    switch try u16(offset) {
    case 1: try needs(offset + 6 + 2 * u16(offset + 4))
    case 2: try needs(offset + 4 + 6 * u16(offset + 2))
    default: throw FontDamage(name, "has classes of an unknown format")
    }
  }

  /// Checks `kern`: each of its lists of pairs is within the table.
  ///
  /// The lengths of lists are not read, because long lists have more bytes than the number holds.
  func checkPairs() throws(FontDamage) {
    guard try u16(0) == 0 else { return }
    var offset = 4
    for _ in 0..<(try u16(2)) {
      // Only lists of format 0 are in common use.
      guard try u16(offset + 4) >> 8 == 0 else { return }
      offset += try 14 + 6 * u16(offset + 6)
      try needs(offset)
    }
  }

  /// Checks the lists of `GSUB` or `GPOS`, and that all lookups begin in the table.
  ///
  /// - Returns: The number of lookups.
  func checkRules() throws(FontDamage) -> Int {
    guard try u16(0) == 1 else { throw FontDamage(name, "has an unknown version") }
    for offset in [4, 6] {
      let list = try u16(offset)
      guard list > 0 else { continue }
      for entry in 0..<(try u16(list)) { _ = try u16(list + u16(list + 6 + 6 * entry)) }
    }
    let list = try u16(8)
    guard list > 0 else { return 0 }
    let lookups = try u16(list)
    for number in 0..<lookups {
      let lookup = try list + u16(list + 2 + 2 * number)
      for subtable in 0..<(try u16(lookup + 4)) {
        _ = try u16(lookup + u16(lookup + 6 + 2 * subtable))
      }
    }
    return lookups
  }

  /// Checks `cmap`: each of its subtables is within the table and has room for its entries.
  func checkCharacterMap() throws(FontDamage) {
    for entry in 0..<(try u16(2)) {
      let map = try part(from: u32(8 + 8 * entry))
      let format = try map.u16(0)
      let isLong = (8...13).contains(format)
      let length = try format == 14 ? map.u32(2) : isLong ? map.u32(4) : map.u16(2)
      let own = try part(from: u32(8 + 8 * entry), count: length)
      switch format {
      case 0: try own.needs(262)
      case 2: try own.needs(526)
      case 4: try own.checkSegments()
      case 6: try own.needs(10 + 2 * own.u16(8))
      case 8: try own.needs(8208 + 12 * own.u32(8204))
      case 10: try own.needs(20 + 2 * own.u32(16))
      case 12, 13: try own.checkGroups()
      case 14: try own.needs(10 + 11 * own.u32(6))
      default: throw FontDamage(name, "has a subtable of the unknown format \(format)")
      }
    }
  }

  /// Checks a subtable of format 4: its segments ascend.
  private func checkSegments() throws(FontDamage) {
    let bytes = try u16(6)
    guard bytes > 0, bytes % 2 == 0 else {
      throw FontDamage(name, "has a subtable with half a segment")
    }
    try needs(16 + 4 * bytes)
    var last = -1
    for offset in stride(from: 14, to: 14 + bytes, by: 2) {
      let (end, first) = try (u16(offset), u16(offset + bytes + 2))
      guard first <= end, first > last || end == 0xFFFF else {
        throw FontDamage(name, "has segments of characters that do not ascend")
      }
      last = end
    }
  }

  /// Checks a subtable of format 12 or 13: its groups ascend.
  private func checkGroups() throws(FontDamage) {
    let groups = try u32(12)
    try needs(16 + 12 * groups)
    var last = -1
    for offset in stride(from: 16, to: 16 + 12 * groups, by: 12) {
      let (first, end) = try (u32(offset), u32(offset + 4))
      guard first > last, first <= end, end <= 0x10FFFF else {
        throw FontDamage(name, "has groups of characters that do not ascend")
      }
      last = end
    }
  }
}

/// Outlines in the Compact Font Format.
///
/// Source: Adobe Technical Note 5176 and OpenType 1.9.1, table `CFF2`.
extension FontPart {
  /// The operators of a dictionary that give the places of other parts.
  private enum Operator {
    static let charset = 15
    static let charStrings = 17
    static let privateDictionary = 18
    static let variations = 24
    static let fonts = 0x0C24
    static let fontOfGlyph = 0x0C25
  }

  /// Checks a table `CFF `.
  func checkCFF(glyphs: Int) throws(FontDamage) {
    guard try u8(0) == 1 else { throw FontDamage(name, "has an unknown version") }
    guard (1...4).contains(try u8(3)) else {
      throw FontDamage(name, "has offsets of \(try u8(3)) bytes")
    }
    var offset = try u8(2)
    let names = try index(at: offset, countSize: 2)
    let dictionaries = try index(at: names.end, countSize: 2)
    guard names.count == 1, dictionaries.count == 1 else {
      throw FontDamage(name, "has \(dictionaries.count) fonts, not one")
    }
    let texts = try index(at: dictionaries.end, countSize: 2)
    offset = try index(at: texts.end, countSize: 2).end
    let top = try part(from: dictionaries.start, count: dictionaries.length).dictionary()
    try check(top: top, glyphs: glyphs, countSize: 2)
    // 0, 1 and 2 are the built-in sets of characters.
    if let charset = top[Operator.charset]?.last, charset > 2 { _ = try u8(charset) }
  }

  /// Checks a table `CFF2`.
  func checkCFF2(glyphs: Int) throws(FontDamage) {
    guard try u8(0) == 2 else { throw FontDamage(name, "has an unknown version") }
    let (header, length) = try (u8(2), u16(3))
    let top = try part(from: header, count: length).dictionary()
    _ = try index(at: header + length, countSize: 4)
    try check(top: top, glyphs: glyphs, countSize: 4)
    if let variations = top[Operator.variations]?.last {
      try needs(variations + 2 + u16(variations))
    }
  }

  private func check(
    top: [Int: [Int]], glyphs: Int, countSize: Int
  ) throws(FontDamage) {
    guard let outlines = top[Operator.charStrings]?.last else {
      throw FontDamage(name, "has no outlines")
    }
    let count = try index(at: outlines, countSize: countSize).count
    guard count == glyphs else {
      throw FontDamage(name, "has outlines of \(count) glyphs, not of \(glyphs)")
    }
    try checkPrivate(top)
    if let offset = top[Operator.fontOfGlyph]?.last { try checkFontOfGlyph(offset, glyphs) }
    guard let offset = top[Operator.fonts]?.last else { return }
    let fonts = try index(at: offset, countSize: countSize)
    for number in 0..<fonts.count {
      let (start, length) = try fonts.entry(number, of: self)
      try checkPrivate(part(from: start, count: length).dictionary())
    }
  }

  private func checkPrivate(_ dictionary: [Int: [Int]]) throws(FontDamage) {
    guard let offset = dictionary[Operator.privateDictionary], offset.count == 2 else { return }
    _ = try part(from: offset[1], count: offset[0])
  }

  /// Checks `FDSelect`.
  private func checkFontOfGlyph(_ offset: Int, _ glyphs: Int) throws(FontDamage) {
    switch try u8(offset) {
    case 0: try needs(offset + 1 + glyphs)
    case 3: try needs(offset + 5 + 3 * u16(offset + 1))
    case 4: try needs(offset + 9 + 6 * u32(offset + 1))
    default: throw FontDamage(name, "has an unknown table of the fonts of glyphs")
    }
  }

  /// A list of objects of any length.
  private struct Index {
    var count = 0
    /// Bytes of an offset.
    var size = 1
    /// Place of the first offset.
    var offsets = 0
    /// Place and length of the objects' bytes.
    var start = 0
    var length = 0

    var end: Int { start + length }

    /// The offset and length of an object.
    func entry(_ number: Int, of table: FontPart) throws(FontDamage) -> (Int, Int) {
      let first = try table.number(offsets + number * size, size: size)
      let next = try table.number(offsets + (number + 1) * size, size: size)
      return (start + first - 1, next - first)
    }
  }

  /// Reads a list, whose offsets begin with 1 and ascend.
  private func index(at offset: Int, countSize: Int) throws(FontDamage) -> Index {
    var index = Index()
    index.count = try number(offset, size: countSize)
    index.start = offset + countSize
    if index.count == 0 { return index }
    index.size = try u8(index.start)
    guard (1...4).contains(index.size) else {
      throw FontDamage(name, "has a list with offsets of \(index.size) bytes")
    }
    index.offsets = index.start + 1
    index.start = index.offsets + index.size * (index.count + 1)
    try needs(index.start)
    var last = 1
    for entry in 0...index.count {
      let next = try number(index.offsets + entry * index.size, size: index.size)
      guard next >= last, entry > 0 || next == 1 else {
        throw FontDamage(name, "has a list with offsets that do not ascend")
      }
      last = next
    }
    index.length = last - 1
    try needs(index.end)
    return index
  }

  /// The integers before each operator of a dictionary; real numbers are read as 0.
  private func dictionary() throws(FontDamage) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    var operands: [Int] = []
    var offset = 0
    while offset < count {
      let first = try u8(offset)
      offset += 1
      switch first {
      case 12:
        result[try 0x0C00 | u8(offset)] = operands
        operands = []
        offset += 1
      case 0...27:
        result[first] = operands
        operands = []
      case 28:
        operands.append(Int(Int16(truncatingIfNeeded: try u16(offset))))
        offset += 2
      case 29:
        operands.append(Int(Int32(truncatingIfNeeded: try u32(offset))))
        offset += 4
      case 30:
        // A real number ends with a half byte of 15.
        var last = 0
        repeat {
          last = try u8(offset)
          offset += 1
        } while last >> 4 != 15 && last & 15 != 15
        operands.append(0)
      case 32...246: operands.append(first - 139)
      case 247...250:
        operands.append((first - 247) * 256 + (try u8(offset)) + 108)
        offset += 1
      case 251...254:
        operands.append(-(first - 251) * 256 - (try u8(offset)) - 108)
        offset += 1
      default: throw FontDamage(name, "has a dictionary with an unknown number")
      }
    }
    return result
  }
}
