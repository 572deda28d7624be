internal import CICU

/// Properties of a character that line breaking options depend on.
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
