/// Removes the opportunities inside words that are to be kept whole.
///
/// Source: `word-break: keep-all` of CSS Text 3, section 5.2: not between letters, digits and other
/// characters of the classes NU, AL, AI and ID, except where a dictionary found words. UIKit's
/// `hangulWordPriority` is the same between Hangul alone.
enum KeptWords {
  /// Removes opportunities.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - onlyHangul: Whether only those between Hangul go.
  ///   - bit: The bit of `marks` that means an opportunity before the unit.
  static func remove(
    from text: UnsafePointer<UInt16>, count: Int, onlyHangul: Bool, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) {
    // Traits of the last character that was no mark.
    var left: BreakTraits = []
    var index = 0
    while index < count {
      let scalar = ScalarCursor.scalar(text, at: index, count: count)
      let traits = BreakTraits(of: scalar)
      if marks[index] & bit != 0, keeps(left, traits, onlyHangul: onlyHangul) {
        marks[index] &= ~bit
      }
      if !traits.contains(.extends) { left = traits }
      index += scalar > 0xFFFF ? 2 : 1
    }
  }

  private static func keeps(
    _ left: BreakTraits, _ right: BreakTraits, onlyHangul: Bool
  ) -> Bool {
    if onlyHangul { return left.contains(.hangul) && right.contains(.hangul) }
    let kept: BreakTraits = [.letter, .word, .ideograph]
    if left.isDisjoint(with: kept) || right.isDisjoint(with: kept) { return false }
    return !left.contains(.complex) || !right.contains(.complex)
  }
}
