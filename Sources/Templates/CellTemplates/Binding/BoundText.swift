public import AutoLayout

/// Text with bindings, such as `"{title} — {author|'anonymous'}"`.
///
/// `{{` and `}}` are literal braces.
public struct BoundText: Hashable, Sendable {
  /// A part of the text.
  public enum Part: Hashable, Sendable {
    /// Literal text.
    case literal(String)
    /// A binding, which is replaced by its value.
    case binding(Binding)
  }

  /// The parts in order; no two literals are adjacent.
  public private(set) var parts: [Part]

  /// Parses a text with bindings.
  ///
  /// - Throws: `NotationError` with the character offset of a binding that cannot be parsed, or of
  ///   a single `}`.
  public init(_ text: String) throws(NotationError) {
    var cursor = TextCursor(text)
    var parts: [Part] = []
    var literal = ""
    while let next = cursor.next {
      if cursor.consume("{{") {
        literal.append("{")
      } else if cursor.consume("}}") {
        literal.append("}")
      } else if next == "}" {
        throw NotationError(
          offset: cursor.offset, found: "'}' without '{'", expected: "'}}' for a brace in text")
      } else if next == "{" {
        let term = try cursor.braced()
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.binding(try Binding(inner: term.text, at: term.offset)))
      } else {
        literal.append(next)
        cursor.offset += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// Creates a text without bindings.
  init(literal: String) { parts = literal.isEmpty ? [] : [.literal(literal)] }

  init(joining texts: [BoundText]) {
    var parts: [Part] = []
    for part in texts.flatMap(\.parts) {
      if case .literal(let left)? = parts.last, case .literal(let right) = part {
        parts[parts.count - 1] = .literal(left + right)
      } else {
        parts.append(part)
      }
    }
    self.parts = parts
  }

  mutating func replaceBindings(_ replacement: (Binding) -> Binding) {
    for index in parts.indices {
      if case .binding(let binding) = parts[index] {
        parts[index] = .binding(replacement(binding))
      }
    }
  }

  /// The bindings in the order of the text.
  public var bindings: [Binding] {
    parts.compactMap { if case .binding(let binding) = $0 { binding } else { nil } }
  }

  /// The text for one record.
  ///
  /// A binding without a value adds no text.
  public func text(in source: some BindingSource) -> String {
    if parts.count == 1, case .binding(let binding)? = parts.first {
      return binding.text(in: source)
    }
    var result = ""
    for part in parts {
      switch part {
      case .literal(let literal): result += literal
      case .binding(let binding): result += binding.text(in: source)
      }
    }
    return result
  }
}
