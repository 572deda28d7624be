public import LayoutPrimitives

/// A box whose sublayouts follow each other along an axis.
///
/// The least flexible sublayouts are measured first, and each takes the length that it requires.
/// Once less than `MeasuringPass.minimumRoom` is left, the remaining sublayouts are omitted; of
/// equally flexible sublayouts, those are the last ones. A sublayout whose measured length is 0, or
/// that is hidden, takes no spacing. The views of a hidden sublayout are placed at the end of the
/// previous sublayout.
///
/// Source: LayoutKit's StackLayout, with four differences. Omitted sublayouts do not shift the
/// others. Equal spacing counts only sublayouts with a length. With equal sizes, the stack keeps as
/// many sublayouts as fit with their spacings. A sublayout of length 0 that is stretched pushes no
/// other sublayout out of the stack.
public struct StackLayout: Layout {
  /// The axis along which the sublayouts follow each other.
  public let axis: Axis
  /// Distance between neighbors, in points; for `fillEqualSpacing`, the minimum distance.
  public let spacing: Double
  /// How the stack uses the length that its sublayouts do not require.
  public let distribution: StackDistribution
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view of the box; `nil` for none.
  public let view: ViewDescription?
  /// The sublayouts, from the top or from the leading edge.
  public let sublayouts: [any Layout]

  /// Whether `sublayouts` are in ascending order of flexibility.
  private let isSorted: Bool
  /// Number of sublayouts that are not hidden.
  private let shown: Int
  /// Whether each sublayout is hidden; `nil` if none is.
  private let hidden: [Bool]?
  /// Index of the most flexible sublayout that is not hidden; of equally flexible ones, the last.
  ///
  /// `nil` if none is flexible.
  private let stretchable: Int?

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - axis: The axis along which the sublayouts follow each other.
  ///   - spacing: Distance between neighbors, in points; negative and non-finite numbers count as
  ///     0.
  ///   - distribution: How the stack uses the length that its sublayouts do not require.
  ///   - alignment: The alignment of the box in the available space.
  ///   - flexibility: By default, along the axis the flexibility of the most flexible sublayout,
  ///     and across the axis the flexibility of the least flexible one.
  ///   - view: The view of the box.
  ///   - sublayouts: The sublayouts, from the top or from the leading edge.
  public init(
    axis: Axis, spacing: Double = 0, distribution: StackDistribution = .fillFlexing,
    alignment: Alignment = .fill, flexibility: Flexibility? = nil, view: ViewDescription? = nil,
    sublayouts: [any Layout]
  ) {
    self.axis = axis
    self.spacing = spacing.finiteLength
    self.distribution = distribution
    self.alignment = alignment
    self.view = view
    self.sublayouts = sublayouts
    var along: Int?
    var across: Int? = .max
    var shown = 0
    var isSorted = true
    var last: Int?
    var hidden: [Bool]?
    var stretchable: (index: Int, flexibility: Int)?
    for index in sublayouts.indices {
      let sublayout = Self.traits(of: sublayouts[index])
      let own = sublayout.flexibility
      if Self.isLess(own[axis], last) { isSorted = false }
      last = own[axis]
      if sublayout.isHidden {
        if hidden == nil { hidden = sublayouts.map { _ in false } }
        hidden?[index] = true
        continue
      }
      shown += 1
      if Self.isLess(along, own[axis]) { along = own[axis] }
      if Self.isLess(own[axis.other], across) { across = own[axis.other] }
      if let flexibility = own[axis], flexibility >= stretchable?.flexibility ?? .min {
        stretchable = (index, flexibility)
      }
    }
    self.hidden = hidden
    self.stretchable = stretchable?.index
    self.shown = shown
    self.isSorted = isSorted
    self.flexibility =
      flexibility
      ?? (axis == .horizontal
        ? Flexibility(horizontal: along, vertical: across)
        : Flexibility(horizontal: across, vertical: along))
  }

  /// Flexibility and visibility of a box, in one function so that the box is copied only once.
  private static func traits(
    of layout: any Layout
  ) -> (flexibility: Flexibility, isHidden: Bool) {
    (layout.flexibility, layout.isHidden)
  }

