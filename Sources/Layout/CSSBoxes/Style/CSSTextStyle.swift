/// The computed text properties of an element; all are inherited except those at the end.
package struct CSSTextStyle: Hashable, Sendable {
  /// CSS's `line-height`.
  package enum LineHeight: Hashable, Sendable {
    /// The height that the fonts give.
    case normal
    /// A factor of the font size, which is inherited as a factor.
    case factor(Double)
    /// CSS pixels.
    case pixels(Double)
  }
  /// The marker of a list item.
  package enum ListMarker: Hashable, Sendable {
    /// A disc, circle or square, which are equally wide.
    case symbol
    /// The item's number in a style of counters, such as `decimal`.
    case counter(String)
    case text(String)
  }

  /// CSS's `white-space`: how white space collapses, and whether lines wrap.
  package struct WhiteSpace: Hashable, Sendable {
    /// CSS's `white-space-collapse`.
    package enum Collapse: String, Hashable, Sendable, CaseIterable {
      case collapse, preserve
      case preserveBreaks = "preserve-breaks"
      case breakSpaces = "break-spaces"
    }
    package var collapse = Collapse.collapse
    /// Whether lines wrap: CSS's `text-wrap-mode`.
    package var wraps = true

    /// The initial value.
    package static let normal = WhiteSpace()

    /// The values of the shorthand by their names.
    static let named: [String: WhiteSpace] = [
      "normal": normal, "nowrap": WhiteSpace(wraps: false),
      "pre": WhiteSpace(collapse: .preserve, wraps: false),
      "pre-wrap": WhiteSpace(collapse: .preserve),
      "pre-line": WhiteSpace(collapse: .preserveBreaks),
      "break-spaces": WhiteSpace(collapse: .breakSpaces),
    ]

    /// Whether consecutive white space becomes one space.
    package var collapses: Bool { collapse == .collapse || collapse == .preserveBreaks }
    /// Whether line feeds end lines.
    package var keepsBreaks: Bool { collapse != .collapse }
  }
  /// CSS's `overflow-wrap`.
  package enum OverflowWrap: String, Hashable, Sendable, CaseIterable {
    case normal, anywhere
    case breakWord = "break-word"
  }
  /// CSS's `vertical-align`.
  package enum VerticalAlign: Hashable, Sendable {
    case baseline, sub, `super`, middle, top, bottom, textTop, textBottom
    /// A distance above the baseline; percentages refer to the line height of the element.
    case length(CSSLength)
  }
  /// CSS's `text-align`.
  package enum Align: String, Hashable, Sendable, CaseIterable {
    case start, end, left, right, center, justify
  }
  /// CSS's `text-transform`.
  package enum Transform: String, Hashable, Sendable, CaseIterable {
    case none, uppercase, lowercase, capitalize
  }
  /// CSS's `text-overflow`.
  package enum Overflow: String, Hashable, Sendable, CaseIterable { case clip, ellipsis }

  /// The families in the order of preference.
  package var fontFamily = ["system-ui"]
  /// CSS pixels.
  package var fontSize = 16.0
  /// 1 to 1000.
  package var fontWeight = 400.0
  package var isItalic = false
  /// Percent of the normal width.
  package var fontWidth = 100.0
  package var lineHeight = LineHeight.normal
  /// CSS pixels.
  package var letterSpacing = 0.0
  /// CSS pixels.
  package var wordSpacing = 0.0
  /// Whether fonts have the optical size of the font size.
  package var hasOpticalSize = true
  package var features = CSSFontFeatures()
  package var whiteSpace = WhiteSpace.normal
  /// Whether `text-wrap-style` is `balance`.
  package var balances = false
  package var overflowWrap = OverflowWrap.normal
  /// `word-break`: `normal`, `break-all`, `keep-all` or `auto-phrase`.
  package var wordBreak = "normal"
  /// `line-break`: `auto`, `loose`, `normal`, `strict` or `anywhere`.
  package var lineBreak = "auto"
  package var align = Align.start
  /// `text-indent`; percentages refer to the width of the block.
  package var indent = CSSLength.zero
  package var transform = Transform.none
  /// Whether empty halves of fullwidth punctuation are removed.
  package var trimsSpacing = true
  /// Spaces between tab stops; `nil` for `tabLength`.
  package var tabSize: Double? = 8
  /// CSS pixels between tab stops.
  package var tabLength = 0.0

  /// `list-style-type`: the marker of list items; `nil` for none.
  package var marker: ListMarker? = .symbol

  /// `vertical-align`, which is not inherited.
  package var verticalAlign = VerticalAlign.baseline
  /// `text-overflow`, which is not inherited.
  package var overflow = Overflow.clip
  /// `-webkit-line-clamp`, which is not inherited; 0 for no limit.
  package var lineClamp = 0

  /// Creates the initial style.
  package init() {}

  /// The style that an element inside has at first.
  package var inherited: CSSTextStyle {
    var style = self
    style.verticalAlign = .baseline
    style.overflow = .clip
    style.lineClamp = 0
    return style
  }
}
