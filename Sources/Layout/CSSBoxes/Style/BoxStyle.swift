package import LayoutPrimitives
import TextMeasurement

/// The computed style of a box: the CSS properties that its layout depends on.
///
/// Each property has its initial value, except that `display` is `block`.
package struct BoxStyle: Hashable, Sendable {
  /// The box and the layout of its contents: CSS's `display`.
  package enum Display: String, Hashable, Sendable, CaseIterable {
    case none, contents, block, flex, inline
    case flowRoot = "flow-root"
    case listItem = "list-item"
    case inlineBlock = "inline-block"
    case inlineFlex = "inline-flex"
    case table
    case inlineTable = "inline-table"
    case tableCaption = "table-caption"
    case tableColumnGroup = "table-column-group"
    case tableColumn = "table-column"
    case tableHeaderGroup = "table-header-group"
    case tableRowGroup = "table-row-group"
    case tableFooterGroup = "table-footer-group"
    case tableRow = "table-row"
    case tableCell = "table-cell"
    /// The older notation of a flex container, or of a block whose lines are clamped.
    case webkitBox = "-webkit-box"
    case webkitInlineBox = "-webkit-inline-box"

    /// Whether the box would be on a line.
    package var isInline: Bool {
      self == .inline || self == .inlineBlock || self == .inlineFlex || self == .inlineTable
    }
    /// Whether the box is a flex container.
    package var isFlex: Bool { self == .flex || self == .inlineFlex }
    /// Whether the box is a table.
    var isTable: Bool { self == .table || self == .inlineTable }
    /// Whether the box is a group of rows.
    var isRowGroup: Bool {
      self == .tableRowGroup || self == .tableHeaderGroup || self == .tableFooterGroup
    }
    /// Whether the box is a part of a table other than a cell or a caption, which has no lines.
    var isTableStructure: Bool {
      isRowGroup || self == .tableRow || self == .tableColumn || self == .tableColumnGroup
    }
    /// Whether the box is a part of a table, and is in an anonymous one if none is around it.
    var isTablePart: Bool { isTableStructure || self == .tableCell || self == .tableCaption }
    /// The value for a box that is never on a line or a part of a table.
    ///
    /// Source: CSS 2.2, 9.7.
    var blockified: Display {
      switch self {
      case .inlineFlex: .flex
      case .inlineTable: .table
      case .none, .contents, .block, .flex, .flowRoot, .listItem, .table, .webkitBox,
        .webkitInlineBox:
        self
      default: .block
      }
    }
  }
  /// CSS's `float`.
  package enum Float: String, Hashable, Sendable, CaseIterable {
    case none, left, right
    case inlineStart = "inline-start"
    case inlineEnd = "inline-end"
  }
  /// CSS's `clear`.
  package enum Clear: String, Hashable, Sendable, CaseIterable {
    case none, left, right, both
    case inlineStart = "inline-start"
    case inlineEnd = "inline-end"
  }
  /// CSS's `position`.
  package enum Position: String, Hashable, Sendable, CaseIterable {
    case `static`, relative, absolute
  }
  /// CSS's `box-sizing`.
  package enum BoxSizing: String, Hashable, Sendable, CaseIterable {
    case contentBox = "content-box"
    case borderBox = "border-box"

    /// A length as the size of a border box.
    @inline(__always)
    func borderBox(_ length: LayoutUnit, _ edges: LayoutUnit) -> LayoutUnit {
      let length = length.notNegative
      return self == .contentBox ? length + edges : max(length, edges)
    }
  }
  /// CSS's `overflow`.
  package enum Overflow: String, Hashable, Sendable, CaseIterable {
    case visible, hidden, clip, scroll, auto

    /// Whether a box with the value is a scroll container.
    var scrolls: Bool { self != .visible && self != .clip }
  }
  /// CSS's `flex-direction`.
  package enum FlexDirection: String, Hashable, Sendable, CaseIterable {
    case row, column
    case rowReverse = "row-reverse"
    case columnReverse = "column-reverse"

    var isRow: Bool { self == .row || self == .rowReverse }
    var isReverse: Bool { self == .rowReverse || self == .columnReverse }
  }
  /// CSS's `flex-wrap`.
  package enum FlexWrap: String, Hashable, Sendable, CaseIterable {
    case nowrap, wrap
    case wrapReverse = "wrap-reverse"
  }
  /// Where the values `-webkit-left`, `-webkit-center` and `-webkit-right` of `text-align` place
  /// boxes inside.
  package enum BlockAlign: Hashable, Sendable { case left, center, right }
  /// CSS's `container-type`.
  package enum ContainerType: String, Hashable, Sendable, CaseIterable {
    case normal
    case inlineSize = "inline-size"
  }
  /// CSS's `aspect-ratio`.
  package struct AspectRatio: Hashable, Sendable {
    package var width: Double
    package var height: Double
    /// Whether the natural ratio of a picture is used instead, if it has one.
    package var isAuto: Bool

    /// Creates a ratio of width to height.
    package init(width: Double, height: Double, isAuto: Bool = false) {
      self.width = width
      self.height = height
      self.isAuto = isAuto
    }
  }

  /// Whether percentages of heights inside refer to the box around, as in an anonymous box.
  package var isAnonymous = false
  package var display = Display.block
  package var position = Position.static
  package var float = Float.none
  package var clear = Clear.none
  package var direction = LayoutDirection.leftToRight
  package var boxSizing = BoxSizing.contentBox
  package var width = CSSSize.auto
  package var height = CSSSize.auto
  package var minWidth = CSSSize.auto
  package var minHeight = CSSSize.auto
  /// `max-width`; `auto` stands for `none`.
  package var maxWidth = CSSSize.auto
  /// `max-height`; `auto` stands for `none`.
  package var maxHeight = CSSSize.auto
  package var aspectRatio: AspectRatio?
  /// The margins; `nil` for `auto`.
  package var margin = CSSEdges<CSSLength?>(all: .zero)
  package var padding = CSSEdges<CSSLength>(all: .zero)
  /// The widths of borders, in CSS pixels.
  package var border = CSSEdges<Double>(all: 0)
  /// The insets of a positioned box; `nil` for `auto`.
  package var inset = CSSEdges<CSSLength?>(all: nil)
  package var overflowX = Overflow.visible
  package var overflowY = Overflow.visible
  package var containerType = ContainerType.normal
  /// `-webkit-box-orient`: whether the boxes inside a `-webkit-box` are a column.
  package var hasVerticalOrient = false
  /// Whether the box is a flex container whose `display` is `-webkit-box`.
  package private(set) var isLegacyFlex = false
  /// Maximum number of lines in the block formatting context of the box; 0 for no limit.
  package private(set) var lineClamp = 0
  /// `container-name`; empty for `none`.
  package var containerNames: [String] = []
  package var flexDirection = FlexDirection.row
  package var flexWrap = FlexWrap.nowrap
  package var flexGrow = 0.0
  package var flexShrink = 1.0
  package var flexBasis = CSSSize.auto
  package var order = 0
  package var justifyContent = ContentAlignment.normal
  package var alignContent = ContentAlignment.normal
  package var alignItems = SelfAlignment.normal
  /// `align-self`; `nil` for `auto`.
  package var alignSelf: SelfAlignment?
  /// `justify-items`, for boxes in a block container.
  package var justifyItems = SelfAlignment.normal
  /// `justify-self`, for absolute boxes and for those in a block container; `nil` for `auto`.
  package var justifySelf: SelfAlignment?
  /// `row-gap`; `normal` is 0.
  package var rowGap = CSSLength.zero
  /// `column-gap`; `normal` is 0.
  package var columnGap = CSSLength.zero

  /// Where boxes inside are that are narrower than this one; `nil` at its start.
  package var blockAlign: BlockAlign?
  /// The properties of tables and of their cells.
  package var table = TableStyle()

  /// Creates the initial style.
  package init() {}

  /// Whether the box is a scroll container along an axis.
  var scrollsX: Bool { overflowX.scrolls || (overflowX == .visible && overflowY.scrolls) }
  var scrollsY: Bool { overflowY.scrolls || (overflowY == .visible && overflowX.scrolls) }
  /// Whether the box is the containing block of absolute boxes inside.
  var isPositioned: Bool { position != .static }
  /// Whether the box is a float, unless the box around it is a flex container.
  package var isFloating: Bool { float != .none && position != .absolute }

  /// Whether the box's contents are in a block formatting context of their own.
  var establishesContext: Bool {
    switch display {
    case .flowRoot, .flex, .inlineFlex, .inlineBlock, .table, .inlineTable, .tableCell,
      .tableCaption:
      true
    default:
      position == .absolute || float != .none || scrollsX || scrollsY || containerType != .normal
        || (alignContent.keyword != .normal && alignContent.keyword != .lastBaseline)
    }
  }
}

