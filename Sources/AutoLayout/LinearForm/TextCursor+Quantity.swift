extension TextCursor {
  /// Takes `{…}` or `{…}/{…}`; `nil` if no brace is next.
  package mutating func boundRatio(isNegated: Bool) throws(NotationError) -> BoundRatio? {
    guard next == "{" else { return nil }
    let numerator = try braced()
    var denominator: BoundRatio.Term?
    if takeSpaced("/") {
      skipSpace()
      guard next == "{" else {
        throw NotationError(
          offset: offset, found: found, expected: "a binding in braces as the divisor")
      }
      denominator = try braced()
    }
    return BoundRatio(numerator: numerator, denominator: denominator, isNegated: isNegated)
  }

  /// Takes a sign, a number or a bound number; `nil` if neither is next.
  package mutating func quantity() throws(NotationError) -> Quantity? {
    let start = offset
    let isNegated = next == "-"
    if isNegated || next == "+" {
      offset += 1
      skipSpace()
    }
    if let ratio = try boundRatio(isNegated: isNegated) { return .bound(ratio) }
    if let value = try unsignedNumber() { return .literal(isNegated ? 0 - value : value) }
    offset = start
    return nil
  }

  /// Takes what `quantity` takes, or the name of a number; `nil` if none is next.
  ///
  /// A name that a dot follows is an item's.
  package mutating func namedQuantity() throws(NotationError) -> Quantity? {
    if let number = try quantity() { return number }
    let start = offset
    let isNegated = next == "-"
    if isNegated || next == "+" {
      offset += 1
      skipSpace()
    }
    let place = offset
    if let name = bareName() {
      let end = offset
      skipSpace()
      if next != "." {
        offset = end
        return .named(name, isNegated: isNegated, offset: place)
      }
    }
    offset = start
    return nil
  }

  /// Takes a priority after its `@`.
  package mutating func priority() throws(NotationError) -> Priority {
    skipSpace()
    let start = offset
    guard let value = try unsignedNumber() else {
      throw NotationError(offset: start, found: found, expected: "a whole number from 1 to 1000")
    }
    guard let whole = Int(exactly: value), let priority = Priority(whole) else {
      throw NotationError(
        offset: start, found: "the priority \(String(characters[start..<offset]))",
        expected: "a whole number from 1 to 1000")
    }
    return priority
  }

  /// Takes what stands between braces; quoted text may hold a brace.
  package mutating func braced() throws(NotationError) -> BoundRatio.Term {
    let start = offset
    offset += 1
    while let next, next != "}" {
      if next == "'" {
        _ = try quoted(by: "'")
      } else if next == "{" {
        throw NotationError(offset: offset, found: "'{' inside a binding", expected: "'}'")
      } else {
        offset += 1
      }
    }
    guard !isAtEnd else {
      throw NotationError(
        offset: start, found: "a '{' that is never closed", expected: "a closing '}'")
    }
    offset += 1
    return BoundRatio.Term(
      text: String(characters[(start + 1)..<(offset - 1)]), offset: start + 1)
  }
}
