public import AutoLayout
public import LayoutPrimitives

/// A compiled template document, which is immutable.
///
/// Item `i` of `system` is view `i`. `system.constraints` are in document order: those of frames,
/// stacks, grids and their cells, then `constraints`, then each group's `constraints` before its
/// `otherwise`.
public struct CellTemplate: Hashable, Sendable {
  /// The template's name, as written in its document.
  public let name: String
  /// The views, depth first.
  ///
  /// View 0 is the cell.
  public let views: [TemplateView]
  /// Items and constraints for the engine, with placeholders for numbers from the record.
  public let system: LayoutSystem
  /// The numbers in constraints that come from the record, in the order of constraints.
  public let boundQuantities: [BoundQuantity]
  /// The numbers in constraints that depend on the environment, in the order of constraints.
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
  /// Conditions refer to labels by their index here.
  public let labels: [Int]
  /// Indices into `views` of the images with a source, ascending.
  public let images: [Int]
  /// The boxes of a template that has them instead of constraints, or `nil`.
  let boxes: BoxTree?
  /// The declared states; the first is the default.
  public let states: [String]
  /// The position of each constraint, indexed as `system.constraints`.
  public let places: [DocumentPlace]
  /// The document in a canonical form, independent of key order, comments and notation.
  public let canonicalText: String
  /// A hash of `canonicalText`, the same in every process.
  public let hash: ContentHash
  /// Warnings about parts of the document that were accepted.
  public let warnings: [TemplateProblem]
  /// The files of the other documents of the template, in the order in which they were loaded.
  public let documents: [String]

  /// All paths and formats in bindings, identified by their indices.
  let paths: PathTable
  /// The path of a record's language.
  let language: BoundPath

  /// Creates a template from parts that fit together.
  init(
    name: String, views: [TemplateView], system: LayoutSystem, boundQuantities: [BoundQuantity],
    namedQuantities: [NamedQuantity], constants: [TemplateConstant], groups: [TemplateGroup],
    stacks: [TemplateStack], grids: [TemplateGrid], states: [String], places: [DocumentPlace],
    canonicalText: String, warnings: [TemplateProblem], documents: [String], boxes: BoxTree? = nil
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
  }

  /// Number of boxes in the template's `layout`; `nil` for a template of views with constraints.
  public var boxCount: Int? { boxes?.boxes.count }

  /// Indices into `labels` of labels in conditions, ascending.
  ///
  /// These labels are always measured.
  public var askedLabels: [Int] {
    let conditions =
      groups.map(\.condition) + views.compactMap(\.hiddenWhen) + (boxes?.conditions ?? [])
    return Set(conditions.flatMap(\.askedLabels)).sorted()
  }
}
