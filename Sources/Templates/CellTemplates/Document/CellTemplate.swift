public import AutoLayout
import CSSBoxes
public import LayoutPrimitives
public import TemplateDocuments

/// A compiled template document, which is immutable.
///
/// Item `i` of `system` is view `i`. `system.constraints` are in document order. First come the
/// constraints of frames, stacks, grids and grid cells, then those of the key `constraints`. The
/// constraints of groups are last; in each group, those of the key `constraints` precede those of
/// `otherwise`.
public struct CellTemplate: Hashable, Sendable {
  /// The template's name, as written in its document.
  public let name: String
  /// The views, depth first.
  ///
  /// View 0 is the cell.
  public let views: [TemplateView]
  /// Items and constraints for the engine, with placeholders for the numbers of `boundQuantities`
  /// and `namedQuantities`.
  public let system: LayoutSystem
  /// The numbers that the record gives for constraints, in the order of the constraints.
  public let boundQuantities: [BoundQuantity]
  /// The numbers that constants give for constraints and that depend on the environment, in the
  /// order of the constraints.
  public let namedQuantities: [NamedQuantity]
  /// The constants, in document order.
  public let constants: [TemplateConstant]
  /// The conditional groups, in document order.
  public let groups: [TemplateGroup]
  /// The stacks, in document order.
  public let stacks: [TemplateStack]
  /// The grids, in document order.
  public let grids: [TemplateGrid]
  /// Indices into `views` of the labels, ascending.
  ///
  /// Conditions refer to a label by its index in this list.
  public let labels: [Int]
  /// Indices into `views` of the images with a source, ascending.
  public let images: [Int]
  /// The boxes of a template of boxes; `nil` for a template of views with constraints.
  let boxes: BoxTree?
  /// The elements of a template of CSS boxes; `nil` for other templates.
  let card: CardTree?
  /// The declared states, of which the first is the default; empty for a template without states.
  public let states: [String]
  /// The location of each constraint in its document, indexed as `system.constraints`.
  public let places: [SourceLocation]
  /// The document in a canonical form, which does not depend on key order, comments or notation.
  public let canonicalText: String
  /// A hash of `canonicalText`, which is the same in every process.
  public let hash: ContentHash
  /// Warnings about valid parts of the document that are probably mistakes.
  public let warnings: [TemplateProblem]
  /// The repeated views of the document, by the lists that they show.
  let repeats: [ListCut]
  /// The files of the other documents that the template uses, in the order of loading.
  public let documents: [String]

  /// All paths and formats in bindings, each with an index.
  let paths: PathTable
  /// The path `language`, with its index in `paths`.
  let language: BoundPath

  /// Creates a template from compiled parts, which are not checked.
  init(
    name: String, views: [TemplateView], system: LayoutSystem, boundQuantities: [BoundQuantity],
    namedQuantities: [NamedQuantity], constants: [TemplateConstant], groups: [TemplateGroup],
    stacks: [TemplateStack], grids: [TemplateGrid], states: [String], places: [SourceLocation],
    canonicalText: String, warnings: [TemplateProblem], documents: [String], repeats: [ListCut],
    boxes: BoxTree? = nil, card: CardTree? = nil
  ) {
    var paths = PathTable()
    language = paths.intern(.language, for: .text)
    var views = views
    for index in views.indices {
      views[index].label?.text.intern(for: .text, in: &paths)
      for piece in (views[index].label?.pieces ?? []).indices {
        views[index].label?.pieces[piece].text.intern(for: .text, in: &paths)
      }
      views[index].image?.source.intern(for: .text, in: &paths)
      views[index].image?.pixelWidth?.intern(in: &paths)
      views[index].image?.pixelHeight?.intern(in: &paths)
      views[index].boundIntrinsic?.intern(in: &paths)
      views[index].hiddenWhen?.intern(in: &paths)
    }
    var boundQuantities = boundQuantities
    for index in boundQuantities.indices { boundQuantities[index].number.intern(in: &paths) }
    var groups = groups
    for index in groups.indices { groups[index].condition.intern(in: &paths) }
    var boxes = boxes
    boxes?.intern(in: &paths)
    self.boxes = boxes
    var card = card
    card?.intern(in: &paths)
    self.card = card
    self.paths = paths
    self.name = name
    self.views = views
    self.system = system
    self.boundQuantities = boundQuantities
    self.namedQuantities = namedQuantities
    self.constants = constants
    self.groups = groups
    self.stacks = stacks
    self.grids = grids
    self.labels = views.indices.filter { views[$0].label != nil }
    self.images = views.indices.filter { views[$0].image != nil }
    self.states = states
    self.places = places
    self.canonicalText = canonicalText
    self.hash = ContentHash(of: canonicalText)
    self.warnings = warnings
    self.documents = documents
    self.repeats = repeats
  }

  /// Number of boxes in the template's `layout`; `nil` for a template of views with constraints.
  public var boxCount: Int? { boxes?.boxes.count ?? card?.elements.count }

  /// Indices into `labels` of the labels on which conditions depend, ascending.
  ///
  /// These labels are always measured.
  public var askedLabels: [Int] { Set(conditions.flatMap(\.askedLabels)).sorted() }

  /// The conditions on groups, views, boxes and elements of cards.
  var conditions: [Condition] {
    groups.map(\.condition) + views.compactMap(\.hiddenWhen) + (boxes?.conditions ?? [])
      + (card?.conditions ?? [])
  }
}

