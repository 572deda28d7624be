import LayoutPrimitives

/// What the layout asks most often of a box, in steps and without references.
struct BoxTraits: Sendable {
  let display: BoxStyle.Display
  let position: BoxStyle.Position
  let direction: LayoutDirection
  let establishesContext: Bool
  /// The side to which the box floats, and the sides of the floats that it is below; those of flex
  /// items and absolute boxes do not count.
  private(set) var float: FloatSide?
  let clear: FloatSides
  /// Whether a float is in the block formatting context of the box's contents, unless that ends at
  /// the box.
  var hasFloats = false
  let isAnonymous: Bool
  /// Border and padding together, in the box's own direction; percentages count as 0.
  let edges: BoxEdges
  let hasPercentPadding: Bool
  /// The borders of a table or cell in which borders collapse, instead of those of the style.
  let collapsedBorders: BoxEdges?
  /// The margins from left to right; percentages count as 0.
  let margins: BoxMargins
  let hasPercentMargin: Bool
  let width: Size
  let minWidth: Size
  let maxWidth: Size
  let height: Size
  let minHeight: Size
  let maxHeight: Size
  /// A length is that of the style, without the edges that belong to a border box.
  let flexBasis: Size
  let order: Int
  /// Whether `height` is `stretch`.
  let stretchesHeight: Bool
  let scrollsX: Bool
  let scrollsY: Bool
  /// Maximum number of lines in the block formatting context of the box; 0 for no limit.
  let lineClamp: Int
  let justifySelf: SelfAlignment?
  let justifyItems: SelfAlignment
  /// The ratio of the style; `nil` if it has none.
  let ratio: BoxRatio?
  var isReplaced = false
  /// Whether the layout of the box or of one inside it depends on the height that percentages refer
  /// to or on the available height.
  var seesHeight: Bool
  /// Whether the content widths of the box may depend on its own height: a box inside has a height
  /// in percent or a ratio.
  var hasWidthsByHeight = false

  /// A size of a border box.
  enum Size {
    case auto
    /// A length that depends on nothing but the style.
    case length(LayoutUnit)
    /// A percentage, or a size by the contents or by the space.
    case depends

    var isAuto: Bool { if case .auto = self { true } else { false } }
  }

  /// The traits of a style at a scale.
  ///
  /// - Parameter borders: The borders, if they are not those of the style.
  init(_ style: BoxStyle, scale: Double, borders: BoxEdges? = nil) {
    display = style.display
    position = style.position
    direction = style.direction
    establishesContext = style.establishesContext
    float = style.isFloating ? FloatSide(style.float, in: style.direction) : nil
    clear = FloatSides(style.clear, in: style.direction)
    isAnonymous = style.isAnonymous
    edges = style.edges(.zero, scale: scale, borders: borders)
    collapsedBorders = borders
    hasPercentPadding = style.padding.contains { $0.hasPercent }
    margins = style.margins(.zero, scale: scale)
    hasPercentMargin = style.margin.contains { $0?.hasPercent ?? false }
    let (edges, hasPercent) = (edges, hasPercentPadding)
    func size(_ size: CSSSize, _ edges: LayoutUnit) -> Size {
      if size.isAuto { return .auto }
      guard case .length(let length) = size, !length.hasPercent, !hasPercent else {
        return .depends
      }
      return .length(style.boxSizing.borderBox(length.resolved(.zero, scale: scale), edges))
    }
    width = size(style.width, edges.inlineSum)
    minWidth = size(style.minWidth, edges.inlineSum)
    maxWidth = size(style.maxWidth, edges.inlineSum)
    height = size(style.height, edges.blockSum)
    minHeight = size(style.minHeight, edges.blockSum)
    maxHeight = size(style.maxHeight, edges.blockSum)
    flexBasis = size(style.flexBasis, .zero)
    order = style.order
    stretchesHeight = style.height == .stretch
    scrollsX = style.scrollsX
    scrollsY = style.scrollsY
    lineClamp = style.lineClamp
    justifySelf = style.justifySelf
    justifyItems = style.justifyItems
    seesHeight = Self.seesHeight(style)
    ratio = style.aspectRatio.flatMap {
      BoxRatio(
        width: $0.width, height: $0.height,
        ofContent: $0.isAuto || style.boxSizing == .contentBox)
    }
  }

  var isFloat: Bool { float != nil }
  /// Makes a box an item of a flex container, which does not float.
  mutating func unfloat() { float = nil }
  var isAbsolute: Bool { position == .absolute }
  var isPositioned: Bool { position != .static }
  var isLeftToRight: Bool { direction == .leftToRight }
  var isFlex: Bool { display.isFlex }
  var isTable: Bool { display.isTable }

  /// Whether a size or an inset is a percentage of a height, or fills one.
  private static func seesHeight(_ style: BoxStyle) -> Bool {
    [style.height, style.minHeight, style.maxHeight, style.flexBasis].contains {
      $0.hasPercent || $0 == .stretch
    } || style.inset.top?.hasPercent ?? false || style.inset.bottom?.hasPercent ?? false
  }
}
