import AutoLayout
import LayoutPrimitives

/// How the messages of a plural are read, after ICU's message format.
extension BindingParser {
  /// Most plural messages inside one another.
  private static let deepest = 4

  /// Takes `, [offset:NUMBER] FORM {message} …`.
  mutating func plural() throws(NotationError) -> PluralMessage {
    guard depth < Self.deepest else {
      throw expected("at most \(Self.deepest) plurals inside one another")
    }
    guard cursor.takeSpaced(",") else {
      cursor.skipSpace()
      throw expected("',' and forms, as in {likes, plural, one {# like} other {# likes}}")
    }
    var message = PluralMessage(offset: try pluralOffset(), exact: [], forms: [:])
    while true {
      cursor.skipSpace()
      let start = cursor.offset
      if cursor.isAtEnd { break }
      if cursor.take("=") {
        let isNegative = cursor.take("-")
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

  /// Takes `offset:NUMBER`, if it is next.
  private mutating func pluralOffset() throws(NotationError) -> Double {
    cursor.skipSpace()
    guard cursor.take("offset:") else { return 0 }
    cursor.skipSpace()
    guard let value = try cursor.unsignedNumber() else { throw expected("a number") }
    return value
  }

  /// Takes the name of a form.
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

  /// Takes a message in braces.
  ///
  /// An apostrophe quotes what follows it up to the next one when that begins with a brace or `#`;
  /// two of them are one.
  private mutating func parts() throws(NotationError) -> [PluralMessage.Part] {
    cursor.skipSpace()
    let start = cursor.offset
    guard cursor.take("{") else { throw expected("a message in braces, as in other {# likes}") }
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

  /// Takes an apostrophe with what it quotes.
  private mutating func apostrophe() throws(NotationError) -> String {
    if cursor.take("''") { return "'" }
    let start = cursor.offset
    cursor.offset += 1
    guard let next = cursor.next, "{}#".contains(next) else { return "'" }
    var text = ""
    while let next = cursor.next {
      if cursor.take("''") {
        text.append("'")
      } else if cursor.take("'") {
        return text
      } else {
        cursor.offset += 1
        text.append(next)
      }
    }
    throw NotationError(
      offset: start, found: "a ' that is never closed", expected: "a closing '")
  }

  /// Says that a form has two messages.
  private func twice(from start: Int) -> NotationError {
    NotationError(
      offset: start,
      found: "a second message for '\(String(cursor.characters[start..<cursor.offset]))'",
      expected: "each form once")
  }
}
