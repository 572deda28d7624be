import AutoLayout
import LayoutPrimitives

/// Parses the text between the braces of a binding.
struct BindingParser {
  private var cursor: TextCursor
  /// Number of plural messages around the binding.
  private let depth: Int

  init(_ text: String, depth: Int) {
    cursor = TextCursor(text)
    self.depth = depth
  }

  /// Parses the alternatives, up to the comma before a format, or up to the end.
  mutating func alternatives() throws(NotationError) -> [Binding.Alternative] {
    var result: [Binding.Alternative] = []
    repeat {
      result.append(try alternative(isFirst: result.isEmpty))
      cursor.skipSpace()
    } while cursor.consume("|")
    guard cursor.isAtEnd || cursor.next == "," else {
      throw expected("'|' or the end of the binding")
    }
    return result
  }

  private mutating func alternative(isFirst: Bool) throws(NotationError) -> Binding.Alternative {
    cursor.skipSpace()
    let start = cursor.offset
    if cursor.next == "'" {
      let text = try cursor.quoted(by: "'")
      if isFirst { throw firstMustBePath(at: start, found: "quoted text") }
      return .text(text)
    }
    try cursor.skipPath()
    let word = String(cursor.characters[start..<cursor.offset])
    guard !word.isEmpty else {
      throw expected(isFirst ? "a path of the record" : "a path, a number or 'quoted text'")
    }
    guard let number = try number(word) else { return .path(BoundPath(word)) }
    if isFirst { throw firstMustBePath(at: start, found: "the number \(word)") }
    return .number(number, spelling: word)
  }

  /// The value of a word that is a number; `nil` for other words.
  private func number(_ word: String) throws(NotationError) -> Double? {
    var cursor = TextCursor(word)
    let isNegative = cursor.consume("-")
    guard let value = try cursor.unsignedNumber(), cursor.isAtEnd else { return nil }
    return isNegative ? 0 - value : value
  }

  /// The error when a binding does not begin with a path.
  private func firstMustBePath(at offset: Int, found: String) -> NotationError {
    NotationError(
      offset: offset, found: "\(found) at the head of a binding",
      expected: "a path of the record first, as in {title|'untitled'}")
  }

  func expected(_ expected: String) -> NotationError {
    NotationError(offset: cursor.offset, found: cursor.found, expected: expected)
  }
}

/// Parses formats, which are named as in ICU's message format.
extension BindingParser {
  private static let kinds = ["date", "time", "relative", "number", "plural", "count"]

  /// Parses a comma and a format; `nil` at the end of the binding.
  ///
  /// - Parameter alternatives: The alternatives before the comma.
  mutating func format(
    of alternatives: [Binding.Alternative]
  ) throws(NotationError) -> BindingFormat? {
    guard cursor.consume(",") else { return nil }
    cursor.skipSpace()
    let start = cursor.offset
    let kind = cursor.bareName() ?? ""
    let result: BindingFormat
    switch kind {
    case "date": result = try date { .date($0) }
    case "time": result = try date { .time($0) }
    case "relative": result = .relative(try word(default: .long))
    case "number": result = .number(try numberStyle())
    case "plural": result = .plural(try plural())
    case "count": result = .count
    default:
      cursor.offset = start
      throw expected(
        "a format: " + Self.kinds.joined(separator: ", ")
          + NearestName(Self.kinds).suggestion(for: kind))
    }
    cursor.skipSpace()
    guard cursor.isAtEnd else { throw expected("the end of the binding after its format") }
    if result.use == .date, alternatives.contains(where: \.isNumber) {
      throw NotationError(
        offset: start, found: "a number among the alternatives of a date",
        expected: "a path or 'quoted text'")
    }
    return result
  }

  /// Parses a comma with a style of dates or a quoted pattern; without a comma, the style is
  /// medium.
  private mutating func date(
    _ format: (BindingFormat.Style) -> BindingFormat
  ) throws(NotationError) -> BindingFormat {
    guard cursor.consumeSpaced(",") else { return format(.medium) }
    cursor.skipSpace()
    guard cursor.next == "'" else {
      return format(try word(orPattern: "'d MMM yyyy'"))
    }
    let start = cursor.offset
    let pattern = try quotedPattern()
    try DatePattern.check(pattern, from: start)
    return .pattern(String(pattern.map(\.character)))
  }

