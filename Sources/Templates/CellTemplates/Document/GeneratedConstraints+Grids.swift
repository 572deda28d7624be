import AutoLayout
import LayoutPrimitives
import StructuredDocuments

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
    // The guides of conditions are in no track; they have size zero.
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

  /// The indices of the views in a grid's cells; reports views that are in none or in two, and ids
  /// of others.
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
