/// Everything, apart from the text, on which the shape of a word depends; a part of its cache key.
struct ShapeContext: Hashable {
  private(set) var bits: UInt64

  /// Packs the context of a word whose key is the word alone.
  ///
  /// - Parameters:
  ///   - font: The font's number in its measurer, below 2¹⁶.
  ///   - script: ICU's script code, below 2¹⁴.
  ///   - language: The language's number in its measurer, below 2¹⁶.
  ///   - rightToLeft: Whether the run is written from right to left.
  ///   - breaks: Whether the cached word contains its break opportunities; only for ASCII.
  ///   - isCut: Whether lines may end anywhere in the word, so that it needs all its edges.
  init(
    font: Int, script: Int32, language: Int, rightToLeft: Bool, breaks: Bool, isCut: Bool
  ) {
    bits = UInt64(font & 0xFFFF) | UInt64(UInt32(bitPattern: script) & 0x3FFF) << 16
    if isCut { bits |= 1 << 31 }
    bits |= UInt64(language & 0xFFFF) << 32
    if rightToLeft { bits |= 1 << 48 }
    if breaks { bits |= 1 << 49 }
  }

  /// Maximum number of UTF-16 units before the word, and after it, that a key can contain.
  static let longestNeighbor = 63

  /// Returns the context for a key that also contains text beside the word.
  ///
  /// - Parameters:
  ///   - moreBefore: Whether the run has text before the key.
  ///   - moreAfter: Whether the run has text after the key.
  ///   - prefix: Number of units in the key before the word, at most `longestNeighbor`.
  ///   - suffix: Number of units in the key after the word, at most `longestNeighbor`.
  ///   - isComplete: Whether the key contains all text that the rules for the word can read.
  func placed(
    moreBefore: Bool, moreAfter: Bool, prefix: Int = 0, suffix: Int = 0, isComplete: Bool = false
  ) -> ShapeContext {
    var copy = self
    if isComplete { copy.bits |= 1 << 30 }
    if moreBefore { copy.bits |= 1 << 50 }
    if moreAfter { copy.bits |= 1 << 51 }
    copy.bits |= UInt64(prefix & 63) << 52 | UInt64(suffix & 63) << 58
    return copy
  }

  /// The script, the language and the direction, by which a font finds its plan.
  var plan: UInt64 { bits & (0xFFFF << 32 | 0x3FFF << 16 | 1 << 48) }
  var language: Int { Int(bits >> 32 & 0xFFFF) }
  var script: Int32 { Int32(truncatingIfNeeded: (bits >> 16) & 0x3FFF) }
  /// Whether the key contains all text that the rules for the word can read.
  var isComplete: Bool { bits & 1 << 30 != 0 }
  var rightToLeft: Bool { bits & 1 << 48 != 0 }
  var isCut: Bool { bits & 1 << 31 != 0 }
  var breaks: Bool { bits & 1 << 49 != 0 }
  var moreBefore: Bool { bits & 1 << 50 != 0 }
  var moreAfter: Bool { bits & 1 << 51 != 0 }
  var prefix: Int { Int(bits >> 52 & 63) }
  var suffix: Int { Int(bits >> 58) }
}

/// Finds the text beside a word that the key of the word must contain.
struct ShapingContext {
  /// UTF-16 units of the text.
  let text: UnsafePointer<UInt16>
  /// The shaping run of the word; the key does not extend beyond it.
  let item: ShapingRun

  /// Numbers of characters that a key contains on each side of the word; tried in this order.
  ///
  /// Spaces are not counted. Some fonts examine several glyphs before a glyph: Inter examines six
  /// before a parenthesis, to detect capitals.
  static let steps = [3, 8, 24]

  /// UTF-16 offset at which the `characters` characters before `offset` begin; spaces do not count.
  func start(before offset: Int, characters: Int) -> Int {
    var offset = offset
    var left = characters
    while offset > item.start, left > 0 {
      offset -= 1
      if text[offset] != 0x20 { left -= 1 }
      // A surrogate pair or combining sequence must not be divided.
      if left == 0, !Self.isWhole(text[offset]) { left = 1 }
    }
    return offset
  }

  /// UTF-16 offset at which the `characters` characters after `offset` end; spaces do not count.
  func end(after offset: Int, characters: Int) -> Int {
    var offset = offset
    var left = characters
    while offset < item.end, left > 0 {
      if text[offset] != 0x20 { left -= 1 }
      offset += 1
      if left == 0, offset < item.end, !Self.isWhole(text[offset]) { left = 1 }
    }
    return offset
  }

  /// Whether a unit is a whole grapheme; `true` is certain, `false` is not.
  private static func isWhole(_ unit: UInt16) -> Bool { unit < 0x300 }
}
