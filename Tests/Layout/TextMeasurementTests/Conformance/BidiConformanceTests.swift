import CICU
import Testing

@testable import TextMeasurement

/// Unicode's BidiTest and BidiCharacterTest, for the levels of shaping runs and the order in which
/// lines are drawn.
@Suite struct BidiConformanceTests {
  /// The value in the files for the level of a character that rule X9 removes.
  private static let removed = UInt8.max

  /// All of BidiTest, by representatives of the classes, in the directions of each line's bits.
  @Test func levelsOfClassesAreUnicodes() throws {
    let bidi = try BidiLevels()
    var levels: [UInt8] = []
    var units: [UInt16] = []
    var lines = 0
    var cases = 0
    var shortcuts = 0
    var failed: [String] = []
    try UnicodeFile("BidiTest.txt").forEachLine { number, line in
      var reader = LineReader(line)
      if reader.take(UInt8(ascii: "@")) {
        if reader.bytes[1] == UInt8(ascii: "L") {
          reader.position = 8
          levels = Self.levels(&reader)
        } else if reader.bytes[1] == UInt8(ascii: "R") {
          reader.position = 9
          var order: [Int] = []
          while let index = reader.decimal() { order.append(index) }
          if Self.order(levels, levels) != order { failed.append("order of line \(number)") }
        }
        return
      }
      lines += 1
      units.removeAll(keepingCapacity: true)
      while reader.peek() != UInt8(ascii: ";") {
        guard let unit = Self.representative(reader.word()) else {
          failed.append("unknown class in line \(number)")
          return
        }
        units.append(unit)
      }
      _ = reader.take(UInt8(ascii: ";"))
      let directions = reader.hexadecimal() ?? 0
      for (bit, isRight, isNatural) in [(1, false, true), (2, false, false), (4, true, false)]
      where directions & UInt32(bit) != 0 {
        cases += 1
        let found = bidi.levels(
          units, count: units.count, rightToLeft: isRight, natural: isNatural)
        switch Self.compare(levels, count: units.count, found: { found?[$0] ?? 0 }) {
        case .equal: break
        case .sameDirection: shortcuts += 1
        case .different: failed.append("line \(number), direction \(bit)")
        }
      }
    }
    #expect(lines == 490_846)
    #expect(cases == 770_241)
    #expect(shortcuts == 105_785, "texts of one direction for which ICU gives simpler levels")
    #expect(failed.prefix(10) == [])
  }

  /// BidiCharacterTest: levels, the paragraph's level and the order from left to right.
  @Test func levelsAndOrderOfCharactersAreUnicodes() throws {
    let bidi = try BidiLevels()
    var lines = 0
    var shortcuts = 0
    var failed: Set<Int> = []
    try UnicodeFile("BidiCharacterTest.txt").forEachLine { number, line in
      var reader = LineReader(line)
      var units: [UInt16] = []
      var starts: [Int] = []
      while let scalar = reader.hexadecimal() {
        starts.append(units.count)
        if scalar > 0xFFFF {
          units.append(UInt16(0xD7C0 + (scalar >> 10)))
          units.append(UInt16(0xDC00 + (scalar & 0x3FF)))
        } else {
          units.append(UInt16(scalar))
        }
      }
      _ = reader.take(UInt8(ascii: ";"))
      let direction = reader.decimal() ?? 0
      _ = reader.take(UInt8(ascii: ";"))
      let paragraph = UInt8(reader.decimal() ?? 0)
      _ = reader.take(UInt8(ascii: ";"))
      let expected = Self.levels(&reader)
      _ = reader.take(UInt8(ascii: ";"))
      var order: [Int] = []
      while let index = reader.decimal() { order.append(index) }
      lines += 1

      let found = bidi.levels(
        units, count: units.count, rightToLeft: direction == 1, natural: direction == 2)
      let all = starts.map { found?[$0] ?? 0 }
      let spaces = BidiLevels.trailingSpaces(units, count: units.count)
      let trailing = starts.reduce(0) { $1 >= units.count - spaces ? $0 + 1 : $0 }
      let visual = VisualOrder(
        levels: all, trailingSpaces: trailing, paragraphLevel: bidi.paragraphLevel)
      let verdict = Self.compare(expected, count: all.count) { all[$0] }
      if verdict == .sameDirection { shortcuts += 1 }
      let isRight =
        bidi.paragraphLevel == paragraph && verdict != .different
        && visual.clusters.filter { expected[$0] != Self.removed } == order
      if !isRight { failed.insert(number) }
    }
    #expect(lines == 91_707)
    #expect(shortcuts == 1, "texts of one direction for which ICU gives simpler levels")
    let pinned = Set(BidiDeviations.all.flatMap(\.lines))
    #expect(lines - failed.count == 91_677)
    #expect(failed.subtracting(pinned).sorted() == [], "lines that fail and are not pinned")
    #expect(pinned.subtracting(failed).sorted() == [], "lines that are pinned and pass")
  }

