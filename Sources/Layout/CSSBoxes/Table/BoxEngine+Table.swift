import LayoutPrimitives

/// Tables.
///
/// Source: CSS 2.2, 17; CSS Tables 3.
extension BoxEngine {
  /// The content widths of a table for the boxes around it, without border and padding.
  mutating func tableWidths(_ box: Int, _ grid: TableGrid) -> ContentWidths {
    let columns = columns(of: grid)
    var widths =
      columns.widths(usesShares: !isInCellOrFlex(box)) + grid.columnSpacing * columns.gaps
    let least = captionWidth(grid) - edges(box, nil).inlineSum
    widths.minimum = max(widths.minimum, least)
    widths.maximum = max(widths.maximum, widths.minimum)
    return widths
  }

  /// Whether a table is in a cell or in a flex container, where shares of columns do not count for
  /// its content widths in Chromium.
  private func isInCellOrFlex(_ box: Int) -> Bool {
    var next = boxes[box].parent
    while let outer = next {
      if traits[outer].display == .tableCell || traits[outer].isFlex { return true }
      next = boxes[outer].parent
    }
    return false
  }

  /// The least width of the border box of a table by its captions.
  private mutating func captionWidth(_ grid: TableGrid) -> LayoutUnit {
    var width = LayoutUnit.zero
    for caption in grid.captions { width = max(width, contribution(caption, BoxHeights()).minimum) }
    return width
  }

  /// The width of the border box of a table.
  ///
  /// Source: CSS Tables 3, 3.9.1.
  mutating func tableWidth(
    _ box: Int, _ grid: TableGrid, _ space: BoxSpace, _ edges: BoxEdges
  ) -> LayoutUnit {
    if space.widthMode == .fixed, let width = space.width { return width }
    let columns = columns(of: grid)
    let gaps = grid.columnSpacing * columns.gaps + edges.inlineSum
    let widths = columns.widths(usesShares: true) + gaps
    let style = boxes[box].style.value
    let limits = widthLimits(box, space, edges)
    var used: LayoutUnit
    switch style.width {
    case .minContent: used = widths.minimum
    case .maxContent: used = widths.maximum
    case .fitContent: used = widths.fitting(available(box, space))
    default:
      used =
        width(style.width, box, space, edges)
        ?? (space.widthMode == .stretch
          ? available(box, space) ?? widths.maximum : widths.fitting(available(box, space)))
    }
    // No table is narrower than its cells.
    used = max(limits.least, min(used, limits.most), widths.minimum)
    let captions = captionWidth(grid)
    used = max(used, captions)
    guard grid.columnCount > 0 else {
      if !style.width.isAuto || !style.minWidth.isAuto { return used }
      if captions > .zero { return max(captions, edges.inlineSum) }
      return grid.collapsesBorders ? .zero : used
    }
    let sizes = columns.sizes(in: (used - gaps).notNegative)
    return max(sizes.reduce(gaps, +), captions)
  }

  /// The columns of a table with the widths that their cells may have.
  private mutating func columns(of grid: TableGrid) -> TableColumns {
    var columns = TableColumns(
      count: grid.columnCount, isFixed: grid.isFixed, spacing: grid.columnSpacing)
    for (column, box) in grid.columnBoxes.prefix(grid.columnCount).enumerated() {
      guard let box else { continue }
      columns.declare(column, columnWidths(box, isFixed: grid.isFixed))
    }
    var single = [CellWidths?](repeating: nil, count: grid.columnCount)
    var spanning: [(start: Int, count: Int, widths: CellWidths)] = []
    // Only the first row decides in a fixed layout.
    let cells = grid.isFixed ? grid.rows.first?.cells ?? 0..<0 : grid.cells.indices
    for cell in grid.cells[cells] where cell.column < grid.columnCount {
      let widths = cellWidths(cell.box, isFixed: grid.isFixed)
      let count = boxes[cell.box].span.columns
      if count > 1 {
        spanning.append((cell.column, count, widths))
      } else if single[cell.column] == nil {
        single[cell.column] = widths
      } else {
        single[cell.column]?.enclose(widths)
      }
    }
    columns.enclose(single, spanning: spanning)
    return columns
  }