  /// Parses a comma with a style of numbers or a quoted pattern; without a comma, the style is
  /// decimal.
  private mutating func numberStyle() throws(NotationError) -> BindingFormat.NumberStyle {
    guard cursor.consumeSpaced(",") else { return .decimal }
    cursor.skipSpace()
    let start = cursor.offset
    if cursor.next == "'" {
      let pattern = try quotedPattern()
      let style = BindingFormat.NumberStyle.pattern(String(pattern.map(\.character)))
      do throws(ICUNumberFormat.PatternError) {
        guard !pattern.isEmpty else { throw ICUNumberFormat.PatternError(offset: nil) }
        _ = try ICUNumberFormat(style, locale: "en")
      } catch {
        // ICU gives the offset in UTF-16 units, which equal the characters of a valid pattern.
        let place = error.offset.flatMap { $0 < pattern.count ? pattern[$0].offset : nil }
        throw NotationError(
          offset: place ?? start, found: "a pattern that ICU cannot read",
          expected: "a number pattern such as '#,##0.00'")
      }
      return style
    }
    let styles: KeyValuePairs<String, BindingFormat.NumberStyle> = [
      "integer": .integer, "percent": .percent, "compact": .compact,
    ]
    return try word(among: styles.map { ($0, $1) }, orPattern: "'#,##0.00'")
  }

  /// Parses a comma and the raw value of a case; without a comma the case is `standard`.
  private mutating func word<Word: RawRepresentable & CaseIterable>(
    default standard: Word
  ) throws(NotationError) -> Word where Word.RawValue == String {
    guard cursor.consumeSpaced(",") else { return standard }
    cursor.skipSpace()
    return try word(orPattern: nil)
  }

  /// Parses the raw value of a case.
  ///
  /// - Parameter pattern: An example of a quoted pattern, which the error message lists; `nil` if
  ///   only a word is valid.
  private mutating func word<Word: RawRepresentable & CaseIterable>(
    orPattern pattern: String?
  ) throws(NotationError) -> Word where Word.RawValue == String {
    try word(among: Word.allCases.map { ($0.rawValue, $0) }, orPattern: pattern)
  }

  private mutating func word<Value>(
    among words: [(name: String, value: Value)], orPattern pattern: String?
  ) throws(NotationError) -> Value {
    let start = cursor.offset
    let name = cursor.bareName() ?? ""
    if let word = words.first(where: { $0.name == name }) { return word.value }
    cursor.offset = start
    let names = words.map(\.name)
    throw expected(
      names.joined(separator: ", ")
        + (pattern.map { " or a pattern in single quotes, as in \($0)" } ?? "")
        + NearestName(names).suggestion(for: name))
  }

  /// Parses a pattern in single quotes, in which `''` is one quote.
  ///
  /// - Returns: The pattern's characters, each with its character offset in the binding.
  private mutating func quotedPattern() throws(NotationError) -> [(
    character: Character, offset: Int
  )] {
    let start = cursor.offset
    cursor.offset += 1
    var result: [(character: Character, offset: Int)] = []
    while let next = cursor.next {
      if next == "'", !cursor.consume("''") {
        cursor.offset += 1
        return result
      }
      let isDoubled = next == "'"
      result.append((next, isDoubled ? cursor.offset - 2 : cursor.offset))
      if !isDoubled { cursor.offset += 1 }
    }
    throw NotationError(
      offset: start, found: "a ' that is never closed", expected: "a closing '")
  }
}

extension Binding.Alternative {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

/// Parses the messages of a plural, as in ICU's message format.
extension BindingParser {
  /// Maximum depth of nested plural messages.
  private static let deepest = 4

  /// Parses `, [offset:NUMBER] FORM {message} …`.
  mutating func plural() throws(NotationError) -> PluralMessage {
    guard depth < Self.deepest else {
      throw expected("at most \(Self.deepest) plurals inside one another")
    }
    guard cursor.consumeSpaced(",") else {
      cursor.skipSpace()
      throw expected("',' and forms, as in {likes, plural, one {# like} other {# likes}}")
    }
    var message = PluralMessage(offset: try pluralOffset(), exact: [], forms: [:])
    while true {
      cursor.skipSpace()
      let start = cursor.offset
      if cursor.isAtEnd { break }
      if cursor.consume("=") {
        let isNegative = cursor.consume("-")
        guard let value = try cursor.unsignedNumber() else {
          throw expected("a number after '=', as in =0 {none}")
        }
        let number = isNegative ? 0 - value : value
        if message.exact.contains(where: { $0.number == number }) { throw twice(from: start) }
        message.exact.append(PluralMessage.Exact(number: number, parts: try parts()))
      } else {
        let form = try form()
        if message.forms[form] != nil { throw twice(from: start) }
        message.forms[form] = try parts()
      }
    }
    guard message.forms[.other] != nil else {
      throw NotationError(
        offset: cursor.offset, found: "a plural without 'other'",
        expected: "other {…}, which all numbers have that have no other form")
    }
    return message
  }