extension CellTemplate {
  /// The font families that styles name, each listed once: those of labels and pieces of their
  /// texts in document order, then those of all styles of a card, whatever their queries.
  ///
  /// An element is a family or a list of families separated by commas.
  public var fontFamilies: [String] {
    var families: [String] = []
    for view in views {
      guard let label = view.label else { continue }
      for family in [label.font.family] + label.pieces.map(\.font.family)
      where !families.contains(family) {
        families.append(family)
      }
    }
    for family in card?.families ?? [] where !families.contains(family) { families.append(family) }
    return families
  }

  /// Whether the texts of labels depend on the environment by more than its locale: cards have
  /// `text-transform` and white space.
  public var textsDependOnEnvironment: Bool { card != nil }

  /// Whether the texts of labels depend on the layout: cards may ask for the width of a container or
  /// for the lines of a label.
  public var textsDependOnLayout: Bool {
    card.map { $0.document.hasContainerQueries || !askedLabels.isEmpty } ?? false
  }

  /// The font families that a record names for styles with bindings, each listed once.
  ///
  /// An element is a family or a list of families separated by commas; they may not be installed.
  public func boundFontFamilies(in record: some BindingSource) -> [String] {
    card?.boundFamilies(in: record) ?? []
  }

  /// Whether a record may name a font family.
  public var bindsFontFamilies: Bool { card?.bindsFamilies ?? false }

  /// Whether layouts depend on the size category of the environment: by a font, a condition or a
  /// constant.
  public var dependsOnSizeCategory: Bool {
    // The fonts of cards are those of CSS.
    let labels = card == nil ? views.compactMap(\.label) : []
    let fonts = labels.flatMap { label in
      label.pieces.isEmpty ? [label.font] : label.pieces.map(\.font)
    }
    if fonts.contains(where: { $0.size == nil || $0.scalesWith != nil }) { return true }
    let conditions =
      groups.map(\.condition) + views.compactMap(\.hiddenWhen) + (boxes?.conditions ?? [])
      + (card?.conditions ?? []) + constants.flatMap(\.cases).map(\.condition)
    return conditions.contains(where: \.asksSizeCategory)
  }

  /// The paths of a record on which the layout depends, each listed once.
  ///
  /// Two records have equal layouts if they have equal values at these paths, and equal numbers of
  /// elements at `countedPaths`.
  ///
  /// Paths of elements that a repeated view leaves out are last, because findings depend on them.
  public var recordPaths: [BoundPath] {
    boundPaths + listCuts.flatMap(\.next.paths)
  }

  /// The paths in bindings, each listed once.
  var boundPaths: [BoundPath] {
    var paths = [BoundPath.language]
    func add(_ bindings: [Binding]?) {
      for path in (bindings ?? []).flatMap(\.paths) where !paths.contains(path) {
        paths.append(path)
      }
    }
    for view in views {
      add(view.label?.text.bindings)
      add(view.image?.source.bindings)
      add(view.image?.pixelWidth?.bindings)
      add(view.image?.pixelHeight?.bindings)
      add(view.boundIntrinsic?.bindings)
      add(view.hiddenWhen?.bindings)
    }
    for quantity in boundQuantities { add(quantity.number.bindings) }
    for number in boxes?.numbers ?? [] { add(number.bindings) }
    for condition in boxes?.conditions ?? [] { add(condition.bindings) }
    for condition in card?.conditions ?? [] { add(condition.bindings) }
    add(card?.styleBindings.map(\.binding))
    add(card?.markupBindings)
    for group in groups { add(group.condition.bindings) }
    return paths
  }

  /// The paths at which a format counts elements.
  ///
  /// Lists with equal texts may have different counts.
  public var countedPaths: [BoundPath] {
    zip(paths.paths, paths.uses).filter { $0.1.contains(.count) }.map(\.0)
  }
}

extension Condition {
  /// Whether a part of the condition is about the size category.
  fileprivate var asksSizeCategory: Bool {
    switch self {
    case .sizeCategory: true
    case .not(let condition): condition.asksSizeCategory
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.asksSizeCategory)
    case .present, .text, .bindings, .numbers, .truncated, .direction, .locale, .state: false
    }
  }

  var bindings: [Binding] {
    switch self {
    case .present(let binding), .text(let binding, _, _): [binding]
    case .bindings(let left, _, let right): [left, right]
    case .numbers(let left, _, let right):
      [left, right].flatMap { number -> [Binding] in
        guard case .bound(let bound) = number else { return [] }
        return bound.bindings
      }
    case .not(let condition): condition.bindings
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.bindings)
    case .truncated, .sizeCategory, .direction, .locale, .state: []
    }
  }
}

/// A number in a constraint, given by the record.
public struct BoundQuantity: Hashable, Sendable {
  /// The parts of a constraint that can be set.
  public enum Role: Hashable, Sendable {
    /// The factor of the second anchor.
    case multiplier
    /// The constant, in points.
    case constant
  }

  /// Index in `system.constraints` of the constraint that contains the number.
  ///
  /// The constraint has a placeholder for the number: multiplier 1 or constant 0.
  public var constraint: Int
  /// The part of the constraint that the number sets.
  public var role: Role
  /// The bindings that give the number.
  ///
  /// When a record lacks the value, the constraint is omitted.
  public var number: BoundNumber
}
