/// A selector: compounds of types, classes and structural pseudo-classes, joined by combinators.
///
/// Source: Selectors 4; `:first-child`, `:last-child` and `:not()` of one of these, of a type or of a
/// class are the pseudo-classes that can be used.
package struct CSSSelector: Hashable, Sendable {
  /// A condition on one element.
  indirect enum Simple: Hashable, Sendable {
    case type(String)
    case `class`(String)
    case firstChild
    case lastChild
    case not(Simple)
  }

  /// Conditions on one element, and how it is related to the next one.
  struct Compound: Hashable, Sendable {
    var conditions: [Simple] = []
    /// Whether the element directly contains the next one, not only at some depth.
    var isParent = false
  }

  /// The compounds in the order of the text; the last one is about the element itself.
  let compounds: [Compound]
  /// The numbers of classes and pseudo-classes, and of types, by which rules are ordered.
  package let specificity: Specificity

  /// How specific a selector is: a selector with more classes, then with more types, is stronger.
  package struct Specificity: Hashable, Comparable, Sendable {
    var classes = 0
    var types = 0

    package static func < (left: Specificity, right: Specificity) -> Bool {
      (left.classes, left.types) < (right.classes, right.types)
    }
  }

  /// The type that the element must have; `nil` for any.
  var type: String? {
    for case .type(let name) in compounds[compounds.count - 1].conditions { return name }
    return nil
  }

  /// The types that the selector names.
  var types: [String] {
    compounds.flatMap(\.conditions).compactMap {
      switch $0 {
      case .type(let name), .not(.type(let name)): name
      default: nil
      }
    }
  }

  /// Whether an element must have a class.
  var hasClass: Bool {
    compounds.flatMap(\.conditions).contains { if case .class = $0 { true } else { false } }
  }

  /// Maximum number of compounds of a selector.
  static let compoundLimit = 16

  /// Reads a selector without commas.
  ///
  /// - Throws: `CSSError` for selectors that are not supported.
  init(_ tokens: ArraySlice<CSSTokenizer.Token>, text: String) throws(CSSError) {
    var compounds: [Compound] = []
    var current = Compound()
    var isOpen = false
    var specificity = Specificity()
    var reader = Reader(tokens: tokens, text: text)
    reader.skipSpace()
    while let token = reader.next {
      switch token {
      case .space:
        reader.skipSpace()
        guard reader.next != nil, reader.next != .character(UInt8(ascii: ">")) else { continue }
        compounds.append(current)
        (current, isOpen) = (Compound(), false)
      case .character(UInt8(ascii: ">")):
        guard isOpen else { throw reader.error }
        current.isParent = true
        compounds.append(current)
        (current, isOpen) = (Compound(), false)
        reader.advance()
        reader.skipSpace()
      default:
        if let simple = try reader.simple(isFirst: !isOpen) {
          current.conditions.append(simple)
          specificity.add(simple)
        }
        isOpen = true
      }
    }
    guard isOpen, compounds.count < Self.compoundLimit else { throw reader.error }
    self.compounds = compounds + [current]
    self.specificity = specificity
  }

  /// Reads the parts of a selector.
  private struct Reader {
    let tokens: ArraySlice<CSSTokenizer.Token>
    let text: String
    var index: Int

    init(tokens: ArraySlice<CSSTokenizer.Token>, text: String) {
      (self.tokens, self.text) = (tokens, text)
      index = tokens.startIndex
    }

    var next: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }

    var error: CSSError {
      CSSError(
        found: "the selector '\(text)'",
        expected: "expected types and classes, 'A B', 'A > B', ':first-child', ':last-child' and "
          + "':not(…)' of one of these")
    }

    mutating func advance() { index += 1 }

    mutating func skipSpace() { while next == .space { index += 1 } }

    private mutating func consume(_ byte: UInt8) -> Bool {
      guard next == .character(byte) else { return false }
      index += 1
      return true
    }

    private mutating func word() -> String? {
      guard case .word(let word)? = next else { return nil }
      index += 1
      return word
    }

    /// The next condition; `nil` for `*`.
    mutating func simple(isFirst: Bool) throws(CSSError) -> Simple? {
      if consume(UInt8(ascii: "*")) {
        guard isFirst else { throw error }
        return nil
      }
      if consume(UInt8(ascii: ".")) {
        guard let name = word() else { throw error }
        return .class(name)
      }
      if consume(UInt8(ascii: ":")) {
        if next == .function("not") {
          index += 1
          skipSpace()
          guard let inside = try simple(isFirst: true) else { throw error }
          skipSpace()
          guard consume(UInt8(ascii: ")")) else { throw error }
          if case .not = inside { throw error }
          return .not(inside)
        }
        switch word()?.lowercased() {
        case "first-child": return .firstChild
        case "last-child": return .lastChild
        default: throw error
        }
      }
      guard isFirst, let name = word() else { throw error }
      return .type(name.lowercased())
    }
  }
}

extension CSSSelector.Specificity {
  fileprivate mutating func add(_ simple: CSSSelector.Simple) {
    switch simple {
    case .type: types += 1
    case .class, .firstChild, .lastChild: classes += 1
    case .not(let inside): add(inside)
    }
  }
}

/// The elements of a document that selectors are about.
package protocol CSSSelectable {
  /// The name of an element, in lower case.
  func name(of element: Int) -> String
  /// The classes of an element.
  func classes(of element: Int) -> [String]
  /// The element around an element; `nil` for one that selectors do not look beyond.
  func parent(of element: Int) -> Int?
  /// Whether an element is the first one inside the element around.
  func isFirstChild(_ element: Int) -> Bool
  /// Whether an element is the last one inside the element around.
  func isLastChild(_ element: Int) -> Bool
}

extension CSSSelector {
  /// Whether the selector selects an element.
  package func matches(_ element: Int, in document: some CSSSelectable) -> Bool {
    match(element, compounds.count - 1, document) == .matched
  }

  private enum Outcome {
    case matched
    /// Another ancestor may match.
    case failed
    /// There are too few ancestors, so that those further out do not match either.
    case exhausted
  }

  private func match(_ element: Int, _ index: Int, _ document: some CSSSelectable) -> Outcome {
    guard compounds[index].conditions.allSatisfy({ Self.holds($0, element, document) }) else {
      return .failed
    }
    guard index > 0 else { return .matched }
    var next = document.parent(of: element)
    while let ancestor = next {
      let outcome = match(ancestor, index - 1, document)
      if outcome != .failed || compounds[index - 1].isParent { return outcome }
      next = document.parent(of: ancestor)
    }
    return .exhausted
  }

  private static func holds(
    _ simple: Simple, _ element: Int, _ document: some CSSSelectable
  ) -> Bool {
    switch simple {
    case .type(let name): document.name(of: element) == name
    case .class(let name): document.classes(of: element).contains(name)
    case .firstChild: document.isFirstChild(element)
    case .lastChild: document.isLastChild(element)
    case .not(let inside): !holds(inside, element, document)
    }
  }
}