extension BoxStyle {
  /// Makes a float a block, and a part of a table that is absolute or an item of a flex container.
  ///
  /// - Parameter outer: The style of the element around; `nil` for the root.
  package mutating func blockify(in outer: BoxStyle?) {
    let isOutside = position == .absolute || outer?.display.isFlex ?? false
    if isFloating || isOutside && display.isTablePart { display = display.blockified }
  }

  /// Replaces a `-webkit-box` by the box that Chromium lays out.
  ///
  /// - Parameter lineClamp: `-webkit-line-clamp`, which has no effect on other boxes; 0 for `none`.
  package mutating func replaceLegacyBox(lineClamp: Int) {
    guard display == .webkitBox || display == .webkitInlineBox else { return }
    let isInline = display == .webkitInlineBox
    if hasVerticalOrient, lineClamp > 0 {
      display = isInline ? .inlineBlock : .flowRoot
      self.lineClamp = lineClamp
      return
    }
    display = isInline ? .inlineFlex : .flex
    isLegacyFlex = true
    flexDirection = hasVerticalOrient ? .column : .row
    flexWrap = .nowrap
    justifyContent = .normal
    alignItems = .normal
  }
}

/// Styles of boxes that an element does not have alone.
extension BoxStyle {
  init(display: Display) {
    self.init()
    self.display = display
  }