  private func isHidden(_ index: Int) -> Bool { hidden?[index] ?? false }

  /// Indices of the sublayouts in the order of measuring; `nil` for the order of `sublayouts`.
  ///
  /// In an unbounded length no sublayout is omitted, so any order gives the same result.
  private func order(within length: Double) -> [Int]? {
    guard !isSorted, length < .infinity else { return nil }
    return Self.order(sublayouts.map { $0.flexibility[axis] })
  }

  /// Compares two flexibilities; `nil` is less than all numbers.
  private static func isLess(_ one: Int?, _ other: Int?) -> Bool {
    guard let other else { return false }
    return one.map { $0 < other } ?? true
  }

  /// Indices in ascending order of flexibility, and for equal flexibility in ascending order.
  private static func order(_ flexibilities: [Int?]) -> [Int] {
    flexibilities.indices.sorted { one, other in
      if flexibilities[one] == flexibilities[other] { return one < other }
      return isLess(flexibilities[one], flexibilities[other])
    }
  }

  /// Measures the sublayouts, the least flexible first; omits sublayouts for which no length is
  /// left.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    let across = maxSize.across(axis)
    var left = maxSize.along(axis)
    var used = 0.0
    var usedAcross = 0.0
    var longest = 0.0
    var count = 0
    let share =
      distribution == .fillEqualSize
      ? EqualShare(of: left, among: shown, spacing: spacing) : nil
    let order = order(within: left)
    for rank in sublayouts.indices {
      let index = order?[rank] ?? rank
      let sublayout = sublayouts[index]
      if isHidden(index) {
        _ = pass.measure(sublayout, within: .zero)
        continue
      }
      guard left.isRoom, across.isRoom, share == nil || count < share?.count ?? 0 else {
        pass.leaveOut()
        continue
      }
      let size = pass.measure(
        sublayout, within: Size(axis, along: share?.length ?? left, across: across))
      count += 1
      let length = size.along(axis)
      // A sublayout without length does not count across the axis, either.
      guard length > 0 else { continue }
      longest = max(longest, length)
      used += (used > 0 ? spacing : 0) + length
      usedAcross = max(usedAcross, size.across(axis))
      left -= length + spacing
    }
    if share != nil, longest > 0 {
      used = longest * Double(count) + spacing * Double(count - 1)
    }
    return Size(axis, along: used, across: usedAcross)
  }

  /// Places the sublayouts in their order along the axis.
  public func arrangeSublayouts(
    in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass
  ) {
    let end = size.along(axis)
    let order = order(within: measured.maxSize.along(axis))
    let spaces = spaces((end - measured.size.along(axis)).length, end, order, pass)
    var row = Row(cursor: spaces.start, end: end, across: size.across(axis))
    guard let order else {
      for index in sublayouts.indices { place(index, in: &row, spaces, &pass) }
      return
    }
    withUnsafeTemporaryAllocation(
      of: ArrangingPass.Position.self, capacity: sublayouts.count
    ) { positions in
      for index in order {
        positions.initializeElement(at: index, to: pass.next)
        pass.skip(to: pass.position(after: pass.next))
      }
      for index in sublayouts.indices {
        pass.skip(to: positions[index])
        place(index, in: &row, spaces, &pass)
      }
    }
  }

  /// The progress of placing sublayouts along the axis.
  private struct Row {
    /// The end of the last placed sublayout along the axis, in points.
    var cursor: Double
    /// The end of the stack along the axis, in points.
    let end: Double
    /// The length of the stack across the axis, in points.
    let across: Double
    /// Whether no sublayout with a length has been placed yet.
    var isEmpty = true
  }

  /// Places the sublayout with an index, which must be the next one in the pass.
  private func place(
    _ index: Int, in row: inout Row, _ spaces: Distribution, _ pass: inout ArrangingPass
  ) {
    let box = pass[pass.next]
    var length = box.size.along(axis)
    if box.hasRoom {
      if let share = spaces.share, !isHidden(index) { length = share }
      if length > 0 {
        if !row.isEmpty { row.cursor += spaces.spacing }
        row.isEmpty = false
      }
      if index == spaces.stretched { length += spaces.excess }
      // If the frame is shorter than measured, the last sublayouts are cut off.
      row.cursor = min(row.cursor, row.end)
      length = min(length, row.end - row.cursor)
    }
    let room = Rect(axis, offset: row.cursor, along: length, across: row.across)
    let sublayout = sublayouts[index]
    pass.arrange(sublayout, within: room)
    row.cursor += length
  }
}

