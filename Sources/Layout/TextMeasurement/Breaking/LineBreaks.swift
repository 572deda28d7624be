internal import CICU

/// Finds break opportunities in one locale with ICU's iterators, and caches ICU's answers.
///
/// Inside a word of ASCII, opportunities depend only on the word and are cached with it. Between
/// two such words they depend on three line breaking classes: of the last character before the
/// spaces, and of the first two characters after the spaces (UAX 14 as ICU implements it, rules
/// LB13 to LB18). ICU is queried once for each combination. A test compares the words and the
/// combinations with ICU's results for whole texts.
final class LineBreaks {
  private let plain: BreakIterator
  /// ICU's iterators for options other than the locale's defaults, opened when first used; at most
  /// 9.
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

  /// Opens ICU's line break iterator for a locale.
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
  ///   - marks: `count` bytes, in which `bit` must be 0.
  /// - Throws: `TextError.icuFailed` when ICU cannot open an iterator.
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
      RevisedBreakRules.substituteQuotes(in: text, count: count, target: substitute.base)
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

  /// Marks the break opportunities by UAX 14 alone.
  ///
  /// `marks[i] |= bit` is set for an opportunity before unit `i`.
  func markUAX14(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    plain.mark(text, count: count, bit: bit, marks: marks)
  }

  /// Marks the break opportunities of a text whose letters and digits count as ideographs.
  ///
  /// ICU gets a text in which each letter or digit is replaced by an ideograph. A line does not
  /// break inside a grapheme.
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

  /// Returns ICU's iterator for the rules, which is opened when it is first used.
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

  /// Whether UAX 14 allows a break after ASCII spaces.
  ///
  /// - Parameters:
  ///   - last: The character before the spaces, or 0 at the beginning of the line.
  ///   - first: The character after the spaces.
  ///   - second: The character after `first`; a space or 0 if `first` ends its word.
  @inline(__always)
  func allowsAfterSpaces(last: UInt16, first: UInt16, second: UInt16) -> Bool {
    answers.allows(last: last, first: first, second: second, iterator: plain)
  }
}

/// ICU's locale names for line breaking rules and options.
enum ICULineBreaks {
  /// ICU's name of a locale, with the keywords for the rules.
  ///
  /// By default, Chromium uses `normal`, except for Japanese, for which it uses ICU's default.
  /// Korean has the tailorings of Chinese and Japanese, but no strict rules. Measured in Chromium
  /// 156.
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

/// One of ICU's break iterators, which is opened once and used for many texts.
final class BreakIterator {
  private let iterator: OpaquePointer

  /// Opens an iterator over line breaks or over graphemes; ICU needs about 150 µs for it.
  init(line: Bool, locale: String) throws(TextError) {
    var code: Int32 = 0
    guard let iterator = cicu_break_open(line ? 1 : 0, locale, &code) else {
      throw .icuFailed(locale: locale, code: Int(code))
    }
    self.iterator = iterator
  }

  deinit { cicu_break_close(iterator) }

  /// Marks every boundary of a text.
  ///
  /// `marks[i] |= bit` is set for a boundary before unit `i`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - marks: At least `count` bytes; the end of the text is not marked.
  func mark(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    // ICU fails only if memory runs out. The line then has no break opportunities.
    _ = cicu_break_mark(iterator, text, Int32(clamping: count), bit, marks)
  }
}
