internal import CICU

/// `word-break` as Chromium implements it, which differs from CSS Text.
///
/// Source: the rules of Blink's text break iterator. `break-all` adds opportunities between certain
/// line breaking classes, and `keep-all` removes those between letters and numbers.
enum ChromiumWordBreaks {
  /// Adds the break opportunities of `word-break: break-all`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - isLoose: Whether strictness is `loose`, which also breaks before hyphens.
  ///   - bit: The bit of `marks` that means an opportunity before the unit.
  static func add(
    to text: UnsafePointer<UInt16>, count: Int, isLoose: Bool, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) {
    var left: Int32 = 0
    var index = 0
    while index < count {
      let scalar = ScalarCursor.scalar(text, at: index, count: count)
      let right = lineBreakClass(scalar)
      let isHyphen = scalar == 0x2010 || scalar == 0x2013
      if isLoose, isHyphen, BreakClass.beforeHyphen.contains(left) {
        marks[index] |= bit
      } else if allows(left, right), right != BreakClass.breakAfter || scalar == 0x7C || isLoose {
        marks[index] |= bit
      }
      // A line does not break after a mark, because Blink looks back one character only.
      left = right
      index += scalar > 0xFFFF ? 2 : 1
    }
  }

  /// Removes the break opportunities that `word-break: keep-all` forbids.
  static func removeInside(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) where marks[index] & bit != 0 {
      var left = UInt32(text[index - 1])
      if index > 1, BreakTraits(of: left).contains(.mark) {
        left = UInt32(text[index - 2])
      }
      if keeps(left), keeps(UInt32(text[index])) { marks[index] &= ~bit }
    }
  }

  /// Whether a UTF-16 unit is a letter or number of a script without a dictionary.
  ///
  /// Tests units instead of characters, because Blink does not combine surrogates.
  private static func keeps(_ unit: UInt32) -> Bool {
    let traits = BreakTraits(of: unit)
    return traits.contains(.letter) && !traits.contains(.complex)
  }

  /// The line breaking class of a character; `+` counts as a letter, as in other browsers.
  private static func lineBreakClass(_ scalar: UInt32) -> Int32 {
    scalar == 0x2B ? BreakClass.alphabetic : cicu_line_break_class(scalar)
  }

  /// Whether `break-all` allows a line to break between characters of two classes.
  private static func allows(_ left: Int32, _ right: Int32) -> Bool {
    switch left {
    case _ where BreakClass.words.contains(left):
      return BreakClass.afterWords.contains(right)
    case BreakClass.closing: return BreakClass.afterClosing.contains(right)
    case BreakClass.parenthesis:
      return BreakClass.afterClosing.contains(right) || right == BreakClass.complex
    case BreakClass.exclamation, BreakClass.postfix:
      return BreakClass.afterClosing.contains(right) || right == BreakClass.postfix
    case BreakClass.infix:
      return BreakClass.afterClosing.contains(right) && right != BreakClass.prefix
    case BreakClass.hyphen: return right == BreakClass.numeric
    case BreakClass.prefix: return right == BreakClass.postfix
    default: return false
    }
  }
}

/// The line breaking classes that `break-all` distinguishes.
private enum BreakClass {
  static let ambiguous = Int32(CICU_LINE_AMBIGUOUS)
  static let alphabetic = Int32(CICU_LINE_ALPHABETIC)
  static let breakAfter = Int32(CICU_LINE_BREAK_AFTER)
  static let closing = Int32(CICU_LINE_CLOSE_PUNCTUATION)
  static let exclamation = Int32(CICU_LINE_EXCLAMATION)
  static let hyphen = Int32(CICU_LINE_HYPHEN)
  static let ideograph = Int32(CICU_LINE_IDEOGRAPHIC)
  static let infix = Int32(CICU_LINE_INFIX_NUMERIC)
  static let numeric = Int32(CICU_LINE_NUMERIC)
  static let opening = Int32(CICU_LINE_OPEN_PUNCTUATION)
  static let postfix = Int32(CICU_LINE_POSTFIX_NUMERIC)
  static let prefix = Int32(CICU_LINE_PREFIX_NUMERIC)
  static let complex = Int32(CICU_LINE_COMPLEX_CONTEXT)
  static let slash = Int32(CICU_LINE_BREAK_SYMBOLS)
  static let parenthesis = Int32(CICU_LINE_CLOSE_PARENTHESIS)
  static let hebrew = Int32(CICU_LINE_HEBREW_LETTER)

  static let words: [Int32] = [ambiguous, alphabetic, breakAfter, numeric, complex, slash, hebrew]
  static let afterWords: [Int32] = [
    ambiguous, alphabetic, breakAfter, hyphen, numeric, opening, prefix, complex, hebrew,
  ]
  static let afterClosing: [Int32] = [
    ambiguous, alphabetic, breakAfter, hyphen, numeric, prefix, hebrew,
  ]
  static let beforeHyphen: [Int32] = [numeric, alphabetic, complex, ideograph]
}