  /// The style of a box without an element.
  static func anonymous(direction: LayoutDirection) -> BoxStyle {
    var style = BoxStyle()
    style.direction = direction
    style.isAnonymous = true
    return style
  }

  /// The style of a part of a table without an element.
  ///
  /// - Parameter outer: The style of the element around it, whose table properties it inherits.
  static func anonymous(_ part: Display, in outer: BoxStyle) -> BoxStyle {
    var style = BoxStyle(display: part)
    style.direction = outer.direction
    style.table = outer.table.inherited
    return style
  }

  /// Whether an inline box has margins, borders or padding beside its text.
  var hasInlineEdges: Bool {
    margin.left.map { $0 != .zero } ?? false || margin.right.map { $0 != .zero } ?? false
      || padding.left != .zero
      || padding.right != .zero || border.left != 0 || border.right != 0
  }

  /// Removes the margin, border and padding of one side.
  mutating func removeEdges(left: Bool) {
    if left {
      (margin.left, padding.left, border.left) = (.zero, .zero, 0)
    } else {
      (margin.right, padding.right, border.right) = (.zero, .zero, 0)
    }
  }
}

/// Borders, padding and margins in steps of the layout.
extension BoxStyle {
  /// The widths of border and padding together, in the box's own direction.
  ///
  /// - Parameters:
  ///   - base: The width that percentages refer to.
  ///   - borders: The borders of a table or cell in which borders collapse; `nil` for those of the
  ///     style. Such a table has no padding.
  func edges(_ base: LayoutUnit, scale: Double, borders: BoxEdges? = nil) -> BoxEdges {
    func resolved(_ value: CSSLength) -> LayoutUnit {
      value.resolved(base, scale: scale).notNegative
    }
    let isLeftToRight = direction == .leftToRight
    var edges = borders ?? self.borders(scale: scale)
    if borders != nil, display.isTable { return edges }
    edges.start += resolved(isLeftToRight ? padding.left : padding.right)
    edges.end += resolved(isLeftToRight ? padding.right : padding.left)
    edges.top += resolved(padding.top)
    edges.bottom += resolved(padding.bottom)
    return edges
  }

  /// The widths of the borders; a width above 0 is at least one device pixel, and else whole ones.
  ///
  /// Source: CSS Backgrounds 3, snapping of border widths.
  func borders(scale: Double) -> BoxEdges {
    func width(_ value: Double) -> LayoutUnit {
      guard value > 0 else { return .zero }
      let pixels = value * scale
      return LayoutUnit(pixels < 1 ? 1 : pixels.rounded(.down))
    }
    let isLeftToRight = direction == .leftToRight
    return BoxEdges(
      start: width(isLeftToRight ? border.left : border.right),
      end: width(isLeftToRight ? border.right : border.left), top: width(border.top),
      bottom: width(border.bottom))
  }

