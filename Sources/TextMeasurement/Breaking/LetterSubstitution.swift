/// Substitutes ideographs for letters and digits, so that lines may break between them.
///
/// Source: `word-break: break-all` of CSS Text 3, section 5.2: letters, digits and characters of
/// the classes NU, AL and SA are treated as class ID.
enum LetterSubstitution {
  /// Copies a text with ideographs for its letters and digits, one unit for each unit.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - target: Memory for `count` units.
  static func apply(
    to text: UnsafePointer<UInt16>, count: Int, target: UnsafeMutablePointer<UInt16>
  ) {
    var index = 0
    while index < count {
      let scalar = ScalarCursor.scalar(text, at: index, count: count)
      let traits = BreakTraits(of: scalar)
      let isPair = scalar > 0xFFFF
      if traits.contains([.mark, .complex]) {
        // A mark of South East Asian scripts is replaced by another mark, so that no dictionary is
        // used.
        target[index] = isPair ? 0xD834 : 0x0308
        if isPair { target[index + 1] = 0xDD65 }
      } else if !traits.isDisjoint(with: letters), !traits.contains(.extends) {
        target[index] = isPair ? 0xD840 : 0x4E00
        if isPair { target[index + 1] = 0xDC00 }
      } else {
        target[index] = text[index]
        if isPair { target[index + 1] = text[index + 1] }
      }
      index += isPair ? 2 : 1
    }
  }

  private static let letters: BreakTraits = [.letter, .word, .complex]
}
