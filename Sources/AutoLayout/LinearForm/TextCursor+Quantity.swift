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
    _ = take("+")
    guard let value = try unsignedNumber() else {
      offset = start
      throw NotationError(offset: start, found: found, expected: "a whole number from 1 to 1000")
    }
    guard let whole = Int(exactly: value), let priority = Priority(whole) else {
      throw NotationError(
        offset: start, found: "the priority \(String(characters[start..<offset]))",
        expected: "a whole number from 1 to 1000"
          + (value == value.rounded() ? "" : "; priorities have no fractions here"))
    }
    return priority
  }

  /// Takes what stands between braces; quoted text may hold a brace.
  ///
  /// After a comma, the forms of a plural are texts in braces of their own, which may hold bindings
  /// in turn. In a binding an apostrophe begins quoted text; in such a text only before a brace or
  /// `#`, as ICU has it.
  package mutating func braced() throws(NotationError) -> BoundRatio.Term {
    let start = offset
    offset += 1
    var depth = 1
    var hasFormat = false
    while let next {
      if depth % 2 == 1 {
        if next == "'" {
          _ = try quoted(by: "'")
          continue
        }
        if next == "{", !hasFormat {
          throw NotationError(offset: offset, found: "'{' inside a binding", expected: "'}'")
        }
        hasFormat = hasFormat || next == ","
      } else if next == "'" {
        try skipApostrophe()
        continue
      }
      offset += 1
      if next == "{" { depth += 1 }
      if next == "}" { depth -= 1 }
      if depth == 0 {
        return BoundRatio.Term(
          text: String(characters[(start + 1)..<(offset - 1)]), offset: start + 1)
      }
    }
    throw NotationError(
      offset: start, found: "a '{' that is never closed", expected: "a closing '}'")
  }

  /// Skips an apostrophe of a message, with the text that it quotes if it quotes any.
  package mutating func skipApostrophe() throws(NotationError) {
    let following = offset + 1 < characters.count ? characters[offset + 1] : nil
    if following == "'" {
      offset += 2
    } else if following == "{" || following == "}" || following == "#" {
      _ = try quoted(by: "'")
    } else {
      offset += 1
    }
  }
}
