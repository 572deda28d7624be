import LayoutPrimitives

/// What the layout asks most often of a box, in steps and without references.
struct BoxTraits: Sendable {
  let display: BoxStyle.Display
  let position: BoxStyle.Position
  let direction: LayoutDirection
  let establishesContext: Bool
  let isAnonymous: Bool
  /// Border and padding together, in the box's own direction; percentages count as 0.
  let edges: BoxEdges
  let hasPercentPadding: Bool
  /// The margins from left to right; percentages count as 0.
  let margins: BoxMargins
  let hasPercentMargin: Bool
  let hasAutoWidth: Bool
  /// Whether `min-width` and `max-width` are initial.
  let hasFreeWidth: Bool
  let hasAutoHeight: Bool
  /// Whether `min-height` and `max-height` are initial.
  let hasFreeHeight: Bool
  /// The ratio of the style, or of a picture; `nil` if the box has none.
  private(set) var ratio: BoxRatio?
  private(set) var isReplaced = false
  private(set) var hasLines = false

  /// The traits of a style at a scale.
  init(_ style: BoxStyle, scale: Double) {
    display = style.display
    position = style.position
    direction = style.direction
    establishesContext = style.establishesContext
    isAnonymous = style.isAnonymous
    edges = style.edges(.zero, scale: scale)
    hasPercentPadding = style.padding.contains { $0.hasPercent }
    margins = style.margins(.zero, scale: scale)
    hasPercentMargin = style.margin.contains { $0?.hasPercent ?? false }
    hasAutoWidth = style.width.isAuto
    hasFreeWidth = style.minWidth.isAuto && style.maxWidth.isAuto
    hasAutoHeight = style.height.isAuto
    hasFreeHeight = style.minHeight.isAuto && style.maxHeight.isAuto
    ratio = style.aspectRatio.flatMap {
      BoxRatio(
        width: $0.width, height: $0.height,
        ofContent: $0.isAuto || style.boxSizing == .contentBox)
    }
  }

  /// Adds what depends on the content of a box.
  mutating func add(_ content: CSSBoxContent, _ style: SharedStyle) {
    switch content {
    case .none: return
    case .lines: hasLines = true
    case .replaced(let size):
      isReplaced = true
      if let width = size.width, let height = size.height,
        style.value.aspectRatio?.isAuto ?? true,
        let natural = BoxRatio(width: width, height: height, ofContent: true)
      {
        ratio = natural
      }
    }
  }

  var isAbsolute: Bool { position == .absolute }
  var isPositioned: Bool { position != .static }
  var isLeftToRight: Bool { direction == .leftToRight }
  var isFlex: Bool { display.isFlex }
}
