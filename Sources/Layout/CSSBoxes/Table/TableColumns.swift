/// The widths that the border box of a cell may have.
struct CellWidths {
  var minimum: LayoutUnit
  var maximum: LayoutUnit
  /// The share of the table, in percent; `nil` for none.
  var percent: Double?
  /// Border and padding that are not part of the share.
  var percentEdges = LayoutUnit.zero
  /// Whether the style sets the width as a length.
  var isConstrained: Bool

  /// Includes another cell of the same column.
  mutating func enclose(_ other: CellWidths) {
    minimum = max(minimum, other.minimum)
    switch (isConstrained, other.isConstrained) {
    case (true, true), (false, false): maximum = max(maximum, other.maximum)
    case (true, false): maximum = max(maximum, other.minimum)
    case (false, true): maximum = max(minimum, other.maximum)
    }
    if other.isConstrained { isConstrained = true }
    if let share = other.percent, share > percent ?? -1 {
      (percent, percentEdges) = (share, other.percentEdges)
    }
  }
}

/// The columns of a table, and the distribution of its width to them.
///
/// Source: CSS Tables 3, 3.9; where that says nothing, Blink's `TableLayoutUtils`.
struct TableColumns {
  /// A column.
  struct Column {
    /// The least width; `nil` without a cell of its own or a declaration.
    var minimum: LayoutUnit?
    /// The greatest width; `nil` as above.
    var maximum: LayoutUnit?
    var percent: Double?
    var percentEdges = LayoutUnit.zero
    /// Whether a style sets the width as a length.
    var isConstrained = false
    /// Whether no cell begins in the column, so that it takes no space.
    var isMergeable = true

    var least: LayoutUnit { minimum ?? .zero }
    var most: LayoutUnit { maximum ?? .zero }

    /// Includes the cells that have the column alone.
    mutating func enclose(_ cell: CellWidths) {
      if let known = minimum {
        minimum = max(known, cell.minimum)
        maximum = max(most, isConstrained && !cell.isConstrained ? cell.minimum : cell.maximum)
        maximum = max(least, most)
      } else {
        (minimum, maximum) = (cell.minimum, cell.maximum)
      }
      if let share = cell.percent, share > percent ?? -1 {
        (percent, percentEdges) = (share, cell.percentEdges)
      }
      if cell.isConstrained { isConstrained = true }
    }

    /// The width by the share of the column.
    func share(of width: LayoutUnit) -> LayoutUnit {
      guard let percent else { return .zero }
      return max(least, LayoutUnit(width.pixels * percent / 100) + percentEdges)
    }

    /// Whether the width is a length.
    var isLength: Bool { isConstrained && percent == nil && maximum != nil }
  }

  private(set) var columns: [Column]
  private let isFixed: Bool
  private let spacing: LayoutUnit

  init(count: Int, isFixed: Bool, spacing: LayoutUnit) {
    columns = Array(repeating: Column(isMergeable: !isFixed), count: count)
    (self.isFixed, self.spacing) = (isFixed, spacing)
  }

  /// Sets the width that the style of a column declares.
  mutating func declare(_ column: Int, _ widths: CellWidths) {
    guard columns.indices.contains(column) else { return }
    columns[column].minimum = widths.minimum
    columns[column].maximum = widths.isConstrained ? widths.maximum : nil
    columns[column].percent = widths.percent
    columns[column].isConstrained = widths.isConstrained
    columns[column].isMergeable =
      !isFixed && widths.maximum == .zero && widths.percent ?? 0 == 0
  }

  /// Includes cells.
  ///
  /// - Parameters:
  ///   - cells: For each column, all cells of that column alone; `nil` without any.
  ///   - spanning: The cells of several columns.
  mutating func enclose(
    _ cells: [CellWidths?], spanning: [(start: Int, count: Int, widths: CellWidths)]
  ) {
    for cell in spanning where columns.indices.contains(cell.start) {
      columns[cell.start].isMergeable = false
    }
    for (index, cell) in cells.enumerated() where index < columns.count {
      guard let cell, !(isFixed && columns[index].isConstrained) else { continue }
      if !isFixed { columns[index].isMergeable = false }
      columns[index].enclose(cell)
    }
    let ordered = spanning.enumerated().sorted {
      ($0.element.count, $0.element.start, $0.offset)
        < ($1.element.count, $1.element.start, $1.offset)
    }
    for (_, cell) in ordered {
      let end = min(cell.start + cell.count, columns.count)
      guard cell.start < end else { continue }
      if isFixed {
        spreadFixed(cell.widths, over: cell.start..<end)
      } else {
        spread(cell.widths, over: cell.start..<end)
      }
    }
    limitShares()
  }

  /// Number of distances beside and between the columns.
  var gaps: Int { max(1, columns.count { !$0.isMergeable }) + 1 }

  private func gaps(in range: Range<Int>) -> LayoutUnit {
    spacing * max(0, columns[range].count { !$0.isMergeable } - 1)
  }

