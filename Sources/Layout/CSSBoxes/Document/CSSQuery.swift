package import LayoutPrimitives

/// A condition on the width of the viewport or of a container, or on the height of the viewport.
package struct CSSQuery: Hashable, Sendable {
  /// What the query is about.
  package enum Subject: Hashable, Sendable {
    /// The environment: `@media`.
    case viewport
    /// The nearest container, or the nearest one of a name: `@container`.
    case container(name: String?)
  }

  package enum Feature: Hashable, Sendable { case width, height }

  package struct Requirement: Hashable, Sendable {
    package var feature: Feature
    package var comparison: Comparison
    /// CSS pixels.
    package var length: Double
  }

  package private(set) var subject: Subject
  /// The comparisons of features, all of which must hold.
  package private(set) var requirements: [Requirement] = []

  package var isOfContainer: Bool { subject != .viewport }
  /// Whether the query asks for the height of the viewport.
  package var needsHeight: Bool { requirements.contains { $0.feature == .height } }

  /// Whether the query holds for a width and a height in CSS pixels.
  package func holds(width: Double, height: Double? = nil) -> Bool {
    requirements.allSatisfy { required in
      switch required.feature {
      case .width: required.comparison.holds(width, required.length)
      case .height: height.map { required.comparison.holds($0, required.length) } ?? false
      }
    }
  }

  /// Reads `@media (width < 400px)`, `@container name (min-width: 20rem)` and the like.
  ///
  /// `and` joins conditions; `screen` and `all` are always true.
  ///
  /// - Throws: `CSSError` for anything else.
  package init(_ text: String) throws(CSSError) {
    let isMedia = text.hasPrefix("@media")
    subject = isMedia ? .viewport : .container(name: nil)
    guard isMedia || text.hasPrefix("@container") else { throw Self.error(text) }
    var rest = text.dropFirst(isMedia ? 6 : 10)
    var isFirst = true
    while true {
      rest = rest.drop(while: Self.isSpace)
      guard let first = rest.first else { break }
      if first == "(" {
        guard let end = Self.end(of: rest) else { throw Self.error(text) }
        try add(rest[rest.index(after: rest.startIndex)..<end], in: text)
        rest = rest[rest.index(after: end)...]
        isFirst = false
        rest = rest.drop(while: Self.isSpace)
        guard !rest.isEmpty else { break }
        guard Self.word(&rest) == "and", rest.drop(while: Self.isSpace).first == "(" else {
          throw Self.error(text)
        }
        continue
      }
      guard isFirst else { throw Self.error(text) }
      isFirst = false
      try addFirst(&rest, in: text)
    }
    guard !isFirst, !isOfContainer || !requirements.isEmpty else { throw Self.error(text) }
  }

  private static func error(_ text: String) -> CSSError {
    CSSError(
      found: "'\(text)'",
      expected: "expected conditions joined by 'and', such as '@media (width < 400px)', "
        + "'@media screen and (min-width: 40em)' or '@container name (min-width: 300px)'; write "
        + "the declarations under each of several conditions instead of 'or', and under the "
        + "opposite one instead of 'not'")
  }

  /// Reads the type of media, or the name of the container, with the `and` after it.
  private mutating func addFirst(_ rest: inout Substring, in text: String) throws(CSSError) {
    guard var word = Self.word(&rest) else { throw Self.error(text) }
    if isOfContainer {
      guard !["not", "and", "or", "none"].contains(word.lowercased()) else {
        throw Self.error(text)
      }
      subject = .container(name: word)
      return
    }
    if word.lowercased() == "only" {
      rest = rest.drop(while: Self.isSpace)
      word = Self.word(&rest) ?? ""
    }
    guard ["screen", "all"].contains(word.lowercased()) else {
      guard ["print", "speech"].contains(word.lowercased()) else { throw Self.error(text) }
      throw CSSError(
        found: "'\(text)'",
        expected: "expected 'screen' or 'all'; cells are on a screen, so "
          + "leave these declarations out")
    }
    rest = rest.drop(while: Self.isSpace)
    guard !rest.isEmpty else { return }
    guard Self.word(&rest) == "and", rest.contains("(") else { throw Self.error(text) }
  }

  private static func isSpace(_ character: Character) -> Bool { " \t\n\r".contains(character) }

  /// Takes a word; `nil` if there is none.
  private static func word(_ rest: inout Substring) -> String? {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    return String(word)
  }

  /// The closing parenthesis of a condition that begins with one; `nil` without one.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static let operators: [(String, Comparison)] = [
    ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater), ("=", .equal),
  ]

  /// Adds a condition without its parentheses.
  private mutating func add(_ condition: Substring, in text: String) throws(CSSError) {
    let parts = condition.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      var name = Self.trimmed(parts[0]).lowercased()[...]
      var comparison = Comparison.equal
      for (prefix, known) in [
        ("min-", Comparison.greaterOrEqual), ("max-", .lessOrEqual),
      ]
      where name.hasPrefix(prefix) {
        comparison = known
        name = name.dropFirst(4)
      }
      guard let feature = feature(String(name)) else { throw Self.error(text) }
      try add(feature, comparison, parts[1], in: text)
      return
    }
    // A comparison, or two of the same direction: 300px <= width < 500px.
    var operands: [Substring] = []
    var comparisons: [Comparison] = []
    var rest = condition
    var start = rest.startIndex
    while start < rest.endIndex {
      guard let (sign, comparison) = Self.operators.first(where: { rest[start...].hasPrefix($0.0) })
      else {
        start = rest.index(after: start)
        continue
      }
      operands.append(rest[..<start])
      comparisons.append(comparison)
      rest = rest[start...].dropFirst(sign.count)
      start = rest.startIndex
    }
    operands.append(rest)
    let names = operands.map { feature(Self.trimmed($0).lowercased()) }
    if operands.count == 2, let name = names[0] {
      try add(name, comparisons[0], operands[1], in: text)
    } else if operands.count >= 2, let name = names[1] {
      try add(name, comparisons[0].mirrored, operands[0], in: text)
      guard operands.count <= 3 else { throw Self.error(text) }
      if operands.count == 3 { try add(name, comparisons[1], operands[2], in: text) }
    } else {
      throw Self.error(text)
    }
  }

  /// The feature of a name; a container has only a width.
  private func feature(_ name: String) -> Feature? {
    switch name {
    case "width": .width
    case "inline-size" where isOfContainer: .width
    case "height" where !isOfContainer: .height
    default: nil
    }
  }

  private mutating func add(
    _ feature: Feature, _ comparison: Comparison, _ value: Substring, in text: String
  ) throws(CSSError) {
    // Without the font of the container, lengths in its em are not known.
    let length = try CSSLength.pixels(
      Self.trimmed(value), units: CSSUnits(em: isOfContainer ? .nan : 16, viewportWidth: .nan))
    guard let length, length.isFinite else {
      throw CSSError(
        found: "'\(Self.trimmed(value))' in '\(text)'",
        expected: isOfContainer
          ? "expected a length in px or rem" : "expected a length in px, em or rem")
    }
    requirements.append(Requirement(feature: feature, comparison: comparison, length: length))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.unicodeScalars.last, " \t\n\r".unicodeScalars.contains(last) {
      text.unicodeScalars.removeLast()
    }
    return String(text.drop(while: isSpace))
  }
}
