internal import CICU

/// Finds break opportunities in one locale with ICU's iterators, and caches ICU's answers.
///
/// Inside a word of ASCII, opportunities depend only on the word; the word cache contains them.
/// Between two such words they depend on three line breaking classes: that of the last character
/// before the spaces, and those of the first two characters after them (UAX 14 as ICU implements
/// it, rules LB13 to LB18). ICU is queried once for each combination. A test compares the words and
/// the combinations with ICU's results for whole texts.
final class LineBreaks {
  private let plain: BreakIterator
  /// ICU's iterators for options other than the locale's defaults, each opened when first used.
  ///
  /// There are at most 9.
  private var others: [(name: String, iterator: BreakIterator)] = []
  private var graphemes: BreakIterator?
  private let locale: String
  private let answers: SpaceBreaks
  private lazy var latinPairs = LatinPairs()
  /// A copy of the text for ICU in which some characters are replaced.
  private let substitute = ScratchBuffer<UInt16>(capacity: 256)
  /// Marks before each unit of `substitute`: 1 for a break opportunity, 2 for a grapheme boundary.
  private let boundaries = ScratchBuffer<UInt8>(capacity: 256)
  /// Number of break iterators that ICU has opened so far.
  var icuOpens: Int { 1 + others.count + (graphemes == nil ? 0 : 1) }

  /// Opens ICU's line break iterator for a locale in ICU's form; empty for the root locale.
  init(locale: String) throws(TextError) {
    self.locale = locale
    plain = try BreakIterator(line: true, locale: locale)
    answers = SpaceBreaks()
  }

  /// Marks the break opportunities of one hard line.
  ///
  /// `marks[i] |= bit` is set for an opportunity before unit `i`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - rules: Mode and options.
  ///   - marks: `count` bytes, in which `bit` is 0 at first.
  /// - Throws: `TextError.icuFailed` if ICU cannot open an iterator.
  func mark(
    _ text: UnsafePointer<UInt16>, count: Int, rules: LineBreakRules, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) throws(TextError) {
    if rules.strictness == .anywhere {
      try openGraphemes().mark(text, count: count, bit: bit, marks: marks)
      for index in 0..<count where text[index] == 0x20 || text[index] == 0x09 {
        marks[index] &= ~bit
      }
      return
    }
    defer { RepetitionMarks.hold(in: text, count: count, bit: bit, marks: marks) }
    let iterator = try open(rules)
    if rules.mode == .chromium {
      markChromium(text, count: count, iterator: iterator, rules: rules, bit: bit, marks: marks)
    } else if rules.words == .breakAll {
      try markLetters(text, count: count, iterator: iterator, bit: bit, marks: marks)
    } else {
      iterator.mark(text, count: count, bit: bit, marks: marks)
      if rules.words == .keepAll {
        KeepAllBreaks.remove(from: text, count: count, bit: bit, marks: marks)
      } else if rules.keepsHangul {
        KeepAllBreaks.removeInHangul(of: text, count: count, bit: bit, marks: marks)
      }
    }
  }

  private func markChromium(
    _ text: UnsafePointer<UInt16>, count: Int, iterator: BreakIterator, rules: LineBreakRules,
    bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    if RevisedBreakRules.apply(to: text, count: count) {
      substitute.reserve(count)
      RevisedBreakRules.substitute(in: text, count: count, target: substitute.base)
      iterator.mark(substitute.base, count: count, bit: bit, marks: marks)
      RevisedBreakRules.holdHyphens(in: text, count: count, bit: bit, marks: marks)
    } else {
      iterator.mark(text, count: count, bit: bit, marks: marks)
    }
    RevisedBreakRules.divideHebrew(in: text, count: count, bit: bit, marks: marks)
    latinPairs.apply(to: text, count: count, iterator: plain, bit: bit, marks: marks)
    ChromiumBreaks.apply(to: text, count: count, bit: bit, marks: marks)
    switch rules.words {
    case .breakAll:
      ChromiumWordBreaks.add(
        to: text, count: count, isLoose: rules.strictness == .loose, bit: bit, marks: marks)
    case .keepAll: ChromiumWordBreaks.removeInside(text, count: count, bit: bit, marks: marks)
    case .normal, .phrase: break
    }
  }