  /// Lines of ASCII and most others are not passed to ICU: none of them may have levels.
  @Test func noCharacterThatDirectsIsOverlooked() {
    for scalar in UInt32(0)...0x10FFFF where cicu_bidi_is_directional(scalar) != 0 {
      var units = [UInt16(truncatingIfNeeded: scalar)]
      if scalar > 0xFFFF {
        units = [UInt16(0xD7C0 + (scalar >> 10)), UInt16(0xDC00 + (scalar & 0x3FF))]
      }
      #expect(
        BidiLevels.mayRunRightToLeft(units, count: units.count), "U+\(String(scalar, radix: 16))")
    }
  }

  /// A character without its own level must not separate the characters around it.
  @Test func removedCharactersPartNoRun() throws {
    let bidi = try BidiLevels()
    for scalar in UInt32(0x80)...0x10FFFF where cicu_bidi_is_removed(scalar) != 0 {
      guard let value = Unicode.Scalar(scalar), !(0x202A...0x202E).contains(scalar) else {
        continue
      }
      let units = Array("a \u{5D0}\(value)\u{5D1} b".utf16)
      let levels = bidi.levels(units, count: units.count, rightToLeft: false, natural: false)
      let found = (0..<units.count).map { levels?[$0] ?? 0 }
      let inner = [UInt8](repeating: 1, count: units.count - 4)
      #expect(found == [0, 0] + inner + [0, 0], "U+\(String(scalar, radix: 16))")
    }
  }

  private static func levels(_ reader: inout LineReader) -> [UInt8] {
    var levels: [UInt8] = []
    while true {
      if reader.take(UInt8(ascii: "x")) {
        levels.append(removed)
      } else if let level = reader.decimal() {
        levels.append(UInt8(level))
      } else {
        return levels
      }
    }
  }

  private enum Verdict { case equal, sameDirection, different }

  /// Compares levels, except those of removed characters.
  ///
  /// ICU does not resolve text of a single direction and returns 0 or 1 for all of it.
  private static func compare(
    _ expected: [UInt8], count: Int, found: (Int) -> UInt8
  ) -> Verdict {
    guard count == expected.count else { return .different }
    var isEqual = true
    var directions: Set<UInt8> = []
    for index in 0..<count where expected[index] != removed {
      let level = found(index)
      if expected[index] == level { continue }
      isEqual = false
      if level > 1 { return .different }
    }
    if isEqual { return .equal }
    for index in 0..<count where expected[index] != removed {
      directions.insert(expected[index] & 1)
      directions.insert(found(index) & 1)
    }
    return directions.count == 1 ? .sameDirection : .different
  }

  /// The visual order of the characters that stay.
  private static func order(_ levels: [UInt8], _ expected: [UInt8]) -> [Int] {
    let kept = expected.indices.filter { expected[$0] != removed }
    return VisualOrder(levels: kept.map { levels[$0] }).clusters.map { kept[$0] }
  }

  /// A character of a bidirectional class, whose letters are packed into a number.
  private static func representative(_ name: UInt32) -> UInt16? { representatives[name] }

  private static let representatives: [UInt32: UInt16] = {
    let classes: [(String, UInt16)] = [
      ("L", 0x61), ("R", 0x5D0), ("AL", 0x627), ("EN", 0x31), ("ES", 0x2B), ("ET", 0x24),
      ("AN", 0x661), ("CS", 0x2C), ("B", 0x2029), ("S", 0x09), ("WS", 0x20), ("ON", 0x21),
      ("BN", 0xAD), ("NSM", 0x300), ("LRE", 0x202A), ("RLE", 0x202B), ("PDF", 0x202C),
      ("LRO", 0x202D), ("RLO", 0x202E), ("LRI", 0x2066), ("RLI", 0x2067), ("FSI", 0x2068),
      ("PDI", 0x2069),
    ]
    return Dictionary(
      uniqueKeysWithValues: classes.map { name, unit in
        (name.utf8.reduce(0) { $0 << 8 | UInt32($1) }, unit)
      })
  }()
}