  /// Parses `offset:NUMBER`; without this text the offset is 0.
  private mutating func pluralOffset() throws(NotationError) -> Double {
    cursor.skipSpace()
    guard cursor.consume("offset:") else { return 0 }
    cursor.skipSpace()
    guard let value = try cursor.unsignedNumber() else { throw expected("a number") }
    return value
  }

  private mutating func form() throws(NotationError) -> PluralMessage.Form {
    let start = cursor.offset
    let word = cursor.bareName() ?? ""
    guard let form = PluralMessage.Form.allCases.first(where: { $0.name == word }) else {
      let names = PluralMessage.Form.allCases.map(\.name)
      cursor.offset = start
      throw expected(
        "a form (" + names.joined(separator: ", ") + ") or an exact number, as in =0"
          + NearestName(names).suggestion(for: word))
    }
    return form
  }

  /// Parses a message in braces.
  ///
  /// An apostrophe before a brace or `#` quotes the text up to the next apostrophe. Two adjacent
  /// apostrophes are one apostrophe.
  private mutating func parts() throws(NotationError) -> [PluralMessage.Part] {
    cursor.skipSpace()
    let start = cursor.offset
    guard cursor.consume("{") else { throw expected("a message in braces, as in other {# likes}") }
    var parts: [PluralMessage.Part] = []
    var literal = ""
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
    }
    while let next = cursor.next {
      switch next {
      case "}":
        cursor.offset += 1
        flush()
        return parts
      case "{":
        let term = try cursor.braced()
        flush()
        parts.append(
          .binding(try Binding(inner: term.text, at: term.offset, depth: depth + 1)))
      case "#":
        cursor.offset += 1
        flush()
        parts.append(.number)
      case "'":
        literal += try apostrophe()
      default:
        cursor.offset += 1
        literal.append(next)
      }
    }
    throw NotationError(
      offset: start, found: "a '{' that is never closed", expected: "a closing '}'")
  }

  private mutating func apostrophe() throws(NotationError) -> String {
    if cursor.consume("''") { return "'" }
    let start = cursor.offset
    cursor.offset += 1
    guard let next = cursor.next, "{}#".contains(next) else { return "'" }
    var text = ""
    while let next = cursor.next {
      if cursor.consume("''") {
        text.append("'")
      } else if cursor.consume("'") {
        return text
      } else {
        cursor.offset += 1
        text.append(next)
      }
    }
    throw NotationError(
      offset: start, found: "a ' that is never closed", expected: "a closing '")
  }

  /// The error when a plural has two messages for one form.
  private func twice(from start: Int) -> NotationError {
    NotationError(
      offset: start,
      found: "a second message for '\(String(cursor.characters[start..<cursor.offset]))'",
      expected: "each form once")
  }
}

extension TextCursor {
  /// Moves the cursor behind a path.
  ///
  /// A quoted name in brackets may contain any characters.
  mutating func skipPath() throws(NotationError) {
    while let character = next, Self.isPathCharacter(character) {
      let start = offset
      guard consume("[\"") else {
        offset += 1
        continue
      }
      while !isAtEnd, !consume("\"]") {
        offset += next == "\\" ? 2 : 1
      }
      if offset > characters.count || !characters[..<offset].ends("\"]") {
        throw NotationError(
          offset: start, found: "a name in a path that is never closed", expected: "'\"]' after it")
      }
    }
  }

  /// Whether a character may occur in a path outside of quotes.
  private static func isPathCharacter(_ character: Character) -> Bool {
    !character.isWhitespace && !"|{}'\",".contains(character)
  }
}

extension ArraySlice<Character> {
  fileprivate func ends(_ text: String) -> Bool { suffix(text.count).elementsEqual(text) }
}
