/// The space in which a box is laid out, and how its size follows from it.
struct BoxSpace: Hashable {
  /// How an automatic width follows from the available width.
  enum WidthMode: UInt8 {
    /// The width of the contents, at most the available width.
    case fit
    /// The available width, for block boxes; a ratio with a definite height is stronger.
    case fill
    /// The available width, because the box is stretched.
    case stretch
    /// The border box has the available width, whatever the style says.
    case fixed
  }
  /// How a height follows from the available height.
  enum HeightMode: UInt8 {
    case auto
    /// As `auto`, but the box's `height` counts as `auto`, too.
    case contents
    /// The border box has the available height, to which percentages refer.
    case fixed
    /// The border box has the available height, but percentages do not refer to it.
    case fixedIndefinite
  }

  /// The available width; `nil` for an unlimited width.
  var width: LayoutUnit?
  /// The available height; `nil` for an unlimited height.
  var height: LayoutUnit?
  /// The width that percentages refer to; `nil` for an indefinite width.
  var percentWidth: LayoutUnit?
  /// The height that percentages refer to; `nil` for an indefinite height.
  var percentHeight: LayoutUnit?
  var widthMode = WidthMode.fill
  var heightMode = HeightMode.auto
  /// Number of lines before the place at which the lines of the block formatting context are clamped,
  /// negative after it; `nil` if they are not clamped.
  var linesLeft: Int?
  /// Whether another box of that context follows, if lines are clamped.
  var isFollowed = false
  /// The space in which a minimum with percentages is resolved: indefinite lengths count as 0.
  func orZero(_ minimum: CSSSize) -> BoxSpace {
    guard minimum.hasPercent else { return self }
    var space = self
    space.percentWidth = percentWidth ?? .zero
    space.percentHeight = percentHeight ?? .zero
    return space
  }
  /// The space without heights, except a fixed one, for a box that does not depend on heights.
  var withoutHeights: BoxSpace {
    var space = self
    space.percentHeight = nil
    if !hasFixedHeight { space.height = nil }
    return space
  }
  /// Whether the border box has the available height.
  var hasFixedHeight: Bool { heightMode == .fixed || heightMode == .fixedIndefinite }
  /// Whether the box around makes the contents a formatting context of their own.
  var isContext = true
  /// The floats before the box, unless it has a formatting context of its own.
  var floats = FloatPlace()
  /// The distance by which the contents of a cell are moved down; `nil` for other boxes.
  var contentShift: LayoutUnit?
}

/// The heights on which the content widths of a box depend.
struct BoxHeights: Hashable {
  /// The height that percentages of the box's own heights refer to; `nil` if it is indefinite.
  var percent: LayoutUnit?
  /// The definite height of the border box that the box around it sets; `nil` if it sets none.
  var fixed: LayoutUnit?

  /// A space with these heights, whose width is unlimited.
  var space: BoxSpace {
    BoxSpace(
      height: fixed ?? percent, percentHeight: percent, widthMode: .fit,
      heightMode: fixed == nil ? .auto : .fixed)
  }
}

/// The result of the layout of a box in a space, without the positions of the boxes inside.
struct BoxResult {
  /// Size of the border box.
  var width: LayoutUnit
  var height: LayoutUnit
  /// Height of the border box by its contents alone.
  var contentHeight: LayoutUnit
  /// Distances of the baselines from the top of the border box; `nil` if there are none.
  var firstBaseline: LayoutUnit?
  var lastBaseline: LayoutUnit? { didSet { baselineOnLine = lastBaseline } }
  /// As `lastBaseline`, but a block that scrolls has the bottom of its margin box in its parent.
  var baselineOnLine: LayoutUnit?
  /// Margins of boxes inside that collapse with the margin above this box.
  var topStrut = MarginStrut()
  /// Margins of boxes inside that collapse with the margin below this box.
  var bottomStrut = MarginStrut()
  /// Whether the margins above and below this box collapse through it; `topStrut` has them all.
  var collapsesThrough = false

  /// The floats before the next box; `none` for a box with a formatting context of its own.
  var floats = FloatLists.List.none
  /// Number of lines of the space that the box does not use; `nil` if lines are not clamped.
  var linesLeft: Int?
  /// Whether contents follow the place in the box at which its lines are clamped.
  var isClamped = false

  /// Moves the baselines of a scroll container into its border box.
  ///
  /// Source: CSS Box Alignment 3, 9.1.
  mutating func keepBaselinesInside() {
    firstBaseline = firstBaseline.map { max(.zero, min($0, height)) }
    lastBaseline = lastBaseline.map { max(.zero, min($0, height)) }
  }
}

/// Adjoining margins, which collapse to their greatest plus their least negative one.
///
/// Source: CSS 2.2, 8.3.1.
struct MarginStrut: Hashable {
  private var positive = LayoutUnit.zero
  private var negative = LayoutUnit.zero

  var sum: LayoutUnit { positive + negative }

  mutating func append(_ margin: LayoutUnit) {
    if margin.steps < 0 {
      negative = min(negative, margin)
    } else {
      positive = max(positive, margin)
    }
  }

  mutating func append(_ other: MarginStrut) {
    positive = max(positive, other.positive)
    negative = min(negative, other.negative)
  }
}

/// The widths of the four sides of a box in the layout, where `start` is the side of the direction.
package struct BoxEdges: Hashable, Sendable {
  package var start = LayoutUnit.zero
  package var end = LayoutUnit.zero
  package var top = LayoutUnit.zero
  package var bottom = LayoutUnit.zero

  var inlineSum: LayoutUnit { start + end }
  var blockSum: LayoutUnit { top + bottom }
}

/// The margins of a box, with those that are `auto` as 0.
struct BoxMargins {
  var edges = BoxEdges()
  var startIsAuto = false
  var endIsAuto = false
  var topIsAuto = false
  var bottomIsAuto = false

  /// The margins with start and end exchanged.
  var mirrored: BoxMargins {
    var other = self
    swap(&other.edges.start, &other.edges.end)
    swap(&other.startIsAuto, &other.endIsAuto)
    return other
  }
}

/// The position of a box inside its parent, found when the parent is arranged.
struct BoxPlacement {
  var box: Int
  var space: BoxSpace
  /// Distance from the inline start edge of the parent's border box.
  var inline: LayoutUnit
  /// Distance from the top of the parent's border box.
  var block: LayoutUnit
  /// Width of the border box.
  var width: LayoutUnit
}

/// Where an absolute box would be if it were in the flow, in the border box of its parent.
struct StaticPosition {
  /// The position along one axis: a range, and the place of the box in it.
  struct Axis {
    enum Place { case start, center, end }

    var start: LayoutUnit
    var length: LayoutUnit
    var place = Place.start
    /// Whether a box that would overflow the containing block is at the start.
    var isSafe = false

    /// The range seen from the other end of a length.
    func mirrored(in whole: LayoutUnit) -> Axis {
      let other: Place =
        switch place {
        case .start: .end
        case .center: .center
        case .end: .start
        }
      return Axis(start: whole - start - length, length: length, place: other, isSafe: isSafe)
    }

    /// The range at another place.
    func moved(by distance: LayoutUnit) -> Axis {
      var axis = self
      axis.start += distance
      return axis
    }

    /// The point of the range at the place of the box.
    var point: LayoutUnit {
      switch place {
      case .start: start
      case .center: start + length / 2
      case .end: start + length
      }
    }
  }

  var box: Int
  /// The position from the inline start edge of the parent's border box.
  var inline: Axis
  var block: Axis
}
