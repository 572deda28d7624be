package import LayoutPrimitives
package import TextMeasurement

// reason: a plain value
/// A document of elements with styles, without the values that differ between its uses.
package struct CSSDocument: Hashable, Sendable {
  /// The elements, depth first; element 0 is the root.
  package var elements: [CSSElement] = []
  /// Height of the viewport in CSS pixels; `nil` if the document declares none.
  package var viewportHeight: Double?

  /// Creates a document without elements.
  package init() {}

  /// Whether the style of each element depends on the content or on the width of a container.
  var variesWithContent: [Bool] {
    var result: [Bool] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      let isOwn =
        element.shared?.varies ?? SharedDeclarations.vary(element.declarations)
      result.append(isOwn || element.parent.map { result[$0] } ?? false)
    }
    return result
  }

  /// The queries of the environment's width, each once.
  package var mediaQueries: [CSSQuery] {
    var queries: [CSSQuery] = []
    for element in elements where element.shared?.dependsOnWidth ?? true {
      for query in element.declarations.compactMap(\.query)
      where !query.isOfContainer && !queries.contains(query) {
        queries.append(query)
      }
    }
    return queries
  }

  /// Whether a declaration has a query of a container, so that a style depends on the layout.
  package var hasContainerQueries: Bool {
    elements.contains { $0.declarations.contains { $0.query?.isOfContainer ?? false } }
  }

  /// Whether a value of a declaration has a length of the environment's width, such as `50vw`.
  var hasViewportLengths: Bool {
    elements.contains { element in
      (element.shared?.dependsOnWidth ?? true)
        && element.declarations.contains {
          $0.value?.references.contains(.viewportWidth) ?? false
        }
    }
  }

  /// The units of an environment, outside of containers.
  ///
  /// - Parameter width: Width of the viewport in CSS pixels.
  package func units(width: Double) -> CSSUnits {
    CSSUnits(viewportWidth: width, viewportHeight: viewportHeight)
  }
}

/// An element of a document.
package struct CSSElement: Hashable, Sendable {
  /// What an element is.
  package enum Kind: Hashable, Sendable {
    /// An element with those inside, if any.
    case box
    /// A text without an element of its own.
    case text
    /// A line feed that ends a line, whatever the value of `white-space`.
    case lineBreak
    /// A picture or another replaced element.
    case picture
    /// A block of another tree, with its style.
    case measured(MeasuredBlock)
  }

  package var kind: Kind
  /// Index of the element around this element; `nil` for the root.
  package var parent: Int?
  /// Indices of the elements and texts inside.
  package var children: [Int] = []
  /// The declarations of its style, in the order of the document.
  package var declarations: [CSSDeclaration] = []

  /// The declarations as an object, so that the style is computed once for all elements that have
  /// it in equal elements around; `nil` for an element that is computed by itself.
  package var shared: SharedDeclarations?

  /// The floats below which the line after a line break begins.
  package var clear = BoxStyle.Clear.none
  /// The number of a list item; `nil` for the number after that of the item before it.
  package var ordinal: Int?
  /// Whether the element is a text of one content alone, which hardly comes again.
  package var isOfContent = false
  /// Whether the element is a text of white space alone in all contents.
  package var isBlank = false
  /// The columns and rows of a table that the element spans, if it is a cell or a column.
  package var span = CSSSpan()

  /// Creates an element without declarations and without elements inside.
  package init(_ kind: Kind, parent: Int?) {
    self.kind = kind
    self.parent = parent
  }

  /// Whether it is a text, also a line break.
  package var isText: Bool { kind == .text || kind == .lineBreak }
  /// The block of another tree; `nil` for other elements.
  var measured: MeasuredBlock? { if case .measured(let block) = kind { block } else { nil } }
}

/// The columns and rows that a cell of a table spans.
package struct CSSSpan: Hashable, Sendable {
  /// Number of columns, from 1 to 1,000.
  package let columns: Int
  /// Number of rows, at most 65,534; 0 for all rows to the end of the group.
  package let rows: Int

  /// Creates a span; numbers beyond the limits are those of the limits.
  ///
  /// Source: HTML standard, section 4.9.11.
  package init(columns: Int = 1, rows: Int = 1) {
    self.columns = max(1, min(columns, 1_000))
    self.rows = max(0, min(rows, 65_534))
  }
}

/// Declarations that several elements have, also of several documents.
package final class SharedDeclarations: Hashable, Sendable {
  package let list: [CSSDeclaration]
  /// Whether the style depends on the content or on the width of a container.
  let varies: Bool
  /// Whether the style may depend on the width of the environment.
  let dependsOnWidth: Bool

  /// Creates shared declarations.
  package init(_ list: [CSSDeclaration]) {
    self.list = list
    varies = Self.vary(list)
    dependsOnWidth = list.contains {
      $0.query != nil || $0.value?.references.contains(.viewportWidth) ?? true
    }
  }

  /// Whether a style depends on the content or on the width of a container.
  static func vary(_ declarations: [CSSDeclaration]) -> Bool {
    declarations.contains {
      $0.query?.isOfContainer ?? false || $0.value?.references.contains(.container) ?? true
    }
  }

  package static func == (left: SharedDeclarations, right: SharedDeclarations) -> Bool {
    left === right || left.list == right.list
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

/// A property of a style with its value.
package struct CSSDeclaration: Hashable, Sendable {
  package let property: String
  /// The value; `nil` for one that the content of the document gives.
  package let value: CSSValue?
  /// The query that must hold; `nil` for a declaration that always applies.
  package let query: CSSQuery?
  /// Line in its file, from 1, for messages.
  package let line: Int

  /// Creates a declaration.
  package init(property: String, value: CSSValue?, query: CSSQuery?, line: Int) {
    self.property = property
    self.value = value
    self.query = query
    self.line = line
  }
}

/// What a document shows in one of its uses: the values of one record.
package protocol CSSContent {
  /// The value of a declaration that has none of its own; `nil` drops the declaration.
  ///
  /// - Throws: `CSSError` for a text that is no value, which drops the declaration, too.
  func value(of declaration: Int, in element: Int) throws(CSSError) -> CSSValue?
  /// The text of an element that is a text.
  func text(of element: Int) -> String
}

/// Where and how a document is laid out.
package struct CSSEnvironment: Sendable {
  /// Width, scale, direction, locale and rules.
  package var environment: Environment
  package var rules: MeasurementRules
  /// BCP 47 tag of the texts.
  package var language: String

  /// Creates an environment.
  package init(_ environment: Environment, rules: MeasurementRules, language: String) {
    self.environment = environment
    self.rules = rules
    self.language = language
  }
}