  /// The widths that the style of a column declares.
  private func columnWidths(_ box: Int, isFixed: Bool) -> CellWidths {
    func length(_ size: CSSSize) -> LayoutUnit? {
      guard case .length(let length) = size, !length.hasPercent else { return nil }
      return length.resolved(.zero, scale: scale).notNegative
    }
    let style = boxes[box].style.value
    let minimum = length(style.minWidth)
    var width = length(style.width)
    // A column has the width of its group.
    if width == nil, !isFixed, let group = boxes[box].parent,
      traits[group].display == .tableColumnGroup
    {
      width = length(boxes[group].style.value.width)
    }
    if let minimum { width = width.map { max($0, minimum) } }
    var percent: Double?
    if case .length(.percent(let share)) = style.width, share > 0 { percent = share }
    return CellWidths(
      minimum: minimum ?? .zero, maximum: width ?? .zero, percent: percent,
      isConstrained: width != nil)
  }

  /// The widths of the border box of a cell.
  private mutating func cellWidths(_ cell: Int, isFixed: Bool) -> CellWidths {
    let style = boxes[cell].style.value
    let edges = edges(cell, nil)
    func length(_ size: CSSSize) -> LayoutUnit? {
      guard case .length(let length) = size, !length.hasPercent else { return nil }
      return style.boxSizing.borderBox(length.resolved(.zero, scale: scale), edges.inlineSum)
    }
    func percent(_ size: CSSSize) -> Double? {
      if case .length(.percent(let percent)) = size { percent } else { nil }
    }
    let set = length(style.width)
    var (minimum, maximum) = (LayoutUnit.zero, set ?? .zero)
    if !isFixed || set == nil {
      let content = innerWidths(cell, BoxSpace()) + edges.inlineSum
      if !isFixed { minimum = max(content.minimum, length(style.minWidth) ?? .zero) }
      if set == nil { maximum = content.maximum }
    }
    if let most = length(style.maxWidth) {
      let most = max(most, length(style.minWidth) ?? .zero)
      minimum = min(minimum, most)
      maximum = min(maximum, most)
    }
    var share = percent(style.width)
    if let most = percent(style.maxWidth) { share = share.map { min($0, most) } }
    return CellWidths(
      minimum: minimum, maximum: max(minimum, maximum), percent: share,
      percentEdges: isFixed && style.boxSizing == .contentBox ? edges.inlineSum : .zero,
      isConstrained: set != nil)
  }

  /// Lays out a table: its captions and its grid of cells.
  mutating func layOutTable(
    _ box: Int, _ grid: TableGrid, _ space: BoxSpace, _ into: inout BoxArrangement
  ) -> BoxResult {
    let edges = edges(box, space.percentWidth)
    let width = usedWidth(box, space, edges)
    let layout = TableLayout(
      grid: grid, edges: edges, width: width, columns: columns(of: grid),
      hasHeight: !boxes[box].style.value.height.isAuto)
    let boxes = boxes
    let isBelow = { (caption: Int) in boxes[caption].style.value.table.captionsAreBelow }
    let top = placeCaptions(
      grid.captions.filter { !isBelow($0) }, in: width, box, &into)
    let gridIndex = into.placements.count
    let bottom = placeCaptions(grid.captions.filter(isBelow), in: width, box, &into)
    var (rows, sections) = measureRows(layout, width - edges.inlineSum)
    let natural = layout.height(of: rows) + top + bottom
    let used = tableHeight(box, space, edges, natural: natural, captions: top + bottom)
    if used > natural {
      layout.raise(&rows, sections, to: used - top - bottom) {
        !boxes[$0].style.value.height.isAuto
      }
    }
    for index in gridIndex..<into.placements.count { into.placements[index].block += used - bottom }
    let baselines = place(rows, layout, top: top, box, &into)
    for child in grid.absolute {
      into.absolute.append(
        StaticPosition(
          box: child, inline: .init(start: edges.start, length: .zero),
          block: .init(start: top + edges.top, length: .zero)))
    }
    var result = BoxResult(width: width, height: used, contentHeight: natural)
    result.firstBaseline = baselines.first
    result.lastBaseline = baselines.last
    result.baselineOnLine = baselines.first
    return result
  }

