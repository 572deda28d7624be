import LayoutPrimitives

/// The notation of constraints in linear form: `ITEM.ATTRIBUTE RELATION EXPRESSION [@PRIORITY]`.
///
/// EXPRESSION is `NUMBER` or `[NUMBER *] ITEM.ATTRIBUTE [(+|-) NUMBER]`. NUMBER is a decimal, a
/// `{binding}`, `{binding}/{binding}` or a named number; each may have a sign. White space is
/// ignored. An id that does not match `[A-Za-z_][A-Za-z0-9_]*` is written in double quotes.
public enum LinearForm {
  /// Parses one constraint in linear form.
  ///
  /// - Throws: `NotationError` with the offset of the first invalid character. Its kind is
  ///   `.pairing` if the text is well formed but UIKit would refuse the attributes.
  public static func parse(_ text: String) throws(NotationError) -> ParsedConstraint {
    var parser = LinearFormParser(cursor: TextCursor(text))
    let constraint = try parser.constraint()
    try AttributePairing.check(constraint)
    return constraint
  }
}

/// Parses a linear form.
private struct LinearFormParser {
  var cursor: TextCursor

  /// Parses the whole text as one constraint.
  mutating func constraint() throws(NotationError) -> ParsedConstraint {
    let first = try anchor()
    let relation = try relation()
    var result = ParsedConstraint(first: first, relation: relation, second: nil)
    try expression(into: &result)
    cursor.skipSpace()
    if cursor.consume("@") {
      result.priority = try cursor.priority()
      cursor.skipSpace()
    }
    guard cursor.isAtEnd else { throw trailing(result) }
    return result
  }

  /// Parses the right-hand side, without the priority.
  private mutating func expression(into result: inout ParsedConstraint) throws(NotationError) {
    cursor.skipSpace()
    guard let number = try cursor.namedQuantity() else {
      guard startsName else {
        throw NotationError(
          offset: cursor.offset, found: cursor.found,
          expected: "a number, a {binding} or ITEM.ATTRIBUTE")
      }
      result.second = try anchor()
      try addend(into: &result)
      return
    }
    guard cursor.consumeSpaced("*") else {
      result.constant = number
      return
    }
    cursor.skipSpace()
    result.multiplier = number
    result.second = try anchor()
    try addend(into: &result)
  }

  /// Parses `+ NUMBER` or `- NUMBER` if a sign is next; otherwise does nothing.
  private mutating func addend(into result: inout ParsedConstraint) throws(NotationError) {
    cursor.skipSpace()
    guard cursor.next == "+" || cursor.next == "-" else { return }
    let isMinus = cursor.next == "-"
    cursor.offset += 1
    cursor.skipSpace()
    guard let number = try cursor.namedQuantity() else {
      throw NotationError(
        offset: cursor.offset, found: cursor.found,
        expected: "a number, a named constant or a {binding}")
    }
    result.constant = isMinus ? number.negated : number
  }

  /// Whether an item's name is next.
  private var startsName: Bool {
    cursor.next.map { $0 == "\"" || TextCursor.isNameStart($0) } ?? false
  }

  /// Parses `ITEM.ATTRIBUTE`.
  private mutating func anchor() throws(NotationError) -> ParsedConstraint.Anchor {
    cursor.skipSpace()
    let start = cursor.offset
    guard let item = try cursor.name(), !item.isEmpty else {
      throw NotationError(
        offset: start, found: cursor.found,
        expected: "an item's id (an id that is no plain word stands in double quotes)")
    }
    guard cursor.consumeSpaced(".") else {
      throw NotationError(
        offset: cursor.offset, found: "\(cursor.found) after the item '\(item)'",
        expected: "'.' and an attribute, as in \(item).top")
    }
    cursor.skipSpace()
    let attributeOffset = cursor.offset
    guard let word = cursor.bareName() else {
      throw NotationError(
        offset: attributeOffset, found: cursor.found, expected: "an attribute, as in \(item).top")
    }
    guard let attribute = Attribute(rawValue: word) else {
      throw NotationError(
        offset: attributeOffset, found: "the attribute '\(word)'",
        expected: Self.attributeHint(word, item))
    }
    return ParsedConstraint.Anchor(item: .named(item), attribute: attribute, offset: start)
  }

  /// Parses `==`, `>=` or `<=`.
  private mutating func relation() throws(NotationError) -> Relation {
    cursor.skipSpace()
    for relation in [Relation.equal, .greaterOrEqual, .lessOrEqual]
    where cursor.consume(relation.rawValue) {
      return relation
    }
    throw NotationError(
      offset: cursor.offset, found: cursor.found, expected: "a relation: ==, >= or <=")
  }

  /// Advice on what to write instead of a word that is not an attribute.
  private static func attributeHint(_ word: String, _ item: String) -> String {
    let names = Attribute.allCases.map(\.rawValue)
    if word == "baseline" { return "firstBaseline or lastBaseline" }
    if word.lowercased().hasPrefix("aspect") || word == "ratio" {
      return "an attribute; a ratio is written as in \(item).height == 0.75 * \(item).width"
    }
    guard let near = NearestName(names).nearest(to: word) else {
      return "one of " + names.joined(separator: ", ")
    }
    return "an attribute; did you mean '\(near)'?"
  }

  /// Creates the error for text after the end of a constraint.
  private func trailing(_ read: ParsedConstraint) -> NotationError {
    let expected: String
    switch cursor.next {
    case "*": expected = "the factor in front, as in 0.5 * photo.width"
    case "/": expected = "a factor in front, as in 0.5 * photo.width; only bindings are divided"
    default:
      expected =
        read.second == nil
        ? "'*' and ITEM.ATTRIBUTE, '@' and a priority, or the end"
        : "'+' or '-' and a number, '@' and a priority, or the end"
    }
    return NotationError(offset: cursor.offset, found: cursor.found, expected: expected)
  }
}
