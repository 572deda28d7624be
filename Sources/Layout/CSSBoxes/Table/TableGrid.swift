import LayoutPrimitives

/// The rows, columns and cells of a table, which do not depend on its contents.
///
/// Source: HTML standard, section 4.9.12; CSS 2.2, 17.
final class TableGrid: Sendable {
  /// A cell with its place in the table.
  struct Cell: Sendable {
    let box: Int
    let row: Int
    let column: Int
    /// Numbers of rows and columns that the cell has, from 1.
    let rows: Int
    var columns: Int
  }

  /// A row with its cells.
  struct Row: Sendable {
    let box: Int
    let cells: Range<Int>
  }

  /// A group of rows.
  struct Section: Sendable {
    let box: Int
    let rows: Range<Int>
    /// Whether the group is neither the header nor the footer.
    let isBody: Bool
  }

  /// The groups from top to bottom: the header, the bodies and the footer.
  let sections: [Section]
  let rows: [Row]
  /// The cells, row by row.
  let cells: [Cell]
  /// The boxes of the columns that have one, by column; those without cells may be more.
  let columnBoxes: [Int?]
  /// Number of columns.
  let columnCount: Int
  let captions: [Int]
  /// The absolute boxes among the parts of the table.
  let absolute: [Int]
  let isFixed: Bool
  let collapsesBorders: Bool
  /// The distances between columns and between rows.
  let columnSpacing: LayoutUnit
  let rowSpacing: LayoutUnit
  /// The borders of the table and of its cells, by box, where borders collapse.
  let borders: [Int: BoxEdges]

  /// Maximum number of columns; cells beyond are in the last one.
  static let columnLimit = 10_000

  /// Finds the parts of a table.
  init(_ table: Int, in boxes: [CSSBox], scale: Double) {
    var parts = Parts(boxes: boxes)
    for child in boxes[table].children { parts.add(child) }
    let style = boxes[table].style.value
    isFixed = style.table.isFixed && !style.width.isAuto
    var placed = PlacedCells(boxes: boxes, sections: parts.ordered)
    // Without a fixed layout, only cells that begin in a column, and columns with a width, make one.
    var count = 0
    for cell in placed.cells { count = max(count, cell.column + (isFixed ? cell.columns : 1)) }
    for (column, box) in parts.columns.enumerated() {
      guard isFixed || box.map({ !boxes[$0].style.value.width.isAuto }) ?? false else { continue }
      count = max(count, column + 1)
    }
    columnCount = min(count, Self.columnLimit)
    for index in placed.cells.indices {
      let cell = placed.cells[index]
      placed.cells[index].columns = max(1, min(cell.columns, columnCount - cell.column))
    }
    sections = placed.sections
    rows = placed.rows
    cells = placed.cells
    columnBoxes = parts.columns
    captions = parts.captions
    absolute = parts.absolute + placed.absolute
    collapsesBorders = style.table.collapsesBorders
    func spacing(_ length: Double) -> LayoutUnit {
      // Chromium has whole pixels here.
      LayoutUnit((min(length, 32_767) * scale).rounded(.down))
    }
    let hasSpacing = !collapsesBorders && columnCount > 0
    columnSpacing = hasSpacing ? spacing(style.table.columnSpacing) : .zero
    rowSpacing = hasSpacing ? spacing(style.table.rowSpacing) : .zero
    if collapsesBorders {
      var collapsed = CollapsedBorders(rows: placed.rows.count, columns: columnCount)
      collapsed.add(
        placed,
        parts.groups
          + parts.columns.enumerated().compactMap { column, box in
            box.map { ($0, column..<column + 1) }
          }, table, boxes, scale)
      borders = collapsed.borders(of: placed.cells, table, boxes)
    } else {
      borders = [:]
    }
  }

  /// The parts of a table, in the order of the document.
  private struct Parts {
    let boxes: [CSSBox]
    private(set) var columns: [Int?] = []
    private(set) var groups: [(box: Int, columns: Range<Int>)] = []
    private(set) var captions: [Int] = []
    private(set) var absolute: [Int] = []
    private var header: Int?
    private var footer: Int?
    private var bodies: [Int] = []

    init(boxes: [CSSBox]) { self.boxes = boxes }

    /// The groups of rows from top to bottom.
    var ordered: [(box: Int, isBody: Bool)] {
      (header.map { [($0, false)] } ?? []) + bodies.map { ($0, true) }
        + (footer.map { [($0, false)] } ?? [])
    }

