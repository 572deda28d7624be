public import LayoutPrimitives

/// A box that arranges its sublayouts, the items, in lines with a number of equally wide columns.
///
/// - Width: the items have `itemWidth`. Without it, they share the available width; if that is
///   infinite, all have the width of the widest item.
/// - Height: the items have `itemHeight`, or else the height that follows from `aspect`. Without
///   both, each line is as high as its tallest item if the available height is infinite. If it is
///   finite, all lines are equally high: the flow measures them at the height of the tallest item
///   of all lines, and they share the height of its frame.
///
/// Lines that do not fit with their spacings, and items that begin outside the available size, are
/// omitted. Hidden items take no column. A flow with only hidden items has the size 0 × 0, without
/// insets.
///
/// Source: Panda's FlowLayoutNode, with two differences: the ratio is width divided by height, and
/// lines share the height only when they are arranged.
public struct FlowLayout: Layout {
  /// Number of columns, at least 1: the number of items in a full line.
  public let columns: Int
  /// Width of every item, in points; `nil` for a share of the available width.
  public let itemWidth: Double?
  /// Height of every item, in points; `nil` if `aspect` or the items determine it.
  public let itemHeight: Double?
  /// Distance between the items of a line, in points.
  ///
  /// If it is `nil`, the width that the items leave is divided into equal distances if `itemWidth`
  /// is set; otherwise the distance is 0.
  public let itemSpacing: Double?
  /// Distance between lines, in points.
  public let lineSpacing: Double
  /// Width divided by height of every item, for items without `itemHeight`; `nil` for no ratio.
  public let aspect: Double?
  /// Insets around all lines, in points.
  public let insets: Insets
  /// Whether there is also an item spacing before the first and after the last item of a line.
  public let withMargin: Bool
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view of the box; `nil` for none.
  public let view: ViewDescription?
  /// The items in reading order: line after line, and in each line from the leading edge.
  public let sublayouts: [any Layout]

  /// Number of items that are not hidden.
  private let shown: Int

  /// Creates a flow.
  ///
  /// Lengths that are negative or not finite count as 0. A ratio that is not positive and finite
  /// counts as `nil`. A number of columns below 1 counts as 1.
  public init(
    columns: Int, itemWidth: Double? = nil, itemHeight: Double? = nil, itemSpacing: Double? = nil,
    lineSpacing: Double = 0, aspect: Double? = nil, insets: Insets = Insets(all: 0),
    withMargin: Bool = false, alignment: Alignment = .fill, flexibility: Flexibility = .flexible,
    view: ViewDescription? = nil, sublayouts: [any Layout]
  ) {
    self.columns = max(1, columns)
    self.itemWidth = itemWidth?.finiteLength
    self.itemHeight = itemHeight?.finiteLength
    self.itemSpacing = itemSpacing?.finiteLength
    self.lineSpacing = lineSpacing.finiteLength
    self.aspect = aspect.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.insets = insets.lengths
    self.withMargin = withMargin
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = view
    self.sublayouts = sublayouts
    shown = sublayouts.count { !$0.isHidden }
  }

  /// Measures every item within its column and line, and returns the size of all lines with insets.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    guard shown > 0 else {
      for sublayout in sublayouts { _ = pass.measure(sublayout, within: .zero) }
      return .zero
    }
    let inner = insets.room(in: maxSize)
    let isOpen = itemWidth == nil && inner.width == .infinity
    let grid = Columns(self, width: inner.width, widest: 0)
    // If the width is unbounded, `aspect` gives a height only once the widest item is measured.
    let fixed = isOpen && itemHeight == nil ? nil : lineHeight(grid.width)
    let share = share(of: inner.height)
    var widest = 0.0
    var tallest = 0.0
    var line = Line()
    var index = 0
    for sublayout in sublayouts {
      guard !sublayout.isHidden else {
        _ = pass.measure(sublayout, within: .zero)
        continue
      }
      let column = index % columns
      if column == 0 { line.next(spacing: lineSpacing) }
      let isKept = share.map { index / columns < $0.count } ?? true
      index += 1
      if let fixed { line.height = fixed }
      let own = Size(
        width: isOpen ? .infinity : min(grid.width, inner.width - grid.x(column)),
        height: share?.length ?? min(fixed ?? .infinity, inner.height - line.y))
      guard isKept, own.isRoom else {
        pass.leaveOut()
        continue
      }
      let size = pass.measure(sublayout, within: own)
      widest = max(widest, size.width)
      tallest = max(tallest, size.height)
      if fixed == nil { line.height = max(line.height, size.height) }
    }
    var content = Size(
      width: Columns(self, width: itemWidth == nil ? inner.width : .infinity, widest: widest).all,
      height: line.y + line.height)
    if let share {
      content.height = tallest > 0 ? height(of: share.count, tallest) : 0
    } else if isOpen, let height = lineHeight(widest) {
      content.height = self.height(of: lines, height)
    }
    return insets.around(content)
  }

  /// Places every item in its column and line; items that do not fit are omitted.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    let inner = insets.inside(size)
    let grid = Columns(self, width: inner.width, widest: 0)
    let heights = heights(inner.height, measuredIn: insets.room(in: measured.maxSize), pass)
    var y = 0.0
    var index = 0
    for sublayout in sublayouts {
      let column = index % columns
      let height = index / columns < heights.count ? heights[index / columns] : 0
      let x = min(grid.x(column), inner.width)
      let top = min(y, inner.height)
      var own = Rect(
        x: inner.x + x, y: inner.y + top, width: min(grid.width, inner.width - x),
        height: min(height, inner.height - top))
      if sublayout.isHidden { own.height = 0 }
      pass.arrange(sublayout, within: own)
      guard !sublayout.isHidden else { continue }
      index += 1
      if index % columns == 0, height > 0 { y += height + lineSpacing }
    }
  }
}