  /// The height of a table with its captions.
  private func tableHeight(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, natural: LayoutUnit, captions: LayoutUnit
  ) -> LayoutUnit {
    if space.hasFixedHeight, let height = space.height { return max(height, natural) }
    let least = heightLimits(box, space, edges).least
    let set = setHeight(box, space, edges, content: nil) ?? .zero
    return max(natural, max(set, least) + captions)
  }

  /// Places captions one below the other, and returns their height.
  private mutating func placeCaptions(
    _ captions: [Int], in width: LayoutUnit, _ box: Int, _ into: inout BoxArrangement
  ) -> LayoutUnit {
    var bottom = LayoutUnit.zero
    for caption in captions {
      let space = BoxSpace(width: width, percentWidth: width)
      let margins = margins(caption, width, traits[box].direction).edges
      let result = measure(caption, space)
      into.placements.append(
        BoxPlacement(
          box: caption, space: space, inline: margins.start, block: bottom + margins.top,
          width: result.width))
      bottom += margins.blockSum + result.height
    }
    return bottom
  }

  /// The space of a cell.
  private func cellSpace(
    _ cell: TableGrid.Cell, _ layout: TableLayout, _ width: LayoutUnit
  ) -> BoxSpace {
    BoxSpace(
      width: layout.width(of: cell), percentWidth: width, widthMode: .fixed,
      heightMode: .contents)
  }

