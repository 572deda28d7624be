import CSSBoxes
import LayoutPrimitives

// reason: a plain value
/// The elements of a template's `card` as declared, without values from a record.
struct CardTree: Hashable, Sendable {
  /// The elements with their declarations.
  var document = CSSDocument()
  /// What the template declares of each element besides, in the order of `document.elements`.
  var elements: [CardElement] = []
  /// The sheet for the markup of records.
  var sheet = CSSSheet()

  /// Whether each element is hidden by its own declaration or condition.
  func hidden(in context: ConditionContext) -> [Bool] {
    elements.map { $0.isHidden || $0.hiddenWhen?.holds(in: context) ?? false }
  }

  /// Whether an element has markup of a record inside.
  var hasMarkup: Bool { elements.contains { $0.markup != nil } }
  /// Number of elements whose children are the markup of the record.
  var markupCount: Int { elements.count { $0.markup != nil } }

  /// The bindings of the markup that records give.
  var markupBindings: [Binding] {
    elements.compactMap(\.markup).flatMap(\.sources).flatMap(\.text.bindings)
  }

  /// The conditions under which elements are hidden.
  var conditions: [Condition] { elements.compactMap(\.hiddenWhen) }

  /// The bindings in the values of styles, with the lines and properties.
  var styleBindings: [(binding: Binding, property: String, element: Int, line: Int)] {
    elements.indices.flatMap { index in
      zip(document.elements[index].declarations, elements[index].values).flatMap {
        declaration, value in
        value.bindings.map { ($0, declaration.property, index, declaration.line) }
      }
    }
  }

  /// Adds the paths of bindings and conditions to a table, and stores their indices.
  mutating func intern(in paths: inout PathTable) {
    for index in elements.indices {
      elements[index].hiddenWhen?.intern(in: &paths)
      for declaration in elements[index].values.indices {
        elements[index].values[declaration].intern(for: .text, in: &paths)
      }
      elements[index].text?.intern(for: .text, in: &paths)
      elements[index].markup?.intern(in: &paths)
    }
  }

  /// Shares the declarations of elements with all documents that have them.
  mutating func shareDeclarations() {
    for index in document.elements.indices where !document.elements[index].isText {
      document.elements[index].shared = SharedDeclarations(document.elements[index].declarations)
    }
  }

  /// Adds an element or a text.
  ///
  /// - Returns: The index of the element.
  @discardableResult
  mutating func append(
    _ kind: CSSElement.Kind, _ element: CardElement, declarations: [CSSDeclaration] = [],
    parent: Int?
  ) -> Int {
    let index = elements.count
    var own = CSSElement(kind, parent: parent)
    own.declarations = declarations
    document.elements.append(own)
    elements.append(element)
    if let parent { document.elements[parent].children.append(index) }
    return index
  }
}

/// What a template declares of an element besides its style.
struct CardElement: Hashable, Sendable {
  /// The values of the declarations of its style, with bindings.
  var values: [BoundText] = []
  /// The text of an element that is one.
  var text: BoundText?
  /// Index in the template's `views` of the view that the element creates; `nil` if it creates none.
  var view: Int?
  var isHidden = false
  var hiddenWhen: Condition?
  /// The markup of the record that becomes the element's children; `nil` for other elements.
  var markup: CardMarkup?
  /// The name of an element that a record's markup gives; `nil` for elements of the template.
  var markupName: String?
  /// The natural size of a picture that a record's markup gives.
  var natural: NaturalSize?
  /// A description of the element of a template in words, for messages.
  var name = ""
  /// Line of the element in its document, from 1.
  var line = 0
}

/// A card with the values of one record.
struct CardContent<Record: BindingSource>: CSSContent {
  let tree: CardTree
  let record: Record

  func value(of declaration: Int, in element: Int) throws(CSSError) -> CSSValue? {
    let value = tree.elements[element].values[declaration]
    // A declaration of which a binding has no value is dropped.
    guard value.bindings.allSatisfy({ !$0.text(in: record).isEmpty }) else { return nil }
    return try CSSValue(value.text(in: record), isBound: true)
  }

  func text(of element: Int) -> String { tree.elements[element].text?.text(in: record) ?? "" }
}

/// The fonts that the styles of a card name.
extension CardTree {
  /// The lists of families of all declarations, whatever their queries, each once.
  ///
  /// Of a value with bindings, it is the list for records without values.
  var families: [String] {
    document.families(in: CardContent(tree: self, record: ResolvedRecord())) + sheet.families
  }

  /// The lists of families that a record gives to declarations with bindings, each once.
  func boundFamilies(in record: some BindingSource) -> [String] {
    document.families(in: CardContent(tree: self, record: record), isOnlyOfContent: true)
  }

  /// Whether a record may name a family.
  var bindsFamilies: Bool {
    // The browser's sheet for markup names `monospace`, if it is configured.
    hasMarkup
      || styleBindings.contains { CSSStyle.setsFamily($0.property) || $0.property.hasPrefix("--") }
  }
}