  private mutating func spreadFixed(_ cell: CellWidths, over range: Range<Int>) {
    let inner = spacing * (range.count - 1)
    let least = cell.isConstrained ? (cell.minimum - inner).notNegative : .zero
    let most = (cell.maximum - inner).notNegative
    let each = (least / range.count, most / range.count)
    for index in range {
      if columns[index].minimum == nil {
        if cell.isConstrained { columns[index].isConstrained = true }
        columns[index].minimum = each.0
      }
      if columns[index].maximum == nil {
        if cell.isConstrained { columns[index].isConstrained = true }
        columns[index].maximum = each.1
      }
      if let percent = cell.percent, columns[index].percent == nil, !columns[index].isConstrained {
        columns[index].percent = percent / Double(range.count)
      }
    }
    let last = range.upperBound - 1
    columns[last].minimum = columns[last].least + least - each.0 * range.count
    columns[last].maximum = columns[last].most + most - each.1 * range.count
  }

  private mutating func spread(_ cell: CellWidths, over range: Range<Int>) {
    if let percent = cell.percent { spread(percent: percent, over: range) }
    let inner = gaps(in: range)
    let minimums = sizes(of: range, in: (cell.minimum - inner).notNegative, isConstrained: true)
    for (index, size) in zip(range, minimums) {
      columns[index].minimum = max(columns[index].least, size)
    }
    let maximums = sizes(
      of: range, in: (cell.maximum - inner).notNegative, isConstrained: cell.isConstrained)
    for (index, size) in zip(range, maximums) {
      columns[index].maximum = max(columns[index].least, columns[index].most, size)
    }
  }

  /// Gives columns without a share the rest of the share of a cell.
  private mutating func spread(percent: Double, over range: Range<Int>) {
    let own = range.filter { !columns[$0].isMergeable }
    let others = own.filter { columns[$0].percent == nil }
    let surplus = percent - own.reduce(0) { $0 + (columns[$1].percent ?? 0) }
    guard surplus > 0, !others.isEmpty else { return }
    let total = others.reduce(LayoutUnit.zero) { $0 + columns[$1].most }
    for index in others {
      columns[index].percent =
        total > .zero
        ? surplus * columns[index].most.pixels / total.pixels : surplus / Double(others.count)
    }
  }

  /// Reduces shares that are more than the whole together.
  private mutating func limitShares() {
    var total = 0.0
    for index in columns.indices {
      guard let percent = columns[index].percent else { continue }
      if !isFixed, total + percent > 100 { columns[index].percent = max(0, 100 - total) }
      total += columns[index].percent ?? 0
    }
    guard isFixed, total > 100 else { return }
    for index in columns.indices {
      columns[index].percent = columns[index].percent.map { $0 * 100 / total }
    }
  }

  /// The least and the greatest width of all columns, without distances.
  ///
  /// - Parameter usesShares: Whether the table is as wide as shares of columns ask for.
  func widths(usesShares: Bool) -> ContentWidths {
    var result = ContentWidths.zero
    var (percent, other, byShare) = (0.0, LayoutUnit.zero, LayoutUnit.zero)
    for column in columns {
      result.minimum += isFixed && column.isLength ? column.most : column.least
      result.maximum += column.most
      guard let share = column.percent, share > 0 else {
        other += column.most
        continue
      }
      percent += share
      if column.most > .zero {
        byShare = max(byShare, LayoutUnit(100 / share * (column.most - column.percentEdges).pixels))
      }
    }
    if percent > 0, usesShares {
      var all = LayoutUnit.zero
      if other > .zero {
        all = percent >= 100 ? Self.limit : LayoutUnit(100 / (100 - percent) * other.pixels)
      }
      result.maximum = max(result.maximum, all, byShare)
    }
    result.maximum = max(result.maximum, result.minimum)
    return result
  }

  /// The greatest width of a table by the shares of its columns.
  private static let limit = LayoutUnit(1_000_000)

  /// The width of each column in a table.
  ///
  /// - Parameter width: The width of all columns together.
  func sizes(in width: LayoutUnit) -> [LayoutUnit] {
    isFixed ? fixedSizes(in: width) : sizes(of: columns.indices, in: width, isConstrained: true)
  }
}