  /// Lays out the cells.
  ///
  /// - Parameter width: The width that percentages of padding refer to.
  /// - Returns: The heights of the rows, and those of the groups without cells of several rows.
  private mutating func measureRows(
    _ layout: TableLayout, _ width: LayoutUnit
  ) -> (rows: TableRows, sections: [LayoutUnit]) {
    let grid = layout.grid
    var rows: [TableRows.Row] = []
    var spanning: [(rows: Range<Int>, height: LayoutUnit)] = []
    for row in grid.rows {
      var made = TableRows.Row()
      var (ascent, descent): (LayoutUnit?, LayoutUnit) = (nil, .zero)
      var (tallest, fallback): (LayoutUnit, LayoutUnit?) = (.zero, nil)
      for cell in grid.cells[row.cells] {
        let result = measure(cell.box, cellSpace(cell, layout, width))
        let set = cellHeight(cell.box)
        let height = max(result.height, set ?? .zero)
        if let baseline = cellBaseline(cell.box, result, layout, width) {
          ascent = max(ascent ?? baseline, baseline)
          if cell.rows == 1 { descent = max(descent, result.height - baseline) }
        } else if ascent == nil {
          fallback = min(fallback ?? .max, edges(cell.box, width).bottom)
        }
        if cell.rows > 1 {
          made.beginsSpan = true
          spanning.append((cell.row..<cell.row + cell.rows, height))
        } else {
          tallest = max(tallest, height)
          if set != nil { made.isConstrained = true }
        }
      }
      if case .length(let height) = traits[row.box].height {
        made.isConstrained = true
        tallest = max(tallest, height)
      }
      made.height = max(tallest, (ascent ?? .zero) + descent)
      made.baseline = ascent ?? fallback.map { (made.height - $0).notNegative } ?? .zero
      rows.append(made)
    }
    var result = TableRows(rows, spacing: grid.rowSpacing)
    var sections = grid.sections.map { result.height(of: $0.rows) }
    // A cell inside the rows of another one comes first.
    let ordered = spanning.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.rows.upperBound, second.rows.lowerBound, second.height, left.offset)
        < (second.rows.upperBound, first.rows.lowerBound, first.height, right.offset)
    }
    for (_, cell) in ordered {
      result.raise(cell.rows, to: cell.height, isSpan: true)
    }
    for (index, section) in grid.sections.enumerated() {
      if case .length(let height) = traits[section.box].height, height > sections[index] {
        result.raise(section.rows, to: height, isSpan: false)
        sections[index] = height
      }
    }
    return (result, sections)
  }

  /// The baseline of a cell that is aligned at the baseline of its row, from its top; `nil` for
  /// other cells.
  ///
  /// Contents without a baseline have that of their bottom edge.
  private func cellBaseline(
    _ cell: Int, _ result: BoxResult, _ layout: TableLayout, _ width: LayoutUnit
  ) -> LayoutUnit? {
    guard boxes[cell].style.value.table.alignment == .baseline else { return nil }
    if let baseline = result.firstBaseline { return baseline }
    guard boxes[cell].children.contains(where: { !traits[$0].isAbsolute }) else { return nil }
    return result.contentHeight - edges(cell, width).bottom
  }

  /// The height that the style sets for a cell, which is a minimum; `nil` for none.
  private func cellHeight(_ cell: Int) -> LayoutUnit? {
    if case .length(let height) = traits[cell].height { height } else { nil }
  }

  /// Places the cells, rows, groups and columns of a table.
  ///
  /// - Returns: The baselines of the first and of the last row.
  private mutating func place(
    _ rows: TableRows, _ layout: TableLayout, top: LayoutUnit, _ box: Int,
    _ into: inout BoxArrangement
  ) -> (first: LayoutUnit?, last: LayoutUnit?) {
    let grid = layout.grid
    let isLeftToRight = traits[box].isLeftToRight
    func frame(_ inline: LayoutUnit, _ block: LayoutUnit, _ width: LayoutUnit, _ height: LayoutUnit)
      -> InlineBoxPosition
    {
      InlineBoxPosition(
        x: isLeftToRight ? inline : layout.width - inline - width, y: block, width: width,
        height: height)
    }
    let (start, width) = (layout.edges.start + grid.columnSpacing, layout.innerWidth)
    var (first, last): (LayoutUnit?, LayoutUnit?) = (nil, nil)
    var y = top + layout.edges.top
    let gridTop = y
    for section in grid.sections where !section.rows.isEmpty {
      y += grid.rowSpacing
      into.inline.append(
        (section.box, frame(start, y, width, rows.height(of: section.rows))))
      for index in section.rows {
        if index > section.rows.lowerBound { y += grid.rowSpacing }
        let row = rows.rows[index]
        into.inline.append((grid.rows[index].box, frame(start, y, width, row.height)))
        for cell in grid.cells[grid.rows[index].cells] {
          placeCell(cell, rows, layout, top: y, &into)
        }
        first = first ?? y + row.baseline
        last = y + row.baseline
        y += row.height
      }
    }
    placeColumns(grid, into: &into) { column in
      guard column < layout.offsets.count else { return nil }
      return frame(
        layout.offsets[column], gridTop + grid.rowSpacing, layout.sizes[column],
        (y - gridTop - grid.rowSpacing).notNegative)
    }
    return (first, last)
  }

  private func placeColumns(
    _ grid: TableGrid, into: inout BoxArrangement, frame: (Int) -> InlineBoxPosition?
  ) {
    var placed: Set<Int> = []
    for (column, box) in grid.columnBoxes.enumerated() {
      guard let box, placed.insert(box).inserted, let frame = frame(column) else { continue }
      into.inline.append((box, frame))
    }
  }

  /// Places a cell, whose contents are aligned in its rows.
  private mutating func placeCell(
    _ cell: TableGrid.Cell, _ rows: TableRows, _ layout: TableLayout, top: LayoutUnit,
    _ into: inout BoxArrangement
  ) {
    let inner = layout.width - layout.edges.inlineSum
    var space = cellSpace(cell, layout, inner)
    let natural = measure(cell.box, space)
    let height = rows.height(of: cell.row..<cell.row + cell.rows)
    let free = (height - natural.contentHeight).notNegative
    let isDefinite =
      cellHeight(cell.box) != nil || layout.hasHeight && height > natural.height
    (space.height, space.heightMode) = (height, isDefinite ? .fixed : .fixedIndefinite)
    space.contentShift =
      switch boxes[cell.box].style.value.table.alignment {
      case .top: .zero
      case .middle: free / 2
      case .bottom: free
      case .baseline:
        cellBaseline(cell.box, natural, layout, inner).map { rows.rows[cell.row].baseline - $0 }
          ?? .zero
      }
    into.placements.append(
      BoxPlacement(
        box: cell.box, space: space, inline: layout.offsets[cell.column], block: top,
        width: layout.width(of: cell)))
  }
}