// Positions of columns and heights of lines.
extension FlowLayout {
  /// The columns of a flow in a certain width, all lengths in points.
  private struct Columns {
    /// The width of one column.
    var width: Double
    /// The distance between neighboring columns.
    var spacing: Double
    /// The distance of the first column from the leading edge of all columns.
    var start: Double
    /// The width of all columns together, with their spacings.
    var all: Double

    init(_ flow: FlowLayout, width all: Double, widest: Double) {
      let count = Double(flow.columns)
      let gaps = flow.withMargin ? count + 1 : count - 1
      spacing = flow.itemSpacing ?? 0
      if let itemWidth = flow.itemWidth {
        width = itemWidth
        if flow.itemSpacing == nil, all.isFinite, gaps > 0 {
          spacing = max(0, (all - count * itemWidth) / gaps)
        }
      } else {
        width = all.isFinite ? max(0, (all - gaps * spacing) / count) : widest
      }
      start = flow.withMargin ? spacing : 0
      self.all = count * width + gaps * spacing
    }

    func x(_ column: Int) -> Double { start + Double(column) * (width + spacing) }
  }

  /// The line in which items are currently placed.
  private struct Line {
    /// The number of the line, from 0; -1 before the first line.
    var number = -1
    /// The top of the line, in points.
    var y = 0.0
    /// The height of the line, in points.
    var height = 0.0

    /// Begins the next line; a line without height takes no spacing.
    mutating func next(spacing: Double) {
      if height > 0 { y += height + spacing }
      height = 0
    }
  }

  /// Number of lines that the items which are not hidden require.
  private var lines: Int { shown == 0 ? 0 : (shown - 1) / columns + 1 }

  /// The height of every line for items of a width, in points; `nil` if each item determines its
  /// own.
  private func lineHeight(_ width: Double) -> Double? { itemHeight ?? aspect.map { width / $0 } }

  /// The height of each line if the lines share an available height; `nil` if they do not share it.
  private func share(of room: Double) -> EqualShare? {
    guard itemHeight == nil, aspect == nil, room.isFinite else { return nil }
    return EqualShare(of: room, among: lines, spacing: lineSpacing)
  }

  /// The height of a number of lines of equal height with their spacings, in points.
  private func height(of lines: Int, _ line: Double) -> Double {
    Double(lines) * line + Double(lines - 1) * lineSpacing
  }

  /// The heights of all lines, in points; 0 for omitted lines.
  ///
  /// - Parameters:
  ///   - height: The height that the lines share if they were measured in a finite height, in
  ///     points.
  ///   - room: The size that was available when the flow was measured, in points, without insets.
  private func heights(
    _ height: Double, measuredIn room: Size, _ pass: ArrangingPass
  ) -> [Double] {
    if let kept = share(of: room.height)?.count {
      let length = EqualShare(of: height, among: kept, spacing: lineSpacing).length
      return (0..<lines).map { $0 < kept ? length : 0 }
    }
    var heights = [Double](repeating: 0, count: lines)
    var widest = 0.0
    var position = pass.next
    var index = 0
    for sublayout in sublayouts {
      let box = pass[position]
      position = pass.position(after: position)
      guard !sublayout.isHidden else { continue }
      heights[index / columns] = max(heights[index / columns], box.size.height)
      widest = max(widest, box.size.width)
      index += 1
    }
    let width = Columns(self, width: room.width, widest: widest).width
    guard let all = lineHeight(width) else { return heights }
    return heights.map { _ in all }
  }
}
