/// Everything besides the text that the shape of a word depends on, packed into a cache key.
struct ShapeContext: Hashable {
  private(set) var bits: UInt64

  /// Packs the context of a word without neighboring text.
  ///
  /// - Parameters:
  ///   - font: Number of the font in its measurer, below 2¹⁶.
  ///   - script: ICU's script code, below 2¹⁵.
  ///   - language: Number of the language in its measurer, below 2¹⁶.
  ///   - rightToLeft: Whether the run is written from right to left.
  ///   - breaks: Whether the cached word contains break opportunities (ASCII only).
  ///   - isCut: Whether lines may end anywhere in the word, so that all its edges are needed.
  init(
    font: Int, script: Int32, language: Int, rightToLeft: Bool, breaks: Bool, isCut: Bool
  ) {
    bits = UInt64(font & 0xFFFF) | UInt64(UInt32(bitPattern: script) & 0x7FFF) << 16
    if isCut { bits |= 1 << 31 }
    bits |= UInt64(language & 0xFFFF) << 32
    if rightToLeft { bits |= 1 << 48 }
    if breaks { bits |= 1 << 49 }
  }

  /// Maximum number of UTF-16 units of neighboring text in a key, on each side of the word.
  static let longestNeighbor = 63

  /// Returns the context for the same word with neighboring text in its key.
  ///
  /// - Parameters:
  ///   - moreBefore: Whether text of the same run precedes the key.
  ///   - moreAfter: Whether text of the same run follows the key.
  ///   - prefix: Number of units in the key before the word, at most 63.
  ///   - suffix: Number of units in the key after the word, at most 63.
  func placed(
    moreBefore: Bool, moreAfter: Bool, prefix: Int = 0, suffix: Int = 0
  ) -> ShapeContext {
    var copy = self
    if moreBefore { copy.bits |= 1 << 50 }
    if moreAfter { copy.bits |= 1 << 51 }
    copy.bits |= UInt64(prefix & 63) << 52 | UInt64(suffix & 63) << 58
    return copy
  }

  /// Script, language and direction, as the key of a plan of the font.
  var plan: UInt64 { bits & (0xFFFF << 32 | 0x7FFF << 16 | 1 << 48) }
  var language: Int { Int(bits >> 32 & 0xFFFF) }
  var script: Int32 { Int32(truncatingIfNeeded: (bits >> 16) & 0x7FFF) }
  var rightToLeft: Bool { bits & 1 << 48 != 0 }
  var isCut: Bool { bits & 1 << 31 != 0 }
  var breaks: Bool { bits & 1 << 49 != 0 }
  var moreBefore: Bool { bits & 1 << 50 != 0 }
  var moreAfter: Bool { bits & 1 << 51 != 0 }
  var prefix: Int { Int(bits >> 52 & 63) }
  var suffix: Int { Int(bits >> 58) }
}

/// Determines how much of the neighboring text the key of a word includes.
struct ShapingContext {
  /// UTF-16 units of the text.
  let text: UnsafePointer<UInt16>
  /// The shaping run of the word; the key does not extend beyond the run.
  let item: ShapingRun

  /// Numbers of neighboring characters on each side of a word, in the order in which they are
  /// tried.
  ///
  /// Spaces are not counted. Fonts examine several glyphs before a glyph: Inter examines six glyphs
  /// before a parenthesis to detect capitals.
  static let steps = [3, 8, 24]

  /// UTF-16 offset at which `characters` characters before a position begin; spaces do not count.
  func start(before place: Int, characters: Int) -> Int {
    var place = place
    var left = characters
    while place > item.start, left > 0 {
      place -= 1
      if text[place] != 0x20 { left -= 1 }
      // A surrogate pair or combining sequence must not be divided.
      if left == 0, !Self.isWhole(text[place]) { left = 1 }
    }
    return place
  }

  /// UTF-16 offset at which `characters` characters after a position end; spaces do not count.
  func end(after place: Int, characters: Int) -> Int {
    var place = place
    var left = characters
    while place < item.end, left > 0 {
      if text[place] != 0x20 { left -= 1 }
      place += 1
      if left == 0, place < item.end, !Self.isWhole(text[place]) { left = 1 }
    }
    return place
  }

  /// Whether a unit is certainly a whole character; `true` is certain, `false` is not.
  private static func isWhole(_ unit: UInt16) -> Bool { unit < 0x300 }
}