  /// Marks the break opportunities of the locale's default rules, without mode and options.
  ///
  /// `marks[i] |= bit` is set for an opportunity before unit `i`.
  func markUAX14(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    plain.mark(text, count: count, bit: bit, marks: marks)
  }

  /// Marks the break opportunities of a text whose letters and digits count as ideographs.
  ///
  /// ICU gets a copy of the text in which each letter or digit is replaced by an ideograph.
  /// Opportunities inside a grapheme are omitted.
  private func markLetters(
    _ text: UnsafePointer<UInt16>, count: Int, iterator: BreakIterator, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) throws(TextError) {
    substitute.reserve(count)
    boundaries.reserve(count)
    boundaries.base.update(repeating: 0, count: count)
    LetterSubstitution.apply(to: text, count: count, target: substitute.base)
    iterator.mark(substitute.base, count: count, bit: 1, marks: boundaries.base)
    try openGraphemes().mark(text, count: count, bit: 2, marks: boundaries.base)
    for index in 0..<count where boundaries.base[index] == 3 { marks[index] |= bit }
  }

  /// Returns ICU's iterator for the rules, which is opened when first used.
  private func open(_ rules: LineBreakRules) throws(TextError) -> BreakIterator {
    let name = ICULineBreaks.name(locale: locale, rules: rules)
    if name == locale { return plain }
    for other in others where other.name == name { return other.iterator }
    let opened = try BreakIterator(line: true, locale: name)
    others.append((name, opened))
    return opened
  }

  private func openGraphemes() throws(TextError) -> BreakIterator {
    if let graphemes { return graphemes }
    let opened = try BreakIterator(line: false, locale: "")
    graphemes = opened
    return opened
  }

  /// Whether UAX 14 allows a break between ASCII spaces and the character after them.
  ///
  /// - Parameters:
  ///   - last: The character before the spaces; 0 if the line begins with the spaces.
  ///   - first: The character after the spaces.
  ///   - second: The character after `first`; a space or 0 if there is none in the word.
  @inline(__always)
  func allowsAfterSpaces(last: UInt16, first: UInt16, second: UInt16) -> Bool {
    answers.allows(last: last, first: first, second: second, iterator: plain)
  }
}

/// ICU's locale names for line breaking rules and options.
enum ICULineBreaks {
  /// ICU's name of a locale, with keywords for the rules.
  ///
  /// In `chromium`, strictness is `normal` by default, except for Japanese, for which it is ICU's
  /// default. Korean has the rules of Japanese for `normal` and `loose`, and those of `normal` for
  /// `strict`. Measured in Chromium 156.
  ///
  /// - Parameters:
  ///   - locale: A locale in ICU's form; empty for the root locale.
  ///   - rules: Mode and options.
  static func name(locale: String, rules: LineBreakRules) -> String {
    let isJapanese = locale == "ja"
    var locale = locale
    var strictness = rules.strictness
    if rules.mode == .chromium {
      let isKorean = locale == "ko"
      switch strictness {
      case .auto where !isJapanese: strictness = .normal
      case .normal where isKorean, .loose where isKorean: locale = "ja"
      case .strict where isKorean: strictness = .normal
      default: break
      }
    }
    var keywords: [String] = []
    switch strictness {
    case .auto, .anywhere: break
    case .loose, .normal, .strict: keywords.append("lb=\(strictness.rawValue)")
    }
    if rules.words == .phrase, isJapanese { keywords.append("lw=phrase") }
    return keywords.isEmpty ? locale : "\(locale)@\(keywords.joined(separator: ";"))"
  }
}

/// One of ICU's break iterators, which is opened once and then used for many texts.
final class BreakIterator {
  private let iterator: OpaquePointer

  /// Opens an iterator over line breaks, or else over graphemes; ICU takes about 150 µs.
  init(line: Bool, locale: String) throws(TextError) {
    var code: Int32 = 0
    guard let iterator = cicu_break_open(line ? 1 : 0, locale, &code) else {
      throw .icuFailed(locale: locale, code: Int(code))
    }
    self.iterator = iterator
  }

  deinit { cicu_break_close(iterator) }

  /// Marks every boundary of a text, except its end.
  ///
  /// `marks[i] |= bit` is set for a boundary before unit `i`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - marks: At least `count` bytes.
  func mark(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    // ICU fails only if memory runs out; then the text has no marks.
    _ = cicu_break_mark(iterator, text, Int32(clamping: count), bit, marks)
  }
}
