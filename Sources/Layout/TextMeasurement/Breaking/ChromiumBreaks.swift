internal import CICU

/// Chromium's rules for break opportunities between two ASCII characters and around spaces.
///
/// Source: `kFastLineBreakTable`, the pair table that Blink consults before ICU, here written as
/// rules.
enum ChromiumBreaks {
  /// Whether a line may break between two adjacent characters, both in 0x21...0x7F.
  ///
  /// - Parameters:
  ///   - before: The character before `left`, or 0 at the beginning of the text.
  ///   - left: The character before the possible break.
  ///   - right: The character after the possible break.
  static func allows(before: UInt16, left: UInt16, right: UInt16) -> Bool {
    switch UInt8(truncatingIfNeeded: right) {
    case UInt8(ascii: "!"), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "?"),
      UInt8(ascii: "]"), UInt8(ascii: "}"):
      return false
    default: break
    }
    let second = UInt8(truncatingIfNeeded: right)
    let first = UInt8(truncatingIfNeeded: left)
    if isAlphanumeric(first) || first == 0x7F { return false }
    switch first {
    case UInt8(ascii: "-"):
      if second == UInt8(ascii: "$") { return false }
      if isDigit(second) { return before < 0x80 && isAlphanumeric(UInt8(before)) }
      return true
    case UInt8(ascii: "?"):
      return second != UInt8(ascii: "\"") && second != UInt8(ascii: "'")
    case UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "/"),
      UInt8(ascii: "<"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "^"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"):
      return false
    default:
      return second == UInt8(ascii: "(") || second == UInt8(ascii: "<")
        || second == UInt8(ascii: "[") || second == UInt8(ascii: "{")
    }
  }

  /// Replaces ICU's break opportunities by Chromium's where Chromium has rules of its own.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
  static func apply(
    to text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    guard count > 1 else { return }
    for index in 1..<count {
      let left = text[index - 1]
      let right = text[index]
      if isSpace(right) {
        marks[index] &= ~bit
      } else if isSpace(left) {
        marks[index] |= bit
      } else if isPairable(left), isPairable(right) {
        let before = index > 1 ? text[index - 2] : 0
        if allows(before: before, left: left, right: right) {
          marks[index] |= bit
        } else {
          marks[index] &= ~bit
        }
      }
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

  private static func isPairable(_ unit: UInt16) -> Bool { unit >= 0x21 && unit <= 0x7F }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}

/// Chromium's break opportunities between two Latin-1 characters, at least one of which is not
/// ASCII.
///
/// They depend only on the line breaking classes of the two. ICU is queried once for each pair of
/// classes. Measured for all pairs in Chromium 156.
final class LatinPairs {
  private let classes = LineBreakClasses(through: 0xFF)
  /// Whether a line may break between two classes: 0 not yet queried, 1 no, 2 yes.
  ///
  /// It is a flat array, indexed [left class × right class].
  private var answers: [UInt8]

  init() {
    let count = classes.examples.count
    answers = [UInt8](repeating: 0, count: count * count)
  }

  /// Replaces the break opportunities between two Latin-1 characters that are not both ASCII.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - iterator: The iterator that is queried; it must be the same in all calls.
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
  func apply(
    to text: UnsafePointer<UInt16>, count: Int, iterator: BreakIterator, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) {
      let left = text[index - 1]
      let right = text[index]
      guard left | right >= 0x80, left > 0x20, right > 0x20, left < 0x100, right < 0x100,
        left != 0x2D
      else { continue }
      if allows(left, right, iterator) {
        marks[index] |= bit
      } else {
        marks[index] &= ~bit
      }
    }
  }

  private func allows(_ left: UInt16, _ right: UInt16, _ iterator: BreakIterator) -> Bool {
    let pair = (Int(classes.ranks[Int(left)]), Int(classes.ranks[Int(right)]))
    let index = pair.0 * classes.examples.count + pair.1
    if answers[index] == 0 {
      let text = [classes.examples[pair.0], classes.examples[pair.1]]
      var marks: [UInt8] = [0, 0]
      iterator.mark(text, count: 2, bit: 1, marks: &marks)
      answers[index] = marks[1] == 0 ? 1 : 2
    }
    return answers[index] == 2
  }
}

/// `word-break` as Chromium implements it, which differs from CSS Text.
///
/// Source: the rules of Blink's text break iterator. `break-all` adds opportunities between certain
/// line breaking classes. `keep-all` removes opportunities between letters and numbers.
enum ChromiumWordBreaks {
  /// Adds the break opportunities of `word-break: break-all`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - isLoose: Whether strictness is `loose`, for which lines also break before hyphens.
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
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
      // Blink looks back one character only, so `break-all` adds no break after a combining mark.
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

  /// Whether a UTF-16 unit is a letter or number whose script needs no dictionary for line breaks.
  ///
  /// Like Blink, the function tests single units and does not combine surrogates.
  private static func keeps(_ unit: UInt32) -> Bool {
    let traits = BreakTraits(of: unit)
    return traits.contains(.letter) && !traits.contains(.complex)
  }

  /// The line breaking class of a character; `+` counts as a letter, as in other browsers.
  private static func lineBreakClass(_ scalar: UInt32) -> Int32 {
    scalar == 0x2B ? BreakClass.alphabetic : cicu_line_break_class(scalar)
  }

  /// Whether `break-all` allows a break between characters of two classes.
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

/// The line breaking classes, and sets of them, that `break-all` distinguishes.
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
