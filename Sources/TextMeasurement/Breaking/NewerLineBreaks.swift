internal import CICU

/// Rules of line breaking that Chromium's own ICU has and an older one on the system lacks.
///
/// Source: UAX 14 of Unicode 17 (LB19a, LB20a, LB21a), and what Chromium 156 does beside the signs
/// of Latin-1. Where the system's ICU is new enough, they say what it says.
enum NewerLineBreaks {
  /// What the newer rules say about a break before a unit, or nothing where they are the old ones.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - index: The unit after the gap, from 1 to `count - 1`; neither it nor the one before it is
  ///     a space.
  static func allows(_ text: UnsafePointer<UInt16>, count: Int, before index: Int) -> Bool? {
    let left = text[index - 1]
    let right = text[index]
    if isSign(right), closesBeforeSign(left) { return true }
    if isSign(left), right == 0x28 || right == 0x5B || right == 0x7B { return true }
    if isInitialQuote(right), index + 1 < count {
      return breaksBeforeQuote(text, count: count, quote: index) ? true : nil
    }
    if isFinalQuote(left), index > 1 {
      return breaksAfterQuote(text, count: count, after: index) ? true : nil
    }
    if isHebrewBlock(right), breaksBetweenHebrew(text, count: count, before: index) { return true }
    if left == 0x2D || isHyphen(left), joinsHyphenToWord(text, count: count, before: index) {
      return false
    }
    return nil
  }

  // MARK: Signs of Latin-1

  /// Chromium decides beside these by the pair of characters alone, not by the number around them.
  private static func isSign(_ unit: UInt16) -> Bool {
    (0xA2...0xA5).contains(unit) || unit == 0xB0 || unit == 0xB1
  }

  private static func closesBeforeSign(_ unit: UInt16) -> Bool {
    switch UInt8(truncatingIfNeeded: unit) {
    case UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return true
    default: return false
    }
  }

  // MARK: Quotation marks (LB19a)

  /// Quotation marks of general category Pi.
  private static func isInitialQuote(_ unit: UInt16) -> Bool {
    unit == 0xAB || unit == 0x2018 || unit == 0x201B || unit == 0x201C || unit == 0x201F
      || unit == 0x2039
  }

  /// Quotation marks of general category Pf.
  private static func isFinalQuote(_ unit: UInt16) -> Bool {
    unit == 0xBB || unit == 0x2019 || unit == 0x201D || unit == 0x203A
  }

  /// A line may break before an opening mark that stands between two wide characters.
  private static func breaksBeforeQuote(
    _ text: UnsafePointer<UInt16>, count: Int, quote: Int
  ) -> Bool {
    let after = scalar(text, count: count, at: quote + 1)
    guard EastAsianWidth.isWide(after), let before = base(text, before: quote),
      EastAsianWidth.isWide(before)
    else { return false }
    switch LineBreakClass(before) {
    case .openPunctuation, .glue, .wordJoiner, .breakBefore, .quotation: return false
    default: return true
    }
  }

  /// A line may break after a closing mark that stands between two wide characters.
  private static func breaksAfterQuote(
    _ text: UnsafePointer<UInt16>, count: Int, after index: Int
  ) -> Bool {
    let after = scalar(text, count: count, at: index)
    guard EastAsianWidth.isWide(after), let before = base(text, before: index - 1),
      EastAsianWidth.isWide(before)
    else { return false }
    switch LineBreakClass(after) {
    case .closePunctuation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols,
      .nonstarter, .breakAfter, .hyphen, .inseparable, .combiningMark, .joiner, .quotation, .glue,
      .wordJoiner:
      return false
    default: return true
    }
  }

  // MARK: Hyphens (LB20a, LB21a)

  /// Hyphens of class HH, which earlier versions of UAX 14 count to BA.
  private static func isHyphen(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x058A, 0x05BE, 0x1400, 0x2010, 0x2012, 0x2013, 0x2E17: true
    default: false
    }
  }

  private static func isHebrewBlock(_ unit: UInt16) -> Bool {
    (0x05D0...0x05F2).contains(unit) || (0xFB1D...0xFB4F).contains(unit)
  }

  /// Between Hebrew words that a hyphen joins a line may break after it.
  private static func breaksBetweenHebrew(
    _ text: UnsafePointer<UInt16>, count: Int, before index: Int
  ) -> Bool {
    guard index > 1, LineBreakClass(UInt32(text[index])) == .hebrewLetter,
      let before = base(text, before: index - 1), LineBreakClass(before) == .hebrewLetter
    else { return false }
    switch LineBreakClass(UInt32(text[index - 1])) {
    case .hyphen, .breakAfter: return true
    default: return isHyphen(text[index - 1])
    }
  }

  /// A hyphen that begins a word stays with it.
  private static func joinsHyphenToWord(
    _ text: UnsafePointer<UInt16>, count: Int, before index: Int
  ) -> Bool {
    switch LineBreakClass(scalar(text, count: count, at: index)) {
    case .alphabetic, .hebrewLetter, .complexContext, .ambiguous, .unknown: break
    default: return false
    }
    guard index > 1 else { return true }
    switch LineBreakClass(UInt32(text[index - 2])) {
    case .space, .zeroWidthSpace, .glue, .contingent: return true
    default: return false
    }
  }

  // MARK: Characters

  /// The character that begins at a unit.
  private static func scalar(
    _ text: UnsafePointer<UInt16>, count: Int, at index: Int
  ) -> UInt32 {
    let unit = UInt32(text[index])
    guard unit & 0xFC00 == 0xD800, index + 1 < count else { return unit }
    let low = UInt32(text[index + 1])
    guard low & 0xFC00 == 0xDC00 else { return unit }
    return 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
  }

  /// The character that ends before a unit, without the marks that combine with it.
  private static func base(_ text: UnsafePointer<UInt16>, before index: Int) -> UInt32? {
    var index = index
    // No more marks on one character decide anything.
    for _ in 0..<32 where index > 0 {
      index -= 1
      var unit = UInt32(text[index])
      if unit & 0xFC00 == 0xDC00, index > 0, UInt32(text[index - 1]) & 0xFC00 == 0xD800 {
        index -= 1
        unit = 0x10000 + ((UInt32(text[index]) & 0x3FF) << 10) + (unit & 0x3FF)
      }
      if LineBreakClass(unit) != .combiningMark { return unit }
    }
    return nil
  }
}
