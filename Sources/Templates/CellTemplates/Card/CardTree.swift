import CSSBoxes
import LayoutPrimitives

/// The elements of a template's `card` as declared, without values from a record.
struct CardTree: Hashable, Sendable {
  /// The elements, depth first; element 0 is the card itself.
  var elements: [CardElement] = []

  /// Whether the style of each element depends on the record or on the width of a container.
  var variesWithRecord: [Bool] {
    var result: [Bool] = []
    for element in elements {
      let isOwn = element.declarations.contains {
        $0.query?.isOfContainer ?? false || !$0.value.bindings.isEmpty
      }
      result.append(isOwn || element.parent.map { result[$0] } ?? false)
    }
    return result
  }

  /// The queries of the environment's width, each once.
  var mediaQueries: [CardQuery] {
    var queries: [CardQuery] = []
    for query in elements.flatMap(\.declarations).compactMap(\.query)
    where !query.isOfContainer && !queries.contains(query) {
      queries.append(query)
    }
    return queries
  }

  /// Whether the value of a declaration without bindings may have a length of the environment's
  /// width or height, such as `50vw`.
  var hasViewportLengths: Bool {
    elements.flatMap(\.declarations).contains { declaration in
      let value = declaration.value.text(in: ResolvedRecord()).lowercased()
      return ["vw", "vh", "vi", "vb", "vmin", "vmax"].contains { value.contains($0) }
    }
  }

  /// Whether each element is hidden by its own declaration or condition.
  func hidden(in context: ConditionContext) -> [Bool] {
    elements.indices.map {
      elements[$0].isHidden || elements[$0].hiddenWhen?.holds(in: context) ?? false
    }
  }

  /// The conditions under which elements are hidden.
  var conditions: [Condition] { elements.compactMap(\.hiddenWhen) }

  /// The bindings in the values of styles, with the lines and properties.
  var styleBindings: [(binding: Binding, property: String, element: Int, line: Int)] {
    elements.enumerated().flatMap { index, element in
      element.declarations.flatMap { declaration in
        declaration.value.bindings.map { ($0, declaration.property, index, declaration.line) }
      }
    }
  }

  /// Adds the paths of bindings and conditions to a table, and stores their indices.
  mutating func intern(in paths: inout PathTable) {
    for index in elements.indices {
      elements[index].hiddenWhen?.intern(in: &paths)
      for place in elements[index].declarations.indices {
        elements[index].declarations[place].value.intern(for: .text, in: &paths)
      }
      if case .text(var text) = elements[index].content {
        text.intern(for: .text, in: &paths)
        elements[index].content = .text(text)
      }
    }
  }
}

/// An element of a card.
struct CardElement: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// Elements inside, if any.
    case none
    /// A text without an element of its own.
    case text(BoundText)
    /// A picture, which is the element's view.
    case picture
  }

  /// Index of the element around this element; `nil` for the card.
  var parent: Int?
  /// Indices of the elements and texts inside.
  var children: [Int] = []
  var content = Content.none
  /// The declarations of its style, in the order of the document.
  var declarations: [CardDeclaration] = []
  /// Index in the template's `views` of the view that the element creates; `nil` if it creates none.
  var view: Int?
  var isHidden = false
  var hiddenWhen: Condition?
  /// A description of the element in words, for messages about records.
  var name = ""
  /// Line of the element in its document, from 1.
  var line = 0

  var isPicture: Bool { content == .picture }
  var isText: Bool { if case .text = content { true } else { false } }
}

/// A property of a style with its value.
struct CardDeclaration: Hashable, Sendable {
  var property: String
  /// The value, with bindings.
  var value: BoundText
  /// The query that must hold; `nil` for a declaration that always applies.
  var query: CardQuery?
  var line: Int

  /// The value for a record; `nil` if a binding has no value, so that the declaration is dropped.
  func value(in record: some BindingSource) -> String? {
    value.bindings.allSatisfy { !$0.text(in: record).isEmpty } ? value.text(in: record) : nil
  }
}

/// A condition on the width of the card or of a container.
struct CardQuery: Hashable, Sendable {
  /// Whether the query is about the nearest container, not about the environment.
  var isOfContainer: Bool
  /// The comparisons, all of which must hold, with lengths in CSS pixels.
  var comparisons: [Comparison]

  struct Comparison: Hashable, Sendable {
    var comparison: Condition.Comparison
    var width: Double
  }

  /// Whether the query holds for a width in CSS pixels.
  func holds(for width: Double) -> Bool {
    comparisons.allSatisfy { $0.comparison.holds(width, $0.width) }
  }

  /// Reads `@media (width < 400px)` and the like.
  ///
  /// `and` joins conditions. `min-width: 400px` and `max-width: 400px` are the older notation.
  ///
  /// - Throws: `CSSError` for anything else.
  init(_ text: String) throws(CSSError) {
    let expected =
      "expected a condition such as '@media (width < 400px)' or "
      + "'@container (min-width: 300px)'"
    let error = CSSError(found: "'\(text)'", expected: expected)
    let isMedia = text.hasPrefix("@media")
    guard isMedia || text.hasPrefix("@container") else { throw error }
    isOfContainer = !isMedia
    comparisons = []
    let rest = text.dropFirst(isMedia ? 6 : 10)
    for part in rest.split(separator: ")", omittingEmptySubsequences: true) {
      var words = part.filter { !$0.isWhitespace }
      if words.isEmpty { continue }
      if !comparisons.isEmpty {
        guard words.hasPrefix("and") else { throw error }
        words.removeFirst(3)
      }
      guard words.hasPrefix("(") else { throw error }
      try add(String(words.dropFirst()), error)
    }
    guard !comparisons.isEmpty else { throw error }
  }

  /// Adds a condition without its parentheses and white space.
  private mutating func add(_ text: String, _ error: CSSError) throws(CSSError) {
    func pixels(_ length: Substring) throws(CSSError) -> Double {
      guard length.hasSuffix("px") || length == "0",
        let value = Double(length.prefix { $0 != "p" }),
        value.isFinite
      else { throw error }
      return value
    }
    for (name, comparison) in [
      ("min-width:", Condition.Comparison.greaterOrEqual), ("max-width:", .lessOrEqual),
      ("width:", .equal),
    ] where text.hasPrefix(name) {
      comparisons.append(
        Comparison(comparison: comparison, width: try pixels(text.dropFirst(name.count))))
      return
    }
    let operators: [(String, Condition.Comparison)] = [
      ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater), ("=", .equal),
    ]
    guard let start = text.indices.first(where: { text[$0...].hasPrefix("width") }) else {
      throw error
    }
    let before = text[..<start]
    let after = text[start...].dropFirst(5)
    if let (sign, comparison) = operators.first(where: { after.hasPrefix($0.0) }) {
      comparisons.append(
        Comparison(comparison: comparison, width: try pixels(after.dropFirst(sign.count))))
    } else if !after.isEmpty || before.isEmpty {
      throw error
    }
    guard !before.isEmpty else { return }
    guard let (sign, comparison) = operators.first(where: { before.hasSuffix($0.0) }) else {
      throw error
    }
    comparisons.append(
      Comparison(
        comparison: comparison.mirrored, width: try pixels(before.dropLast(sign.count))))
  }
}
