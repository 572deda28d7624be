/// Removes the break opportunities inside words, or inside Hangul.
enum KeepAllBreaks {
  /// Removes the opportunities between letters, digits and other characters of words.
  ///
  /// Source: `word-break: keep-all` of CSS Text 3, section 5.2: not between letters, digits and
  /// other characters of the classes NU, AL, AI and ID, except where a dictionary found words.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks` that means an opportunity before the unit.
  static func remove(
    from text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) where marks[index] & bit != 0 {
      let right = BreakTraits(of: ScalarCursor.scalar(text, at: index, count: count))
      guard !right.isDisjoint(with: kept) else { continue }
      let left = base(text, before: index)
      guard !left.isDisjoint(with: kept) else { continue }
      if !left.contains(.complex) || !right.contains(.complex) { marks[index] &= ~bit }
    }
  }

  /// Removes the break opportunities between Hangul characters, both syllables and jamo.
  ///
  /// Source: `NSParagraphStyle.LineBreakStrategy.hangulWordPriority`, which prohibits breaking
  /// between Hangul characters.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks` that means an opportunity before the unit.
  static func removeInHangul(
    of text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) where marks[index] & bit != 0 && isHangul(text[index]) {
      if isHangul(text[index - 1]) || base(text, before: index).contains(.hangul) {
        marks[index] &= ~bit
      }
    }
  }

  /// Whether a UTF-16 unit is Hangul: class H2, H3, JL, JV or JT, all within the first plane.
  static func isHangul(_ unit: UInt16) -> Bool {
    if unit < 0x1100 { return false }
    switch unit {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB:
      return true
    default: return false
    }
  }

  private static let kept: BreakTraits = [.letter, .word, .ideograph]

  /// Traits of the base character before an offset, with combining marks skipped; empty for none.
  private static func base(_ text: UnsafePointer<UInt16>, before index: Int) -> BreakTraits {
    var index = index
    while index > 0 {
      let scalar = ScalarCursor.scalar(text, before: index)
      let traits = BreakTraits(of: scalar)
      if !traits.contains(.extends) { return traits }
      index -= scalar > 0xFFFF ? 2 : 1
    }
    return []
  }
}
