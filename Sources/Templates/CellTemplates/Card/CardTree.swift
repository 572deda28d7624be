import CSSBoxes
import LayoutPrimitives

// reason: a plain value
/// The elements of a template's `card` as declared, without values from a record.
struct CardTree: Hashable, Sendable {
  /// The elements, depth first; element 0 is the card itself.
  var elements: [CardElement] = []
  /// Height of the viewport in CSS pixels; `nil` if the template declares none.
  var viewportHeight: Double?

  /// Whether the style of each element depends on the record or on the width of a container.
  var variesWithRecord: [Bool] {
    var result: [Bool] = []
    for element in elements {
      let isOwn = element.declarations.contains {
        $0.query?.isOfContainer ?? false || $0.literal?.references.contains(.container) ?? true
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

  /// Whether a value of a declaration without bindings has a length of the environment's width,
  /// such as `50vw`.
  var hasViewportLengths: Bool {
    elements.flatMap(\.declarations).contains {
      $0.literal?.references.contains(.viewportWidth) ?? false
    }
  }

  /// The units of an environment, outside of containers.
  ///
  /// - Parameter width: Width of the viewport in CSS pixels.
  func units(width: Double) -> CSSUnits {
    CSSUnits(viewportWidth: width, viewportHeight: viewportHeight)
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
  /// Whether the text is a line feed that ends a line, whatever the value of `white-space`.
  var isLineBreak = false
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
  /// The value of a declaration without bindings; `nil` for others.
  var literal: CSSValue?
  /// The query that must hold; `nil` for a declaration that always applies.
  var query: CardQuery?
  var line: Int

  /// The value for a record; `nil` if a binding has no value, so that the declaration is dropped.
  func value(in record: some BindingSource) -> String? {
    value.bindings.allSatisfy { !$0.text(in: record).isEmpty } ? value.text(in: record) : nil
  }
}
