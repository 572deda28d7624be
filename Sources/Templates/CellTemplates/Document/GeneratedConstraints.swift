import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// The constraints that frames, stacks and grids of a document imply.
///
/// They come before the constraints that the document declares. Constraints of frames are first, in
/// the order of the views, followed by those of stacks and those of grids.
struct GeneratedConstraints {
  /// A generated constraint, with its engine group and the part of the document that implies it.
  struct Entry {
    var constraint: LayoutConstraint
    var group: Int?
    var line: Int
    /// The part of the document that implies the constraint, in words, for messages.
    var text: String
  }

  /// The constraints that a cell of a grid declares, and their engine group; `nil` if they always
  /// hold.
  struct CellConstraints {
    var nodes: [DocumentNode]
    var group: Int?
  }

  /// A horizontal stack that arranges labels with more than one line beside other views.
  private struct MixedRow {
    var stack: Int
    var labels: [Int]
    var others: [Int]
    var line: Int
  }

  let context: DocumentContext
  private var mixedRows: [MixedRow] = []
  private(set) var entries: [Entry] = []
  private(set) var stacks: [TemplateStack] = []
  private(set) var grids: [TemplateGrid] = []
  /// The constraints that cells of grids declare, in document order.
  private(set) var cells: [CellConstraints] = []
  /// The next unused engine group, for constraints that do not always hold.
  private(set) var nextGroup: Int

  /// Generates the constraints, and adds the guides that the constraints need to the views.
  ///
  /// - Parameter firstGroup: The first engine group after those of the document's `groups`.
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
    var arrangement = stack.arrangement
    if arrangement.isLayoutMarginsRelative, arrangement.axis == .horizontal {
      let margins = views.items[stack.view].margins
      arrangement.marginLength = margins.leading + margins.trailing
    }
    let wrapping = wrappingLabels(kids, views)
    noteMixedRow(stack, kids, Set(wrapping.keys), views)
    let program = StackProgram(
      stack: stack.view, views: kids, guides: guides, arrangement,
      spacingAfter: Dictionary(uniqueKeysWithValues: spacings), wrappingLabels: wrapping,
      mayHide: mayHide)
    var groups: [Int?] = []
    let first = entries.count
    for (constraint, isPermanent) in zip(program.constraints, program.isPermanent) {
      let group: Int? = isPermanent ? nil : newGroup()
      groups.append(group)
      append(constraint, group: group, of: "stack '\(id)'", stack.line, views)
    }
    stacks.append(TemplateStack(program: program, firstConstraint: first, groups: groups))
  }

  /// The labels among arranged views that have more than one line, each with the priority of its
  /// share of the width.
  private func wrappingLabels(_ kids: [Int], _ views: ViewReader) -> [Int: Priority] {
    kids.reduce(into: [:]) { found, kid in
      let view = views.views[kid]
      guard view.kind == .label, let label = view.label, label.lineLimit != 1 else { return }
      let item = views.items[kid]
      found[kid] = StackArrangement.textWidthPriority(
        hugging: item.hugging.horizontal, compression: item.compression.horizontal)
    }
  }

  /// Adds a row to `mixedRows` if it may show labels with more than one line and other views.
  private mutating func noteMixedRow(
    _ stack: StackDeclaration, _ kids: [Int], _ wrapping: Set<Int>, _ views: ViewReader
  ) {
    guard stack.arrangement.sharesTextWidth else { return }
    let shown = kids.filter { !views.views[$0].isHidden }
    let row = MixedRow(
      stack: stack.view, labels: shown.filter(wrapping.contains),
      others: shown.filter { !wrapping.contains($0) }, line: stack.line)
    if !row.labels.isEmpty, !row.others.isEmpty { mixedRows.append(row) }
  }

  /// Notes each row of labels that wrap and other views, whose widths depend on the version of
  /// UIKit.
  ///
  /// A single label is not noted if all other views have required widths, because it then has the
  /// rest of the width with every version.
  ///
  /// - Parameter constraints: The constraints of the document, without those in groups.
  func noteMixedRows(
    _ views: [TemplateView], _ items: [LayoutItem], _ constraints: [LayoutConstraint]
  ) {
    var fixed = Set(items.indices.filter { items[$0].fixedWidth != nil })
    for constraint in constraints
    where constraint.first.attribute == .width && constraint.second == nil
      && constraint.relation == .equal && constraint.priority.isRequired
    {
      fixed.insert(constraint.first.item)
    }
    for row in mixedRows where row.labels.count > 1 || !fixed.isSuperset(of: row.others) {
      let id = views[row.stack].id
      let labels = row.labels.map { "'\(views[$0].id)'" }.joined(separator: ", ")
      context.warn(
        TemplateProblem(
          code: .systemDependent, file: context.lines.file(of: row.line),
          lines: [context.lines.number(of: row.line)],
          found: "the stack '\(id)' arranges labels that wrap (\(labels)) beside other views: the "
            + "widths that UIKit prefers for them depend on the version of iOS, and are left out",
          expected: "decide the widths of the labels by constraints, or put them into a stack of "
            + "their own"))
    }
  }

  /// Returns an unused engine group for constraints that do not always hold.
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
    let identifier = constraint.name.isEmpty ? "" : ", \(constraint.name)"
    var rounded = constraint
    // As in UIKit's log, a share such as 1/3 has six digits.
    rounded.multiplier = (rounded.multiplier * 1e6).rounded() / 1e6
    constraint.name = "\(rounded.spelled { views.views[$0].id }) (\(what)\(identifier))"
    entries.append(Entry(constraint: constraint, group: group, line: line, text: what))
  }
}