    mutating func add(_ box: Int) {
      let style = boxes[box].style.value
      if style.position == .absolute {
        absolute.append(box)
        return
      }
      switch style.display {
      case .tableCaption: captions.append(box)
      case .tableColumn: addColumns(box)
      case .tableColumnGroup:
        let first = columns.count
        if boxes[box].children.isEmpty { addColumns(box) }
        for column in boxes[box].children { addColumns(column) }
        groups.append((box, first..<columns.count))
      case .tableHeaderGroup where header == nil: header = box
      case .tableFooterGroup where footer == nil: footer = box
      default: bodies.append(box)
      }
    }

    private mutating func addColumns(_ box: Int) {
      for _ in 0..<min(boxes[box].span.columns, TableGrid.columnLimit - columns.count) {
        columns.append(box)
      }
    }
  }

  /// The cells at their places.
  fileprivate struct PlacedCells {
    var cells: [Cell] = []
    private(set) var rows: [Row] = []
    private(set) var sections: [Section] = []
    private(set) var absolute: [Int] = []

    init(boxes: [CSSBox], sections: [(box: Int, isBody: Bool)]) {
      for (section, isBody) in sections {
        let start = rows.count
        let inside = boxes[section].children.filter { boxes[$0].style.value.position != .absolute }
        absolute += boxes[section].children.filter { boxes[$0].style.value.position == .absolute }
        // For each column, the first row that no cell above reaches.
        var free: [Int] = []
        for (index, row) in inside.enumerated() {
          let first = cells.count
          var column = 0
          for cell in boxes[row].children {
            if boxes[cell].style.value.position == .absolute {
              absolute.append(cell)
              continue
            }
            while column < free.count, free[column] > index { column += 1 }
            let span = boxes[cell].span
            column = min(column, TableGrid.columnLimit - 1)
            let columns = min(span.columns, TableGrid.columnLimit - column)
            let rest = inside.count - index
            let rows = span.rows == 0 ? rest : min(span.rows, rest)
            while free.count < column + columns { free.append(0) }
            for place in column..<column + columns { free[place] = max(free[place], index + rows) }
            cells.append(
              Cell(box: cell, row: start + index, column: column, rows: rows, columns: columns))
            column += columns
          }
          rows.append(Row(box: row, cells: first..<cells.count))
        }
        self.sections.append(Section(box: section, rows: start..<rows.count, isBody: isBody))
      }
    }
  }
}

/// The borders between the cells of a table in which borders collapse.
///
/// Of the borders at an edge the widest one is drawn, or none if one of them is hidden; half of its
/// width belongs to each of the cells beside it.
///
/// Source: CSS 2.2, 17.6.2.
private struct CollapsedBorders {
  /// The border at an edge.
  private struct Edge {
    var width = LayoutUnit.zero
    var isHidden = false

    var used: LayoutUnit { isHidden ? .zero : width }
    /// Whether there is a border.
    var isDrawn: Bool { isHidden || width > .zero }
  }

  private let rows: Int
  private let columns: Int
  /// The edges of each row: for each column that at its start and that above it.
  private var edges: [Edge] = []
  /// Number of edges of each row.
  ///
  /// As in Chromium, rows end after the last column with a border; the edge at the end of a later
  /// column is the first one of the next row.
  private var stride = 0

  /// The borders of one box, as sides of the table's direction.
  private struct Borders {
    var start = Edge()
    var end = Edge()
    var top = Edge()
    var bottom = Edge()

    init(_ style: BoxStyle, _ direction: LayoutDirection, scale: Double) {
      let widths = style.borders(scale: scale)
      let hidden = style.table.hiddenBorders
      start = Edge(width: widths.start, isHidden: hidden.left)
      end = Edge(width: widths.end, isHidden: hidden.right)
      if style.direction == .rightToLeft { swap(&start.isHidden, &end.isHidden) }
      if style.direction != direction { swap(&start, &end) }
      top = Edge(width: widths.top, isHidden: hidden.top)
      bottom = Edge(width: widths.bottom, isHidden: hidden.bottom)
    }

    var isDrawn: Bool { start.isDrawn || end.isDrawn || top.isDrawn || bottom.isDrawn }
  }

  init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  private mutating func merge(_ edge: Edge, at index: Int) {
    guard edge.isDrawn else { return }
    edges[index].width = max(edges[index].width, edge.width)
    if edge.isHidden { edges[index].isHidden = true }
  }

  /// The borders around a range of rows and columns.
  private struct Part {
    let borders: Borders
    let rows: Range<Int>
    let columns: Range<Int>
    /// Whether the part is a cell of several rows or columns.
    let spans: Bool

