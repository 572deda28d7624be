public import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// A grid as declared in its document, before its subviews are read.
struct GridDeclaration {
  static let keys = [
    "rows", "columns", "rowSpacing", "columnSpacing", "xPlacement", "yPlacement", "rowAlignment",
  ]
  static let rowKeys = [
    "cells", "height", "topPadding", "bottomPadding", "yPlacement", "rowAlignment", "hidden",
  ]
  static let columnKeys = ["width", "leadingPadding", "trailingPadding", "xPlacement", "hidden"]
  static let cellKeys = [
    "view", "rows", "columns", "xPlacement", "yPlacement", "rowAlignment", "constraints",
  ]

  /// The words of documents for horizontal placements.
  enum HorizontalWord: String, CaseIterable {
    case leading, trailing, center, fill, none
  }

  /// The words of documents for vertical placements.
  enum VerticalWord: String, CaseIterable {
    case top, bottom, center, fill, none
  }

  /// The words of documents for alignments by baselines.
  enum AlignmentWord: String, CaseIterable {
    case none, firstBaseline, lastBaseline
  }

  /// A cell of the grid with a view.
  struct Cell {
    /// The id of the view, which is a subview of the grid.
    let view: String
    let line: Int
    /// The constraints that hold while the cell is visible.
    let constraints: [DocumentNode]
  }

  /// A condition under which a row or column is hidden.
  struct Hiding {
    let text: String
    let line: Int
  }

  /// Index of the grid in the template's views.
  let view: Int
  let line: Int
  private(set) var arrangement = GridArrangement(rowCount: 0, columnCount: 0)
  private(set) var cells: [GridArrangement.CellIndex: Cell] = [:]
  /// The conditions under which rows are hidden, by row.
  private(set) var rowHiding: [Int: Hiding] = [:]
  /// The conditions under which columns are hidden, by column.
  private(set) var columnHiding: [Int: Hiding] = [:]
  private let context: DocumentContext

  /// Reads the keys of a grid; problems are reported to the context of `fields`.
  init(_ fields: Fields, view: Int) {
    self.view = view
    line = fields.line
    context = fields.context
    let nodes = fields.list("rows")
    let columns = fields.list("columns")
    guard hasRoom(nodes.count, "rows", fields.line(of: "rows")),
      hasRoom(columns.count, "columns", fields.line(of: "columns"))
    else { return }
    var rows: [(node: DocumentNode, fields: Fields?, cells: [DocumentNode])] = []
    for node in nodes {
      guard node.elements == nil else {
        rows.append((node, nil, node.elements ?? []))
        continue
      }
      let row = Fields(node, what: "a row of \(fields.what)", keys: Self.rowKeys, into: context)
      rows.append((node, row, row?.list("cells") ?? []))
    }
    let spans = rows.flatMap { row in
      row.cells.enumerated().map { $0.offset + Self.span($0.element["columns"]) }
    }
    let count = max(spans.max() ?? 0, columns.count)
    guard hasRoom(count, "columns", line) else { return }
    arrangement = GridArrangement(rowCount: rows.count, columnCount: count)
    readSettings(fields)
    for (index, node) in columns.enumerated() { readColumn(node, index, of: fields) }
    for (index, row) in rows.enumerated() {
      if let fields = row.fields { readRow(fields, index) }
      for (column, node) in row.cells.enumerated() {
        readCell(node, GridArrangement.CellIndex(row: index, column: column), of: fields)
      }
    }
    for (index, cell) in cells.sorted(by: { $0.key < $1.key }) {
      guard let merged = arrangement.mergedCells(at: index), merged.head != index else { continue }
      context.report(
        .invalidValue, line: cell.line,
        found: "'\(DocumentNode.shortened(cell.view))' in a merged cell of \(fields.what)",
        expected: "expected null where another cell reaches: its view is in the top leading one")
    }
    let limit = context.limits.mergedGridViews
    if cells.count > limit, cells.keys.contains(where: { arrangement.mergedCells(at: $0) != nil }) {
      context.reportLimit(
        limit, line: line, found: "\(cells.count) views in a grid with merged cells")
    }
  }

