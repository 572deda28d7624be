import AutoLayout
import LayoutPrimitives

/// How formats are read: the words are those of ICU's message format.
extension BindingParser {
  private static let kinds = ["date", "time", "relative", "number", "plural", "count"]

  /// Takes a comma and a format; `nil` where the binding ends instead.
  ///
  /// - Parameter alternatives: What stands before it.
  mutating func format(
    of alternatives: [Binding.Alternative]
  ) throws(NotationError) -> BindingFormat? {
    guard cursor.take(",") else { return nil }
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

  /// Takes a style of dates, or a pattern in quotes.
  private mutating func date(
    _ format: (BindingFormat.Style) -> BindingFormat
  ) throws(NotationError) -> BindingFormat {
    guard cursor.takeSpaced(",") else { return format(.medium) }
    cursor.skipSpace()
    guard cursor.next == "'" else {
      return format(try word(orPattern: "'d MMM yyyy'"))
    }
    let start = cursor.offset
    let pattern = try quotedPattern()
    try DatePattern.check(pattern, from: start)
    return .pattern(String(pattern.map(\.character)))
  }

  /// Takes a style of numbers, or a pattern in quotes.
  private mutating func numberStyle() throws(NotationError) -> BindingFormat.NumberStyle {
    guard cursor.takeSpaced(",") else { return .decimal }
    cursor.skipSpace()
    let start = cursor.offset
    if cursor.next == "'" {
      let pattern = try quotedPattern()
      let style = BindingFormat.NumberStyle.pattern(String(pattern.map(\.character)))
      do throws(ICUNumberFormat.PatternError) {
        guard !pattern.isEmpty else { throw ICUNumberFormat.PatternError(offset: nil) }
        _ = try ICUNumberFormat(style, locale: "en")
      } catch {
        // ICU tells the place in UTF-16 units, which for what patterns hold are characters.
        let place = error.offset.flatMap { $0 < pattern.count ? pattern[$0].offset : nil }
        throw NotationError(
          offset: place ?? start, found: "a pattern that ICU cannot read",
          expected: "a number pattern such as '#,##0.00'")
      }
      return style
    }
    let words = ["integer", "percent", "compact"]
    let word = cursor.bareName() ?? ""
    switch word {
    case "integer": return .integer
    case "percent": return .percent
    case "compact": return .compact
    default:
      cursor.offset = start
      throw expected(
        words.joined(separator: ", ") + " or a pattern in single quotes, as in '#,##0.00'"
          + NearestName(words).suggestion(for: word))
    }
  }

  /// Takes a comma and one of a set of words, or nothing.
  private mutating func word<Word: RawRepresentable & CaseIterable>(
    default standard: Word
  ) throws(NotationError) -> Word where Word.RawValue == String {
    guard cursor.takeSpaced(",") else { return standard }
    cursor.skipSpace()
    return try word(orPattern: nil)
  }

  /// Takes one of a set of words.
  ///
  /// - Parameter pattern: An example of the pattern that may stand in its place, if one may.
  private mutating func word<Word: RawRepresentable & CaseIterable>(
    orPattern pattern: String?
  ) throws(NotationError) -> Word where Word.RawValue == String {
    let start = cursor.offset
    let name = cursor.bareName() ?? ""
    guard let word = Word(rawValue: name) else {
      cursor.offset = start
      let all = Word.allCases.map(\.rawValue)
      throw expected(
        all.joined(separator: ", ")
          + (pattern.map { " or a pattern in single quotes, as in \($0)" } ?? "")
          + NearestName(all).suggestion(for: name))
    }
    return word
  }

  /// Takes text in single quotes, in which two stand for one; each character with its offset.
  private mutating func quotedPattern() throws(NotationError) -> [(
    character: Character, offset: Int
  )] {
    let start = cursor.offset
    cursor.offset += 1
    var result: [(character: Character, offset: Int)] = []
    while let next = cursor.next {
      if next == "'", !cursor.take("''") {
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