    /// The last column and the last row of which edges are needed.
    var lastColumn: Int {
      let reaches = spans || borders.end.isDrawn || borders.top.isDrawn || borders.bottom.isDrawn
      return reaches ? columns.upperBound - 1 : columns.lowerBound
    }
    var lastRow: Int {
      let reaches = spans || borders.start.isDrawn || borders.end.isDrawn || borders.bottom.isDrawn
      return reaches ? rows.upperBound - 1 : rows.lowerBound
    }
  }

  /// Adds the borders around parts of the table.
  private mutating func add(_ parts: [Part]) {
    var height = 0
    for part in parts {
      stride = max(stride, (part.lastColumn + 2) * 2)
      height = max(height, part.lastRow + 2)
    }
    edges = Array(repeating: Edge(), count: stride * height)
    for part in parts {
      let (rows, columns, borders) = (part.rows, part.columns, part.borders)
      for row in rows {
        merge(borders.start, at: row * stride + columns.lowerBound * 2)
        merge(borders.end, at: row * stride + columns.upperBound * 2)
      }
      for column in columns {
        merge(borders.top, at: rows.lowerBound * stride + column * 2 + 1)
        merge(borders.bottom, at: rows.upperBound * stride + column * 2 + 1)
      }
    }
  }

  /// Adds the borders of all parts of a table.
  mutating func add(
    _ placed: TableGrid.PlacedCells, _ columnBoxes: [(box: Int, columns: Range<Int>)],
    _ table: Int, _ boxes: [CSSBox], _ scale: Double
  ) {
    let direction = boxes[table].style.value.direction
    func borders(_ box: Int) -> Borders { Borders(boxes[box].style.value, direction, scale: scale) }
    let all = 0..<columns
    var parts: [Part] = []
    func add(_ box: Int, _ rows: Range<Int>, _ columns: Range<Int>, spans: Bool = false) {
      let borders = borders(box)
      guard !rows.isEmpty, !columns.isEmpty, spans || borders.isDrawn else { return }
      parts.append(Part(borders: borders, rows: rows, columns: columns, spans: spans))
    }
    for cell in placed.cells {
      add(
        cell.box, cell.row..<cell.row + cell.rows, cell.column..<cell.column + cell.columns,
        spans: cell.rows > 1 || cell.columns > 1)
    }
    for (index, row) in placed.rows.enumerated() { add(row.box, index..<index + 1, all) }
    for section in placed.sections { add(section.box, section.rows, all) }
    for (box, range) in columnBoxes { add(box, 0..<rows, range.clamped(to: all)) }
    add(table, 0..<rows, all)
    self.add(parts)
  }

  /// The borders of the cells and of the table, by box.
  func borders(
    of cells: [TableGrid.Cell], _ table: Int, _ boxes: [CSSBox]
  ) -> [Int: BoxEdges] {
    var result: [Int: BoxEdges] = [:]
    let direction = boxes[table].style.value.direction
    for cell in cells {
      var edges = edges(
        cell.row..<cell.row + cell.rows, cell.column..<cell.column + cell.columns)
      if boxes[cell.box].style.value.direction != direction { swap(&edges.start, &edges.end) }
      result[cell.box] = edges
    }
    guard rows > 0, columns > 0 else {
      result[table] = BoxEdges()
      return result
    }
    result[table] = edges(0..<rows, 0..<columns)
    return result
  }

  private func edges(_ rows: Range<Int>, _ columns: Range<Int>) -> BoxEdges {
    var result = BoxEdges()
    guard stride > 0, columns.lowerBound * 2 < stride, rows.lowerBound * stride < edges.count else {
      return result
    }
    func width(_ index: Int) -> LayoutUnit { index < edges.count ? edges[index].used : .zero }
    for row in rows {
      guard row * stride + columns.lowerBound * 2 < edges.count else { break }
      result.start = max(result.start, width(row * stride + columns.lowerBound * 2))
      result.end = max(result.end, width(row * stride + columns.upperBound * 2))
    }
    for column in columns {
      guard column * 2 + 1 < stride else { break }
      result.top = max(result.top, width(rows.lowerBound * stride + column * 2 + 1))
      result.bottom = max(result.bottom, width(rows.upperBound * stride + column * 2 + 1))
    }
    return BoxEdges(
      start: result.start / 2, end: result.end / 2, top: result.top / 2, bottom: result.bottom / 2)
  }
}