  private func hasRoom(_ count: Int, _ what: String, _ line: Int) -> Bool {
    let limit = GridArrangement.trackLimit
    guard count > limit else { return true }
    context.reportLimit(limit, line: line, found: "\(count) \(what) in a grid")
    return false
  }

  /// The number of columns that a cell spans, or 1 if it cannot be read.
  private static func span(_ node: DocumentNode?) -> Int {
    guard let node,
      let number = Fields.number(node, in: 1...Double(GridArrangement.trackLimit))
    else { return 1 }
    return Int(number)
  }

  private mutating func readSettings(_ fields: Fields) {
    arrangement.rowSpacing =
      fields.length("rowSpacing", expected: "points") ?? arrangement.rowSpacing
    arrangement.columnSpacing =
      fields.length("columnSpacing", expected: "points") ?? arrangement.columnSpacing
    arrangement.xPlacement = Self.horizontal(fields) ?? arrangement.xPlacement
    arrangement.yPlacement = Self.vertical(fields) ?? arrangement.yPlacement
    arrangement.rowAlignment = Self.alignment(fields) ?? arrangement.rowAlignment
  }

  private mutating func readColumn(_ node: DocumentNode, _ index: Int, of grid: Fields) {
    let read = Fields(
      node, what: "a column of \(grid.what)", keys: Self.columnKeys, into: context)
    guard let fields = read else { return }
    arrangement.columns[index].width = Self.extent("width", fields)
    arrangement.columns[index].leadingPadding = Self.padding("leadingPadding", fields)
    arrangement.columns[index].trailingPadding = Self.padding("trailingPadding", fields)
    arrangement.columns[index].xPlacement = Self.horizontal(fields) ?? .inherited
    let hiding = Self.hiding(fields)
    arrangement.columns[index].isHidden = hiding.isHidden
    columnHiding[index] = hiding.condition
  }

  private mutating func readRow(_ fields: Fields, _ index: Int) {
    arrangement.rows[index].height = Self.extent("height", fields)
    arrangement.rows[index].topPadding = Self.padding("topPadding", fields)
    arrangement.rows[index].bottomPadding = Self.padding("bottomPadding", fields)
    arrangement.rows[index].yPlacement = Self.vertical(fields) ?? .inherited
    arrangement.rows[index].rowAlignment = Self.alignment(fields) ?? .inherited
    let hiding = Self.hiding(fields)
    arrangement.rows[index].isHidden = hiding.isHidden
    rowHiding[index] = hiding.condition
  }

