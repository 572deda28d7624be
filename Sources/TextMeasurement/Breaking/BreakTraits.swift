internal import CICU

/// Properties of a character that line breaking options depend on.
struct BreakTraits: OptionSet {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// The traits of a character.
  init(of scalar: UInt32) { rawValue = cicu_break_traits(scalar) }

  /// General category L or N: a typographic letter unit of CSS Text.
  static let letter = BreakTraits(rawValue: Int32(CICU_LETTER))
  /// General category M.
  static let mark = BreakTraits(rawValue: Int32(CICU_MARK))
  /// Class AL, one that UAX 14 resolves to it, HL or NU.
  static let word = BreakTraits(rawValue: Int32(CICU_WORD))
  /// Class ID.
  static let ideograph = BreakTraits(rawValue: Int32(CICU_IDEOGRAPH))
  /// Class SA: a dictionary finds the words.
  static let complex = BreakTraits(rawValue: Int32(CICU_COMPLEX))
  /// Class CM or ZWJ, which belongs to the character before.
  static let extends = BreakTraits(rawValue: Int32(CICU_EXTENDS))
  /// Hangul syllables and jamo.
  static let hangul = BreakTraits(rawValue: Int32(CICU_HANGUL))
}