// Distribution of the length that the sublayouts do not require.
extension StackLayout {
  private struct Distribution {
    /// The distance of the first sublayout from the beginning of the stack, in points.
    var start = 0.0
    /// Distance between neighbors, in points.
    var spacing: Double
    /// The length that the sublayouts do not require, in points.
    var excess: Double
    /// Index of the sublayout that grows by `excess`; `nil` for none.
    var stretched: Int?
    /// The length of every sublayout, in points; `nil` if each keeps its measured length.
    var share: Double?
  }

  /// Computes how the sublayouts are distributed along the axis.
  ///
  /// - Parameters:
  ///   - excess: The length that the sublayouts do not require, in points.
  ///   - length: The length of the stack, in points.
  ///   - order: Indices of the sublayouts in the order of measuring; `nil` for the order of
  ///     `sublayouts`.
  private func spaces(
    _ excess: Double, _ length: Double, _ order: [Int]?, _ pass: ArrangingPass
  ) -> Distribution {
    var spaces = Distribution(spacing: spacing, excess: excess)
    switch distribution {
    case .leading: break
    case .trailing: spaces.start = excess
    case .center: spaces.start = excess / 2
    case .fillEqualSpacing:
      let count = count(order, pass) { $0.size.along(axis) > 0 }
      if count > 1 { spaces.spacing += excess / Double(count - 1) }
    case .fillEqualSize:
      spaces.share =
        EqualShare(of: length, among: count(order, pass) { _ in true }, spacing: spacing).length
    case .fillFlexing:
      if excess > 0 { spaces.stretched = mostFlexible(order, pass) }
    }
    return spaces
  }

  /// Number of the sublayouts that are neither hidden nor omitted, and that meet a condition.
  private func count(
    _ order: [Int]?, _ pass: ArrangingPass, _ condition: (MeasuredBox) -> Bool
  ) -> Int {
    var count = 0
    var position = pass.next
    for rank in sublayouts.indices {
      let box = pass[position]
      let index = order?[rank] ?? rank
      if box.hasRoom, !isHidden(index), condition(box) { count += 1 }
      position = pass.position(after: position)
    }
    return count
  }

  /// Index of the most flexible sublayout that is not omitted; of equally flexible ones, the last.
  ///
  /// `nil` if none is flexible.
  private func mostFlexible(_ order: [Int]?, _ pass: ArrangingPass) -> Int? {
    guard count(order, pass, { _ in true }) < shown else { return stretchable }
    var best: (index: Int, flexibility: Int)?
    var position = pass.next
    for rank in sublayouts.indices {
      let index = order?[rank] ?? rank
      // In both orders, equally flexible sublayouts have ascending indices.
      if pass[position].hasRoom, !isHidden(index),
        let own = sublayouts[index].flexibility[axis], own >= best?.flexibility ?? .min
      {
        best = (index, own)
      }
      position = pass.position(after: position)
    }
    return best?.index
  }
}

extension Axis {
  /// The other axis.
  fileprivate var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// How a stack uses the length that its sublayouts do not require.
public enum StackDistribution: String, Hashable, Sendable, CaseIterable {
  /// The length remains empty after the sublayouts: at the bottom, or at the trailing edge.
  case leading
  /// The length remains empty before the sublayouts: at the top, or at the leading edge.
  case trailing
  /// The length remains empty, one half before the sublayouts and one half after them.
  case center
  /// The spacings between the sublayouts grow equally.
  case fillEqualSpacing
  /// All sublayouts have the same length along the axis.
  case fillEqualSize
  /// Only the most flexible sublayout grows; of equally flexible ones, the last.
  case fillFlexing
}