  /// Reads a cell: null, the id of a subview, or a mapping.
  private mutating func readCell(
    _ node: DocumentNode, _ index: GridArrangement.CellIndex, of grid: Fields
  ) {
    if case .null = node.value { return }
    if let id = node.text {
      cells[index] = Cell(view: id, line: node.line, constraints: [])
      return
    }
    guard node.entries != nil else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as a cell of \(grid.what)",
        expected: "expected the id of a subview, null, or {view, rows, columns, ...}")
      return
    }
    let read = Fields(node, what: "a cell of \(grid.what)", keys: Self.cellKeys, into: context)
    guard let fields = read else { return }
    let whole = "a whole number from 1 to \(GridArrangement.trackLimit)"
    let rows = fields.integer("rows", in: 1...GridArrangement.trackLimit, expected: whole) ?? 1
    let columns =
      fields.integer("columns", in: 1...GridArrangement.trackLimit, expected: whole) ?? 1
    do throws(GridError) {
      try arrangement.mergeCells(
        rows: index.row...index.row + rows - 1,
        columns: index.column...index.column + columns - 1)
    } catch {
      context.report(
        .invalidValue, line: node.line, found: "merged cells in \(grid.what): \(error)",
        expected: "expected cells that are in the grid, each merged once")
    }
    arrangement[index].xPlacement = Self.horizontal(fields) ?? .inherited
    arrangement[index].yPlacement = Self.vertical(fields) ?? .inherited
    arrangement[index].rowAlignment = Self.alignment(fields) ?? .inherited
    guard let view = fields.required("view", expected: "the id of a subview") else { return }
    cells[index] = Cell(
      view: view, line: fields.line(of: "view"), constraints: fields.list("constraints"))
  }

  // MARK: Values

  private static func horizontal(_ fields: Fields) -> GridArrangement.Placement? {
    let word: HorizontalWord? = fields.word("xPlacement")
    return switch word {
    case nil: nil
    case .leading: .leading
    case .trailing: .trailing
    case .center: .center
    case .fill: .fill
    case .some(.none): GridArrangement.Placement.none
    }
  }

  private static func vertical(_ fields: Fields) -> GridArrangement.Placement? {
    let word: VerticalWord? = fields.word("yPlacement")
    return switch word {
    case nil: nil
    case .top: .top
    case .bottom: .bottom
    case .center: .center
    case .fill: .fill
    case .some(.none): GridArrangement.Placement.none
    }
  }

  private static func alignment(_ fields: Fields) -> GridArrangement.RowAlignment? {
    let word: AlignmentWord? = fields.word("rowAlignment")
    return switch word {
    case nil: nil
    case .some(.none): GridArrangement.RowAlignment.none
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    }
  }

  private static func extent(_ key: String, _ fields: Fields) -> Double? {
    fields.number(
      key, in: 0...Fields.longest, expected: "points, a number from 0 to a million")
  }

  private static func padding(_ key: String, _ fields: Fields) -> Double {
    fields.length(key, expected: "points") ?? 0
  }

  /// Reads the key `hidden` of a row or column: a boolean or a condition.
  private static func hiding(_ fields: Fields) -> (isHidden: Bool, condition: Hiding?) {
    guard let node = fields["hidden"] else { return (false, nil) }
    switch node.value {
    case .bool(let isHidden): return (isHidden, nil)
    case .text:
      let text = fields.text("hidden")
      return (false, text.map { Hiding(text: $0, line: fields.line(of: "hidden")) })
    default:
      fields.report("hidden", node, expected: "true, false or a condition such as \"not {image}\"")
      return (false, nil)
    }
  }
}

/// A grid of a document, with a guide for each row or column that a condition hides.
struct TrackedGrid {
  let declaration: GridDeclaration
  /// How each row is hidden, from the top.
  var rows: [TemplateGrid.Track] = []
  /// How each column is hidden, from the leading edge.
  var columns: [TemplateGrid.Track] = []
}

/// A grid of a template, with the indices of its constraints in the layout system.
public struct TemplateGrid: Hashable, Sendable {
  /// The constraints that the grid may impose.
  public var program: GridProgram
  /// Index in `system.constraints` of the program's first constraint.
  ///
  /// The other constraints of the program follow it.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints; `nil` for a constraint that always holds.
  public var groups: [Int?]
  /// Engine group of the constraints that the cell of each view declares; shape `[program.views]`.
  ///
  /// It is `nil` if these constraints always hold, or if there are none.
  public var cellGroups: [Int?]
  /// How each row is hidden, from the top.
  public var rows: [Track]
  /// How each column is hidden, from the leading edge.
  public var columns: [Track]

  /// How a row or column is hidden.
  public enum Track: Hashable, Sendable {
    /// It is never hidden.
    case shown
    /// It is always hidden.
    case hidden
    /// It is hidden while the guide at this index of the template's views is hidden.
    case guide(Int)
  }

  /// Whether a condition turns any of the grid's constraints on and off.
  var isSwitched: Bool { (groups + cellGroups).contains { $0 != nil } }
}