extension TableColumns {
  /// Distributes a width to columns of an automatic layout.
  ///
  /// - Parameter isConstrained: Whether columns of a set width grow beyond it where no others are.
  private func sizes(
    of range: Range<Int>, in width: LayoutUnit, isConstrained: Bool
  ) -> [LayoutUnit] {
    let columns = columns[range]
    let used = columns.indices.filter { !columns[$0].isMergeable }
    var sizes = [LayoutUnit](repeating: .zero, count: range.count)
    guard !used.isEmpty else { return sizes }
    let least = used.reduce(LayoutUnit.zero) { $0 + columns[$1].least }
    let target = max(width, least)
    /// The widths of a guess, by the kinds of columns that have grown.
    func guess(_ shares: Bool, _ lengths: Bool, _ others: Bool) -> [LayoutUnit] {
      used.map { index in
        let column = columns[index]
        if column.percent != nil { return shares ? column.share(of: target) : column.least }
        let grows = column.isConstrained ? lengths : others
        return grows ? column.most : column.least
      }
    }
    var low = guess(false, false, false)
    func assign(_ result: [LayoutUnit]) -> [LayoutUnit] {
      for (index, size) in zip(used, result) { sizes[index - range.lowerBound] = size }
      return sizes
    }
    func sum(_ list: [LayoutUnit]) -> LayoutUnit { list.reduce(.zero, +) }
    if sum(low) >= target { return assign(low) }
    let kinds: [(Column) -> Bool] = [
      { $0.percent != nil }, { $0.percent == nil && $0.isConstrained },
      { $0.percent == nil && !$0.isConstrained },
    ]
    let guesses = [guess(true, false, false), guess(true, true, false), guess(true, true, true)]
    for (kind, high) in zip(kinds, guesses) {
      if sum(high) >= target {
        // In a table as wide as its contents, no line may break by a rounding.
        if sum(high) == target { return assign(high) }
        let growth = zip(low, high).map { $1 - $0 }
        let isGrowing = used.map { kind(columns[$0]) }
        return assign(Self.shared(target - sum(low), low, weights: growth, isGrowing))
      }
      low = high
    }
    let present = kinds.map { kind in used.contains { kind(columns[$0]) } }
    let kind: Int
    if present[2] {
      kind = 2
    } else if present[1], isConstrained {
      kind = 1
    } else if present[0] {
      kind = 0
    } else {
      return sizes
    }
    let isGrowing = used.map { kinds[kind](columns[$0]) }
    guard kind == 0 else {
      return assign(
        Self.shared(target - sum(low), low, weights: used.map { columns[$0].most }, isGrowing))
    }
    // Shares grow by their percentages, and other columns get nothing.
    let free = target - sum(low)
    let percents = used.map { columns[$0].percent ?? 0 }
    let total = percents.reduce(0, +)
    let growing = percents.indices.filter { isGrowing[$0] }
    var shares = zip(low, isGrowing).map { $1 ? $0 : .zero }
    var rest = free
    for index in growing {
      let part =
        total > 0 ? LayoutUnit(free.pixels * percents[index] / total) : free / growing.count
      shares[index] += part
      rest -= part
    }
    if let last = growing.last { shares[last] += rest }
    return assign(shares)
  }

  /// Adds parts of a length to sizes, in proportion to weights; the last one has the rest.
  static func shared(
    _ width: LayoutUnit, _ sizes: [LayoutUnit], weights: [LayoutUnit], _ isGrowing: [Bool]
  ) -> [LayoutUnit] {
    var sizes = sizes
    let growing = sizes.indices.filter { isGrowing[$0] }
    guard let last = growing.last else { return sizes }
    let total = growing.reduce(0) { $0 + Int(weights[$1].steps) }
    var rest = width
    for index in growing {
      let part =
        total > 0
        ? LayoutUnit(clamping: Int(width.steps) * Int(weights[index].steps) / total)
        : width / growing.count
      sizes[index] += part
      rest -= part
    }
    sizes[last] += rest
    return sizes
  }

  /// Distributes a width to columns of a fixed layout.
  private func fixedSizes(in width: LayoutUnit) -> [LayoutUnit] {
    var sizes = [LayoutUnit](repeating: .zero, count: columns.count)
    let shares = columns.indices.filter { columns[$0].percent != nil }
    let lengths = columns.indices.filter { columns[$0].isLength && columns[$0].most != .zero }
    // A width of 0 counts as `auto`, but grows only if all columns have it.
    let zeros = columns.indices.filter {
      columns[$0].percent == nil && columns[$0].isConstrained && columns[$0].most == .zero
    }
    let others = columns.indices.filter {
      columns[$0].percent == nil && !columns[$0].isConstrained
    }
    let allShares = shares.reduce(LayoutUnit.zero) { $0 + columns[$1].share(of: width) }
    let allLengths = lengths.reduce(LayoutUnit.zero) { $0 + columns[$1].most }
    var assigned = LayoutUnit.zero
    var last: Int?
    /// Sets widths, scaled to a sum if they are too wide, or if no other column fills the rest.
    func set(
      _ list: [Int], _ size: (Column) -> LayoutUnit, all: LayoutUnit, to target: LayoutUnit,
      scales: Bool
    ) {
      for index in list {
        last = index
        sizes[index] = size(columns[index])
        if scales {
          sizes[index] =
            all == .zero
            ? LayoutUnit(target.pixels / Double(list.count))
            : LayoutUnit(Double(Float(target.pixels / all.pixels)) * sizes[index].pixels)
        }
        assigned += sizes[index]
      }
    }
    let target = (width - allShares).notNegative
    set(
      lengths, \.most, all: allLengths, to: target,
      scales: allLengths < target && others.isEmpty || allLengths > width)
    if assigned >= width { return sizes }
    let left = width - assigned
    set(
      shares, { $0.share(of: width) }, all: allShares, to: left,
      scales: allShares < left && others.isEmpty || allShares > left)
    let growing = zeros.count == columns.count ? zeros : others
    let rest = width - assigned
    for index in growing {
      last = index
      sizes[index] = LayoutUnit(rest.pixels / Double(growing.count))
      assigned += sizes[index]
    }
    if let last { sizes[last] += width - assigned }
    return sizes
  }
}
