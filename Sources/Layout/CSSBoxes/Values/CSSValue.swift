/// The value of a CSS property, divided into tokens.
package struct CSSValue: Hashable, Sendable {
  /// What a value refers to, besides the element's own font size.
  package struct References: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Custom properties: `var()`.
    package static let variables = References(rawValue: 1)
    /// The width of a zero: `ch`.
    package static let zeroWidth = References(rawValue: 2)
    /// The height of the viewport: `vh` and others.
    package static let viewportHeight = References(rawValue: 4)
    /// The width of a container: `cqw` and others.
    package static let container = References(rawValue: 8)
    /// The width of the viewport: `vw` and others, and `cqw` outside of containers.
    package static let viewportWidth = References(rawValue: 16)
  }

  /// The value as written, for messages.
  package let text: String
  let tokens: [CSSTokenizer.Token]
  /// Length of the tokens in UTF-8 bytes; numbers count as four.
  private let bytes: Int
  package let references: References
  /// Whether a part of the value comes from a record.
  package let isBound: Bool

  /// Maximum length of a value in UTF-8 bytes, also with all values of custom properties in it.
  package static let byteLimit = 4_096

  /// Divides a value into tokens.
  ///
  /// - Throws: `CSSError` for a value that is too long, a string that does not end, or a `var()`
  ///   that cannot be read.
  package init(_ text: String, isBound: Bool = false) throws(CSSError) {
    guard text.utf8.count <= Self.byteLimit else {
      throw CSSError(
        found: "\(text.utf8.count) bytes", expected: "expected at most \(Self.byteLimit)")
    }
    var tokenizer = CSSTokenizer(text)
    self.init(text: text, tokens: try tokenizer.tokens(), isBound: isBound)
    if references.contains(.variables) { try checkVariables() }
  }

  private init(text: String, tokens: [CSSTokenizer.Token], isBound: Bool) {
    var tokens = tokens
    while tokens.last == .space { tokens.removeLast() }
    tokens.removeFirst(tokens.prefix { $0 == .space }.count)
    self.text = text
    self.tokens = tokens
    bytes = tokens.reduce(0) { $0 + $1.bytes }
    self.isBound = isBound
    references = tokens.reduce(into: []) { references, token in
      switch token {
      case .function("var"): references.insert(.variables)
      case .dimension(_, let unit): references.formUnion(CSSUnits.references(of: unit))
      default: break
      }
    }
  }

  /// The keyword `unset`, which a value becomes that is invalid at computed-value time.
  package static let unset = CSSValue(
    text: "unset", tokens: [.word("unset")], isBound: false)

  /// Whether the value is a certain keyword.
  func isKeyword(_ keyword: String) -> Bool {
    guard tokens.count == 1, case .word(let word) = tokens[0] else { return false }
    return word.lowercased() == keyword
  }
}

/// Custom properties.
///
/// Source: CSS Custom Properties 1, 3.
extension CSSValue {
  /// A `var()`: its name, its fallback, and the index after its parenthesis.
  private struct Variable {
    var name: String
    var fallback: Range<Int>?
    var end: Int
  }

  /// The names of the custom properties that the value refers to outside of fallbacks, and whether
  /// each has a fallback.
  package var variables: [(name: String, hasFallback: Bool)] {
    var result: [(name: String, hasFallback: Bool)] = []
    var index = 0
    while index < tokens.count {
      if let variable = variable(at: index) {
        result.append((variable.name, variable.fallback != nil))
        index = variable.end
      } else {
        index += 1
      }
    }
    return result
  }

  /// The `var()` at an index; `nil` if there is none, or one that cannot be read.
  private func variable(at start: Int) -> Variable? {
    guard tokens[start] == .function("var") else { return nil }
    var index = start + 1
    func skipSpace() { while index < tokens.count, tokens[index] == .space { index += 1 } }
    skipSpace()
    guard index < tokens.count, case .word(let name) = tokens[index], name.hasPrefix("--"),
      name.utf8.count > 2
    else { return nil }
    index += 1
    skipSpace()
    guard index < tokens.count else { return nil }
    if tokens[index] == .character(UInt8(ascii: ")")) {
      return Variable(name: name, fallback: nil, end: index + 1)
    }
    guard tokens[index] == .character(UInt8(ascii: ",")) else { return nil }
    index += 1
    let first = index
    var depth = 0
    while index < tokens.count {
      switch tokens[index] {
      case .function, .character(UInt8(ascii: "(")): depth += 1
      case .character(UInt8(ascii: ")")):
        if depth == 0 { return Variable(name: name, fallback: first..<index, end: index + 1) }
        depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private func checkVariables() throws(CSSError) {
    for index in tokens.indices
    where tokens[index] == .function("var") && variable(at: index) == nil {
      throw CSSError(
        found: "'\(text)'",
        expected: "expected var(--name) or var(--name, fallback), with its parenthesis")
    }
  }

  /// The value with the values of custom properties.
  ///
  /// A fallback is read only where it is used, as in Chromium.
  ///
  /// - Parameter lookUp: The value of a custom property; `nil` for one that is not valid.
  /// - Returns: `nil` for a value that is invalid at computed-value time, or too long.
  func substituted(_ lookUp: (String) -> CSSValue?) -> CSSValue? {
    var result = Substitution(isBound: isBound)
    guard append(tokens.indices, to: &result, lookUp, depth: 0) else { return nil }
    return CSSValue(text: text, tokens: result.tokens, isBound: result.isBound)
  }

  /// A value during its substitution.
  private struct Substitution {
    private(set) var tokens: [CSSTokenizer.Token] = []
    private var bytes = 0
    private(set) var isBound: Bool

    init(isBound: Bool) { self.isBound = isBound }

    mutating func append(_ token: CSSTokenizer.Token) {
      bytes += token.bytes
      tokens.append(token)
    }

    /// Adds the value of a custom property.
    ///
    /// - Returns: Whether the value is within the limit.
    mutating func append(_ value: CSSValue) -> Bool {
      bytes += value.bytes
      isBound = isBound || value.isBound
      guard bytes <= CSSValue.byteLimit else { return false }
      tokens += value.tokens
      return true
    }
  }

  private func append(
    _ range: Range<Int>, to result: inout Substitution, _ lookUp: (String) -> CSSValue?,
    depth: Int
  ) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      guard tokens[index] == .function("var") else {
        result.append(tokens[index])
        index += 1
        continue
      }
      guard let variable = variable(at: index) else { return false }
      index = variable.end
      if let value = lookUp(variable.name) {
        guard result.append(value) else { return false }
      } else {
        guard let fallback = variable.fallback, depth < CSSValueParser.depthLimit,
          append(fallback, to: &result, lookUp, depth: depth + 1)
        else { return false }
      }
    }
    return true
  }
}