extension GeneratedConstraints {
  /// Adds the constraints of a grid, and the guides that it needs.
  mutating func arrange(_ grid: TrackedGrid, _ views: inout ViewReader) {
    let declaration = grid.declaration
    let id = views.views[declaration.view].id
    let cells = arranged(declaration, views)
    var guides: [Int] = []
    for number in 0..<GridProgram.guides(declaration.arrangement, views: cells) {
      guides.append(views.addGuide("\(id) guide \(number + 1)", in: declaration.view))
    }
    // The guides for hiding rows and columns are in no row or column, and have size zero.
    guides += (grid.rows + grid.columns).compactMap {
      if case .guide(let view) = $0 { view } else { nil }
    }
    let declared = views.views
    let program = GridProgram(
      grid: declaration.view, views: cells, guides: guides, declaration.arrangement,
      items: views.items, rows: grid.rows.map(Self.presence),
      columns: grid.columns.map(Self.presence),
      shown: {
        declared[$0].isHidden ? .never : declared[$0].hiddenWhen == nil ? .always : .sometimes
      })
    for (view, content) in zip(program.views, program.contentItems) {
      views.setContentItems(view, content)
    }
    let first = entries.count
    var groups: [Int?] = []
    for (constraint, isPermanent) in zip(program.constraints, program.isPermanent) {
      groups.append(isPermanent ? nil : newGroup())
      append(
        constraint, group: groups.last ?? nil, of: "grid '\(id)'", declaration.line, views)
    }
    var cellGroups: [Int?] = []
    let places = Dictionary(
      cells.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for (view, visibility) in zip(program.views, program.visibility) {
      let nodes = places[view].flatMap { declaration.cells[$0]?.constraints } ?? []
      let group = nodes.isEmpty || visibility == .always ? nil : newGroup()
      cellGroups.append(group)
      if !nodes.isEmpty { append(CellConstraints(nodes: nodes, group: group)) }
    }
    append(
      TemplateGrid(
        program: program, firstConstraint: first, groups: groups, cellGroups: cellGroups,
        rows: grid.rows, columns: grid.columns))
  }

  private static func presence(_ track: TemplateGrid.Track) -> GridPresence {
    switch track {
    case .shown: .always
    case .hidden: .never
    case .guide: .sometimes
    }
  }

  /// The view in each cell of a grid, as an index into the template's views.
  ///
  /// Subviews in no cell or in two cells are reported, and so are ids that are no subviews.
  private func arranged(
    _ grid: GridDeclaration, _ views: ViewReader
  ) -> [GridArrangement.CellIndex: Int] {
    let id = views.views[grid.view].id
    let kids = views.views.indices.filter {
      views.views[$0].parent == grid.view && views.views[$0].kind.hasFrame
        && !views.loose.contains($0)
    }
    let indices = Dictionary(
      kids.map { (views.views[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [GridArrangement.CellIndex: Int] = [:]
    var seen: Set<Int> = []
    for (index, cell) in grid.cells.sorted(by: { $0.key < $1.key }) {
      guard let view = indices[cell.view] else {
        let near = context.suggestion(for: cell.view, among: kids.map { views.views[$0].id })
        context.report(
          .unknownName, line: cell.line,
          found: "'\(DocumentNode.shortened(cell.view))' in a cell of the grid '\(id)'",
          expected: "expected the id of one of its subviews\(near)")
        continue
      }
      guard seen.insert(view).inserted else {
        context.report(
          .duplicateName, line: cell.line,
          found: "'\(cell.view)' in a second cell of the grid '\(id)'",
          expected: "expected each subview in one cell")
        continue
      }
      result[index] = view
    }
    for view in kids where !seen.contains(view) {
      context.report(
        .invalidValue, line: views.views[view].line,
        found: "the subview '\(views.views[view].id)' in no cell of the grid '\(id)'",
        expected: "expected it in 'rows', or 'arranged: false'")
    }
    return result
  }
}

/// A view with a declared frame and autoresizing mask.
struct ViewPlacement {
  static let keys = ["frame", "autoresizing"]

  var view: Int
  /// Frame in its superview's coordinates, in points.
  var frame: Rect
  var mask: AutoresizingMask
  var line: Int

  static let parts: [(word: String, mask: AutoresizingMask)] = [
    ("left", .flexibleLeftMargin), ("width", .flexibleWidth), ("right", .flexibleRightMargin),
    ("top", .flexibleTopMargin), ("height", .flexibleHeight), ("bottom", .flexibleBottomMargin),
  ]

  /// Whether the frame depends on the size of the superview.
  var needsSuperviewSize: Bool {
    !mask.isDisjoint(with: [
      .flexibleLeftMargin, .flexibleWidth, .flexibleTopMargin, .flexibleHeight,
    ])
  }

  /// Reads `frame` and `autoresizing`; `nil` when there is no valid frame.
  static func read(_ fields: Fields, view: Int) -> ViewPlacement? {
    guard fields["frame"] != nil else {
      if fields["autoresizing"] != nil {
        fields.reportMissing("frame", expected: "the frame that 'autoresizing' speaks of")
      }
      return nil
    }
    let mask = mask(fields)
    guard let frame = frame(fields) else { return nil }
    return ViewPlacement(view: view, frame: frame, mask: mask, line: fields.line(of: "frame"))
  }

  private static func frame(_ fields: Fields) -> Rect? {
    guard let node = fields["frame"] else { return nil }
    guard let nodes = node.elements, nodes.count == 4 else {
      fields.report("frame", node, expected: "[x, y, width, height] in points")
      return nil
    }
    let values = nodes.compactMap(Fields.length)
    guard values.count == 4, values[2] >= 0, values[3] >= 0 else {
      fields.report("frame", node, expected: "[x, y, width, height] in points, extents not below 0")
      return nil
    }
    return Rect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private static func mask(_ fields: Fields) -> AutoresizingMask {
    var mask: AutoresizingMask = []
    for node in fields.list("autoresizing") {
      guard let part = parts.first(where: { $0.word == node.text }) else {
        fields.report(
          "autoresizing", node, lead: "the parts that give: some of ", words: parts.map(\.word))
        continue
      }
      mask.insert(part.mask)
    }
    return mask
  }
}
