internal import CICU

/// Where lines may break inside words: CSS's `word-break`.
public enum WordBreak: String, Hashable, Sendable, CaseIterable {
  /// Lines break inside words only where the rules of the line breaking mode allow it.
  case normal
  /// Lines do not break between letters, digits or ideographs; words found by a dictionary stay
  /// separate.
  case keepAll = "keep-all"
  /// Letters and digits count as ideographs, between which a line may break.
  case breakAll = "break-all"
  /// Japanese text breaks only between phrases, which ICU finds; all other text breaks as in
  /// `normal`.
  case phrase = "auto-phrase"
}

/// Removes break opportunities inside words: all of them, or only between Hangul characters.
enum KeepAllBreaks {
  /// Removes the opportunities between letters, digits and ideographs.
  ///
  /// The characters have the line breaking classes NU, AL, AI and ID. Opportunities between words
  /// that ICU's dictionaries find remain.
  ///
  /// Source: `word-break: keep-all` of CSS Text 3, section 5.2.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
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
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
  static func removeInHangul(
    of text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) where marks[index] & bit != 0 && isHangul(text[index]) {
      if isHangul(text[index - 1]) || base(text, before: index).contains(.hangul) {
        marks[index] &= ~bit
      }
    }
  }

  /// Whether a UTF-16 unit is Hangul: class H2, H3, JL, JV or JT, all in the Basic Multilingual
  /// Plane.
  static func isHangul(_ unit: UInt16) -> Bool {
    if unit < 0x1100 { return false }
    switch unit {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB:
      return true
    default: return false
    }
  }

  private static let kept: BreakTraits = [.letter, .word, .ideograph]

  /// Traits of the base character before a UTF-16 offset; empty if there is none.
  ///
  /// Marks that combine with the base character are skipped.
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

/// Replaces letters and digits by ideographs, between which ICU lets lines break.
///
/// Source: `word-break: break-all` of CSS Text 3, section 5.2, which treats letters, digits and the
/// classes NU, AL and SA as class ID.
enum LetterSubstitution {
  /// Copies a text with ideographs in place of letters and digits; the number of units is the same.
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
        // A mark of a South East Asian script is replaced by another mark, so that ICU does not use
        // a dictionary.
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

/// The properties of a character on which line breaking options depend.
struct BreakTraits: OptionSet {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// The traits of a character.
  init(of scalar: UInt32) { rawValue = cicu_break_traits(scalar) }

  /// Letters and numbers, of categories L and N: the typographic letter units of CSS Text.
  static let letter = BreakTraits(rawValue: Int32(CICU_LETTER))
  /// Combining marks, of category M.
  static let mark = BreakTraits(rawValue: Int32(CICU_MARK))
  /// Line breaking classes HL, NU and AL, and the classes that UAX 14 resolves to AL.
  static let word = BreakTraits(rawValue: Int32(CICU_WORD))
  /// Line breaking class ID: ideographs.
  static let ideograph = BreakTraits(rawValue: Int32(CICU_IDEOGRAPH))
  /// Line breaking class SA, whose words a dictionary finds.
  static let complex = BreakTraits(rawValue: Int32(CICU_COMPLEX))
  /// Line breaking classes CM and ZWJ: characters that extend the character before them.
  static let extends = BreakTraits(rawValue: Int32(CICU_EXTENDS))
  /// Hangul syllables and jamo.
  static let hangul = BreakTraits(rawValue: Int32(CICU_HANGUL))
}