  /// The margins of a box, from left to right.
  ///
  /// - Parameter base: The width that percentages refer to.
  func margins(_ base: LayoutUnit, scale: Double) -> BoxMargins {
    func resolved(_ value: CSSLength?) -> LayoutUnit {
      value?.resolved(base, scale: scale) ?? .zero
    }
    return BoxMargins(
      edges: BoxEdges(
        start: resolved(margin.left), end: resolved(margin.right), top: resolved(margin.top),
        bottom: resolved(margin.bottom)),
      startIsAuto: margin.left == nil, endIsAuto: margin.right == nil,
      topIsAuto: margin.top == nil, bottomIsAuto: margin.bottom == nil)
  }
}

/// The properties of a table and of its cells.
package struct TableStyle: Hashable, Sendable {
  /// Where the contents of a cell are that are lower than their row.
  package enum Alignment: Hashable, Sendable {
    case baseline, top, middle, bottom

    /// The alignment by a `vertical-align`; values that are none of cells count as `baseline`.
    init(_ align: VerticalAlign<CSSLength>) {
      switch align {
      case .top: self = .top
      case .middle: self = .middle
      case .bottom: self = .bottom
      default: self = .baseline
      }
    }
  }

  /// Whether adjacent borders are one: CSS's `border-collapse`.
  package var collapsesBorders = false
  /// The distances between columns and between rows, in CSS pixels: CSS's `border-spacing`.
  package var columnSpacing = 0.0
  package var rowSpacing = 0.0
  /// Whether captions are below the rows: CSS's `caption-side`.
  package var captionsAreBelow = false

  /// Whether `table-layout` is `fixed`, which is not inherited.
  package var isFixed = false
  /// The `vertical-align` of a cell, which is not inherited.
  package var alignment = Alignment.baseline
  /// The sides with a border whose style is `hidden`, which are not inherited.
  package var hiddenBorders = CSSEdges<Bool>(all: false)

  /// Creates the initial style.
  package init() {}

  /// The properties of an element inside, as far as they are inherited.
  var inherited: TableStyle {
    var style = self
    (style.isFixed, style.alignment) = (false, .baseline)
    style.hiddenBorders = CSSEdges(all: false)
    return style
  }
}

/// Where a box is aligned that overflows: `safe`, `unsafe` or neither.
package enum AlignmentOverflow: Hashable, Sendable { case automatic, safe, unsafe }

/// CSS's `justify-content` and `align-content`.
package struct ContentAlignment: Hashable, Sendable {
  package enum Keyword: String, Hashable, Sendable, CaseIterable {
    case normal, start, end, center, left, right, stretch, baseline
    case lastBaseline = "last baseline"
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"

    var isBaseline: Bool { self == .baseline || self == .lastBaseline }
  }
  package var keyword: Keyword
  /// Whether contents that overflow are aligned at the start.
  package var isSafe: Bool

  /// Creates an alignment.
  package init(_ keyword: Keyword, isSafe: Bool = false) {
    self.keyword = keyword
    self.isSafe = isSafe
  }

  /// The initial value.
  package static let normal = ContentAlignment(.normal)
}

/// CSS's `align-items`, `align-self` and `justify-self`.
package struct SelfAlignment: Hashable, Sendable {
  package enum Keyword: String, Hashable, Sendable, CaseIterable {
    case normal, stretch, start, end, center, left, right, baseline
    case lastBaseline = "last baseline"
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    case selfStart = "self-start"
    case selfEnd = "self-end"
  }
  package let keyword: Keyword
  package let overflow: AlignmentOverflow

  /// Creates an alignment.
  package init(_ keyword: Keyword, overflow: AlignmentOverflow = .automatic) {
    self.keyword = keyword
    self.overflow = overflow
  }

  /// Whether a box that overflows is aligned at the start.
  var isSafe: Bool { overflow == .safe }

  /// The initial value of `align-items`.
  package static let normal = SelfAlignment(.normal)
}
