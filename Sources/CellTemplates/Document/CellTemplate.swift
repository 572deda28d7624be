public import AutoLayout
public import LayoutPrimitives

/// A compiled template document: immutable, and a plain value that workers share.
///
/// Item `i` of `system` is view `i`. `system.constraints` are in document order: those of frames
/// and stacks, then `constraints`, then each group's `constraints` before its `otherwise`.
public struct CellTemplate: Hashable, Sendable {
  /// The template's name, as its document gives it.
  public let name: String
  /// The views depth first, of which view 0 is the cell.
  public let views: [TemplateView]
  /// Items and constraints for the engine, with placeholders for bound numbers.
  public let system: LayoutSystem
  /// The numbers of constraints that a record decides, in the order of constraints.
  public let boundQuantities: [BoundQuantity]
  /// The numbers of constraints that the environment decides, in order of constraint.
  public let namedQuantities: [NamedQuantity]
  /// The named numbers, in document order.
  public let constants: [TemplateConstant]
  /// The conditional groups, in document order.
  public let groups: [TemplateGroup]
  /// The stacks, in document order.
  public let stacks: [TemplateStack]
  /// Indices of the labels in `views`, in order, as conditions number them.
  public let labels: [Int]
  /// Indices of the images with a source in `views`, in order.
  public let images: [Int]
  /// The declared states, the first the default.
  public let states: [String]
  /// The position of each constraint, shape as `system.constraints`.
  public let places: [DocumentPlace]
  /// The document in a canonical form, independent of key order, comments and notation.
  public let canonicalText: String
  /// A hash of `canonicalText`, the same in every process.
  public let hash: ContentHash
  /// Warnings about what was accepted.
  public let warnings: [TemplateProblem]
  /// The files of the other documents of the template, in the order met.
  public let documents: [String]

  /// Every path in bindings, numbered.
  let paths: PathTable
  /// The path of a record's language.
  let language: BoundPath

  /// Creates a template from consistent parts.
  init(
    name: String, views: [TemplateView], system: LayoutSystem, boundQuantities: [BoundQuantity],
    namedQuantities: [NamedQuantity], constants: [TemplateConstant], groups: [TemplateGroup],
    stacks: [TemplateStack], states: [String], places: [DocumentPlace], canonicalText: String,
    warnings: [TemplateProblem], documents: [String] = []
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
      views[index].hiddenWhen?.intern(in: &paths)
    }
    var boundQuantities = boundQuantities
    for index in boundQuantities.indices { boundQuantities[index].number.intern(in: &paths) }
    var groups = groups
    for index in groups.indices { groups[index].condition.intern(in: &paths) }
    self.paths = paths
    self.name = name
    self.views = views
    self.system = system
    self.boundQuantities = boundQuantities
    self.namedQuantities = namedQuantities
    self.constants = constants
    self.groups = groups
    self.stacks = stacks
    self.labels = views.indices.filter { views[$0].label != nil }
    self.images = views.indices.filter { views[$0].image != nil }
    self.states = states
    self.places = places
    self.canonicalText = canonicalText
    self.hash = ContentHash(of: canonicalText)
    self.warnings = warnings
    self.documents = documents
  }

  /// The indices in `labels` of labels in conditions, ascending, which are always measured.
  public var askedLabels: [Int] {
    let conditions = groups.map(\.condition) + views.compactMap(\.hiddenWhen)
    return Set(conditions.flatMap(\.askedLabels)).sorted()
  }
}
