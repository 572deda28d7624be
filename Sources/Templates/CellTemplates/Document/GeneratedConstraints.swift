import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// The constraints that frames, stacks and grids of a document imply.
///
/// They come before those that the document declares: frames in the order of views, then stacks,
/// then grids.
struct GeneratedConstraints {
  /// A generated constraint, its engine group, and the part of the document that implies it.
  struct Entry {
    var constraint: LayoutConstraint
    var group: Int?
    var line: Int
    /// The part of the document that implies the constraint, in words, for messages.
    var text: String
  }

  /// The constraints that a grid's cell declares, and their engine group.
  struct CellConstraints {
    var nodes: [DocumentNode]
    var group: Int?
  }

  let context: DocumentContext
  private(set) var entries: [Entry] = []
  private(set) var stacks: [TemplateStack] = []
  private(set) var grids: [TemplateGrid] = []
  /// The constraints that cells of grids declare, in document order.
  private(set) var cells: [CellConstraints] = []
  /// The engine group of the next constraint that does not always hold.
  private(set) var nextGroup: Int

  /// Generates the constraints, and adds the guides that they need to the views.
  ///
  /// - Parameter firstGroup: The first engine group that the document's own groups do not use.
  init(_ views: inout ViewReader, firstGroup: Int, into context: DocumentContext) {
    self.context = context
    nextGroup = firstGroup
    for placement in views.placements { place(placement, &views) }
    for stack in views.stacks { arrange(stack, &views) }
    for grid in views.grids { arrange(grid, &views) }
  }

  /// Adds the constraints of a view's frame and autoresizing mask.
  private mutating func place(_ placement: ViewPlacement, _ views: inout ViewReader) {
    let view = placement.view
    let id = views.views[view].id
    guard let parent = views.views[view].parent else { return }
    let canvas = views.canvases[parent]
    if canvas == nil, placement.needsSuperviewSize {
      let superview = views.views[parent].id
      context.report(
        .missingKey, line: placement.line,
        found: "'autoresizing' of '\(id)' without the size of its superview '\(superview)'",
        expected: parent == 0
          ? "expected 'canvas: [width, height]' at the head of the template"
          : "expected 'canvas: [width, height]' on '\(superview)'")
      return
    }
    let insets = views.items[view].alignmentInsets
    let frame = placement.frame
    let rect = Rect(
      x: frame.x + insets.leading, y: frame.y + insets.top,
      width: max(frame.width - insets.leading - insets.trailing, 0),
      height: max(frame.height - insets.top - insets.bottom, 0))
    let constraints = AutoresizingConstraints.list(
      item: view, parent: parent, frame: rect, mask: placement.mask,
      superviewSize: canvas ?? .zero
    ) { near in
      views.addGuide("\(id) after \(near.rawValue)", in: parent)
    }
    for constraint in constraints {
      append(constraint, group: nil, of: "frame of '\(id)'", placement.line, views)
    }
  }

  private mutating func arrange(_ stack: StackDeclaration, _ views: inout ViewReader) {
    let kids = views.views.indices.filter {
      views.views[$0].parent == stack.view && views.views[$0].kind.hasFrame
        && !views.loose.contains($0)
    }
    let mayHide = kids.map { views.views[$0].hiddenWhen != nil || views.views[$0].isHidden }
    let id = views.views[stack.view].id
    guard mayHide.count(where: \.self) <= StackProgram.hideableLimit else {
      context.reportLimit(
        StackProgram.hideableLimit, line: stack.line,
        found: "\(mayHide.count(where: \.self)) views in the stack '\(id)' that may be hidden")
      return
    }
    let count = StackProgram.guides(stack.arrangement, views: kids.count)
    let guides = kids.prefix(count).map {
      views.addGuide("\(id) after \(views.views[$0].id)", in: stack.view)
    }
    let spacings = kids.compactMap { kid in views.spacings[kid].map { (kid, $0) } }
    let program = StackProgram(
      stack: stack.view, views: kids, guides: guides, stack.arrangement,
      spacingAfter: Dictionary(uniqueKeysWithValues: spacings), mayHide: mayHide)
    var groups: [Int?] = []
    let first = entries.count
    for (constraint, isPermanent) in zip(program.constraints, program.isPermanent) {
      let group: Int? = isPermanent ? nil : newGroup()
      groups.append(group)
      append(constraint, group: group, of: "stack '\(id)'", stack.line, views)
    }
    stacks.append(TemplateStack(program: program, firstConstraint: first, groups: groups))
  }

  /// The next engine group for constraints that do not always hold.
  mutating func newGroup() -> Int {
    defer { nextGroup += 1 }
    return nextGroup
  }

  mutating func append(_ grid: TemplateGrid) { grids.append(grid) }

  mutating func append(_ cell: CellConstraints) { cells.append(cell) }

  mutating func append(
    _ constraint: LayoutConstraint, group: Int?, of what: String, _ line: Int,
    _ views: ViewReader
  ) {
    var constraint = constraint
    constraint.name = "\(constraint.spelled { views.views[$0].id }) (\(what))"
    entries.append(Entry(constraint: constraint, group: group, line: line, text: what))
  }
}