/// The columns of a table of a width.
private struct TableLayout {
  let grid: TableGrid
  let edges: BoxEdges
  /// Width of the border box.
  let width: LayoutUnit
  /// The widths of the columns, and their distances from the start of the border box.
  let sizes: [LayoutUnit]
  let offsets: [LayoutUnit]

  /// Whether the style sets the height of the table.
  let hasHeight: Bool

  init(
    grid: TableGrid, edges: BoxEdges, width: LayoutUnit, columns: TableColumns, hasHeight: Bool
  ) {
    (self.grid, self.edges, self.width, self.hasHeight) = (grid, edges, width, hasHeight)
    let gaps = grid.columnSpacing * columns.gaps
    let sizes = columns.sizes(in: (width - edges.inlineSum - gaps).notNegative)
    var offset = edges.start + grid.columnSpacing
    var isFirst = true
    offsets = zip(columns.columns, sizes).map { column, size in
      // Columns that take no space are at the end of the one before.
      if column.isMergeable, size == .zero { return offset }
      if !isFirst { offset += grid.columnSpacing }
      isFirst = false
      defer { offset += size }
      return offset
    }
    self.sizes = sizes
  }

  /// The width of rows.
  var innerWidth: LayoutUnit { (width - edges.inlineSum - grid.columnSpacing * 2).notNegative }

  /// The width of the border box of a cell.
  func width(of cell: TableGrid.Cell) -> LayoutUnit {
    let last = cell.column + cell.columns - 1
    guard last < sizes.count else { return .zero }
    return (offsets[last] + sizes[last] - offsets[cell.column]).notNegative
  }

  /// The height of the grid.
  func height(of rows: TableRows) -> LayoutUnit {
    var height = edges.blockSum
    let sections = grid.sections.filter { !$0.rows.isEmpty }
    for section in sections { height += rows.height(of: section.rows) + grid.rowSpacing }
    return sections.isEmpty ? height : height + grid.rowSpacing
  }

  /// Raises the rows until the grid has a height: those of the bodies, or all without bodies.
  ///
  /// - Parameter isSet: Whether the style of a group sets its height; such a group grows last.
  func raise(
    _ rows: inout TableRows, _ heights: [LayoutUnit], to height: LayoutUnit, isSet: (Int) -> Bool
  ) {
    let filled = grid.sections.indices.filter { !grid.sections[$0].rows.isEmpty }
    let whole =
      height - edges.blockSum - grid.rowSpacing * (filled.count + 1)
      - filled.reduce(.zero) { $0 + heights[$1] }
    guard whole > .zero else { return }
    let bodies = filled.filter { grid.sections[$0].isBody }
    var growing = bodies.isEmpty ? filled : bodies
    if growing.contains(where: { !isSet(grid.sections[$0].box) }) {
      growing.removeAll { isSet(grid.sections[$0].box) }
    }
    let sizes = TableColumns.shared(
      whole, heights, weights: heights, heights.indices.map(growing.contains))
    for index in growing {
      rows.raise(grid.sections[index].rows, to: sizes[index], isSpan: false)
    }
  }
}
