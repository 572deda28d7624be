internal import CICU

/// Line breaking classes of UAX 14 by ICU's numbers (`ULineBreak`), those that rules here name.
struct LineBreakClass: Equatable {
  private let code: Int32

  /// The class of a character.
  init(_ scalar: UInt32) { code = cicu_line_break_class(scalar) }

  private init(code: Int32) { self.code = code }

  static let unknown = Self(code: 0)
  static let ambiguous = Self(code: 1)
  static let alphabetic = Self(code: 2)
  static let breakAfter = Self(code: 4)
  static let breakBefore = Self(code: 5)
  static let contingent = Self(code: 7)
  static let closePunctuation = Self(code: 8)
  static let combiningMark = Self(code: 9)
  static let exclamation = Self(code: 11)
  static let glue = Self(code: 12)
  static let hyphen = Self(code: 13)
  static let inseparable = Self(code: 15)
  static let infixNumeric = Self(code: 16)
  static let nonstarter = Self(code: 18)
  static let openPunctuation = Self(code: 20)
  static let quotation = Self(code: 23)
  static let complexContext = Self(code: 24)
  static let space = Self(code: 26)
  static let breakSymbols = Self(code: 27)
  static let zeroWidthSpace = Self(code: 28)
  static let wordJoiner = Self(code: 30)
  static let closeParenthesis = Self(code: 36)
  static let hebrewLetter = Self(code: 38)
  static let joiner = Self(code: 42)

  static func ~= (pattern: Self, value: Self) -> Bool { pattern == value }
}
