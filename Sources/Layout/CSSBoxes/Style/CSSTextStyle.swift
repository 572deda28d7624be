package import TextMeasurement

/// The computed text properties of an element; all are inherited except those at the end.
package struct CSSTextStyle: Hashable, Sendable {
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
  /// How a font size was declared, here or by an element around.
  enum SizeBasis: Hashable {
    /// By a keyword, by its index from `xx-small`.
    case keyword(Int)
    /// By a factor of a size that goes back to a keyword.
    case relative
    /// By a length.
    case absolute
  }
  /// CSS's `text-transform`.
  package enum Transform: String, Hashable, Sendable, CaseIterable {
    case none, uppercase, lowercase, capitalize
  }
  /// CSS's `text-overflow`.
  package enum Overflow: String, Hashable, Sendable, CaseIterable { case clip, ellipsis }

  /// The style with which texts are measured, in CSS pixels: fonts, line height, spacing and where
  /// words break.
  package var measured = TextStyle(family: "system-ui", size: 16)
  /// How the font size was declared, on which its change in `monospace` depends.
  var sizeBasis = SizeBasis.keyword(3)
  /// The font features by the properties that set them.
  var features = CSSFontFeatures() {
    didSet { measured.characters.features = features.all }
  }
  package var whiteSpace = WhiteSpace.normal {
    didSet { measured.characters.breaksSpaces = whiteSpace.collapse == .breakSpaces }
  }
  /// Whether `text-wrap-style` is `balance`.
  package var balances = false
  package var wordBreak = WordBreak.normal
  package var lineBreak = LineBreakStrictness.auto
  package var align = TextAlign.start
  /// `text-indent`; percentages refer to the width of the block.
  package var indent = CSSLength.zero
  package var transform = Transform.none
  /// `list-style-type`: the marker of list items; `nil` for none.
  package var marker: ListMarker? = .symbol

  /// The inherited properties of tables.
  package var tables = TableStyle()
  /// Where the boxes of blocks inside are whose width and margins leave space, as `-webkit-center`
  /// has it; `nil` for other alignments.
  package var blockAlign: BoxStyle.BlockAlign?

  /// `vertical-align`, which is not inherited; percentages refer to the line height of the element.
  package var verticalAlign = VerticalAlign<CSSLength>.baseline
  /// `text-overflow`, which is not inherited.
  package var overflow = Overflow.clip
  /// `-webkit-line-clamp`, which is not inherited; 0 for no limit.
  package var lineClamp = 0

  /// Creates the initial style.
  package init() { measured.overflowWrap = .normal }

  /// The style that an element inside has at first.
  package var inherited: CSSTextStyle {
    var style = self
    style.verticalAlign = .baseline
    style.overflow = .clip
    style.lineClamp = 0
    return style
  }

  /// How the lines are cut: at a number of lines, or where they do not wrap.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of lines; `nil` for no limit.
  ///   - wraps: Whether a part of the text wraps.
  func fitting(limit: Int?, wraps: Bool) -> LineFitting {
    LineFitting(
      lines: limit ?? 0, truncation: limit != nil || overflow == .ellipsis ? .tail : .clip,
      balances: balances, wraps: wraps)
  }

  /// The rules of line breaks of an environment, with those of the style.
  func lineBreakRules(_ base: LineBreakRules) -> LineBreakRules {
    LineBreakRules(
      mode: base.mode, strictness: lineBreak, words: wordBreak, strategy: base.strategy)
  }
}
