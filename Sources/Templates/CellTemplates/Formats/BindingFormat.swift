import AutoLayout

/// The format of a binding's value, as in `{published, date, short}`.
///
/// The formats have the names that ICU's message format uses.
public indirect enum BindingFormat: Hashable, Sendable {
  /// The length of a date or time.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The lengths for which the locale data have patterns, from short to full.
    case short, medium, long, full
  }

  /// The style of a number.
  public enum NumberStyle: Hashable, Sendable {
    /// The number with at most three fraction digits.
    case decimal
    /// The number rounded to a whole number.
    case integer
    /// The number times 100, with the percent sign.
    case percent
    /// The number shortened, as in `1.2K`.
    case compact
    /// The number by a pattern of UTS 35, such as `#,##0.00`.
    case pattern(String)
  }

  /// The length of a relative time.
  public enum RelativeStyle: String, Hashable, Sendable, CaseIterable {
    /// The lengths in the locale data: "2 hours ago", "2 hr. ago", "2h ago".
    case long, short, narrow
  }

  /// The date without the time of day.
  case date(Style)
  /// The time of day without the date.
  case time(Style)
  /// A date and time written by a pattern of UTS 35, such as `d MMM yyyy`.
  case pattern(String)
  /// A time relative to the clock, such as `2 hours ago`.
  case relative(RelativeStyle)
  /// A number in a style.
  case number(NumberStyle)
  /// A message that is chosen by the plural form of the number.
  case plural(PluralMessage)
  /// The number of elements of a list.
  case count

  /// Whether the formatted value is a number, which may be compared and used in constraints.
  var isNumber: Bool { self == .count }

  /// The ways in which a path with this format is used.
  var use: PathUse {
    switch self {
    case .date, .time, .pattern, .relative: .date
    case .number: .number
    case .plural: [.number, .count]
    case .count: .count
    }
  }

  /// Whether the formatted text depends on the clock.
  var readsClock: Bool {
    switch self {
    case .relative: true
    case .plural(let message): message.bindings.contains { $0.format?.readsClock ?? false }
    default: false
    }
  }
}

/// Messages for the plural forms of a number: `=0 {none} one {# like} other {# likes}`.
public struct PluralMessage: Hashable, Sendable {
  /// The plural forms of all languages, in ICU's order.
  public enum Form: Int, Hashable, Sendable, CaseIterable {
    /// A plural category of CLDR.
    ///
    /// The locale decides the category of a number; every locale has `other`.
    case zero, one, two, few, many, other

    /// The form's name in a message.
    public var name: String { "\(self)" }
  }

  /// A part of a message.
  public enum Part: Hashable, Sendable {
    /// Literal text.
    case literal(String)
    /// The sign `#`, which is replaced by the number minus the offset.
    case number
    /// A binding inside the message.
    case binding(Binding)
  }

  /// The number that is subtracted before a form is chosen and before `#` is replaced.
  public internal(set) var offset: Double
  /// The messages for exact numbers, which take precedence over messages for forms.
  public internal(set) var exact: [Exact]
  /// The messages by form; a message for `other` is always included.
  public internal(set) var forms: [Form: [Part]]

  /// The message for one exact number.
  public struct Exact: Hashable, Sendable {
    /// The exact number, before the offset is subtracted.
    public var number: Double
    /// The parts of the message.
    public var parts: [Part]
  }

  /// The bindings in all messages: first those for exact numbers, then those for forms in ICU's
  /// order.
  var bindings: [Binding] {
    messages.flatMap { parts in
      parts.compactMap { if case .binding(let binding) = $0 { binding } else { nil } }
    }
  }

  mutating func replaceBindings(_ replacement: (Binding) -> Binding) {
    func replaced(_ parts: [Part]) -> [Part] {
      parts.map {
        if case .binding(let binding) = $0 { .binding(replacement(binding)) } else { $0 }
      }
    }
    for index in exact.indices { exact[index].parts = replaced(exact[index].parts) }
    for form in Form.allCases {
      if let parts = forms[form] { forms[form] = replaced(parts) }
    }
  }

  /// The message for a number.
  ///
  /// - Parameters:
  ///   - number: The number, before the offset is subtracted.
  ///   - form: Returns the plural form of a number in the locale.
  func parts(for number: Double, form: (Double) -> Form) -> [Part] {
    if let exact = exact.first(where: { $0.number == number }) { return exact.parts }
    return forms[form(number - offset)] ?? forms[.other] ?? []
  }

  private var messages: [[Part]] {
    exact.map(\.parts) + Form.allCases.compactMap { forms[$0] }
  }
}

/// Checks the letters of date patterns as in UTS 35, table "Date Field Symbol".
///
/// ICU fails or writes nothing for an unknown letter. So patterns are checked when the document is
/// read.
enum DatePattern {
  /// The valid letters, each with its maximum number of repetitions.
  private static let letters: [Character: Int] = [
    "G": 5, "y": 9, "Y": 9, "u": 9, "U": 5, "r": 9, "Q": 5, "q": 5, "M": 5, "L": 5, "w": 2, "W": 1,
    "d": 2, "D": 3, "F": 1, "g": 9, "E": 6, "e": 6, "c": 6, "a": 5, "b": 5, "B": 5, "h": 2, "H": 2,
    "K": 2, "k": 2, "m": 2, "s": 2, "S": 9, "A": 9, "z": 4, "Z": 5, "O": 4, "v": 4, "V": 4, "X": 5,
    "x": 5,
  ]

  /// Checks the letters of a date pattern.
  ///
  /// - Parameters:
  ///   - pattern: The characters of the pattern, each with its character offset in the whole text.
  ///   - start: Character offset of the pattern, for errors that concern the whole pattern.
  /// - Throws: `NotationError` for an unknown letter, an unclosed quote or a pattern without
  ///   letters.
  static func check(
    _ pattern: [(character: Character, offset: Int)], from start: Int
  ) throws(NotationError) {
    var index = 0
    var quote: Int?
    var hasField = false
    while index < pattern.count {
      let (character, offset) = pattern[index]
      var end = index + 1
      if character == "'" {
        quote = quote == nil ? offset : nil
      } else if quote == nil, character.isASCII, character.isLetter {
        while end < pattern.count, pattern[end].character == character { end += 1 }
        try check(character, count: end - index, at: offset)
        hasField = true
      }
      index = end
    }
    if let quote {
      throw NotationError(
        offset: quote, found: "text in a date pattern that is never closed",
        expected: "another '' after the text")
    }
    guard hasField else {
      throw NotationError(
        offset: start, found: "a date pattern without a field", expected: "letters as in d MMM yyyy"
      )
    }
  }

  /// Checks a letter and its number of repetitions.
  private static func check(_ letter: Character, count: Int, at offset: Int) throws(NotationError) {
    let spelling = String(repeating: letter, count: count)
    guard let most = letters[letter] else {
      throw NotationError(
        offset: offset, found: "the letter '\(spelling)' in a date pattern",
        expected: "letters of UTS 35 as in d MMM yyyy HH:mm; write text as ''text''")
    }
    guard count <= most else {
      throw NotationError(
        offset: offset, found: "'\(spelling)' in a date pattern",
        expected: "'\(letter)' at most \(most) times")
    }
  }
}
