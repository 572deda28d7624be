import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// The text of a label of a card, with all values on which its lines depend.
struct CardText {
  var text: AttributedText
  var lines: CardLines
  /// Sizes of the boxes on the lines.
  var boxes: [InlineBoxSize]
  /// Width of the lines.
  var width: LayoutUnit
  /// Maximum number of lines; `nil` for no limit.
  var limit: Int?
  /// Insets from the border box to the lines, in points.
  var padding = Insets(all: 0)

  /// The contents of which the text is a part.
  var run: CardRun { lines.run }
  /// Where the parts of the text between inline boxes are; `nil` if the boxes do not move the text.
  var placement: InlinePlacement? {
    run.movesText ? lines.placement(in: width, boxes, limit: limit, listsTexts: true) : nil
  }
  /// How the lines are cut.
  var fitting: LineFitting { run.fitting(limit: limit) }
}

/// A block of inline boxes without contents, which has no line.
final class CardEmptyLines: LineContent {
  private let count: Int
  private let indent: CSSLength
  private let isLeftToRight: Bool
  private let alignment: InlineLineAlignment
  private let scale: Double

  /// - Parameters:
  ///   - count: Number of the inline boxes.
  ///   - scale: Device pixels per CSS pixel.
  init(count: Int, run: CardRun, scale: Double) {
    self.count = count
    indent = run.properties.indent
    isLeftToRight = run.direction == .leftToRight
    alignment = run.alignment
    self.scale = scale
  }

  func widths(_ least: [InlineBoxSize], _ most: [InlineBoxSize]) -> ContentWidths {
    ContentWidths(minimum: .zero, maximum: .zero)
  }

  func lines(in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?) -> LineBlock {
    LineBlock(height: .zero, firstBaseline: nil, lastBaseline: nil, count: 0)
  }

  func positions(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?
  ) -> [InlineBoxPosition] {
    let start = indent.resolved(width, scale: scale)
    let left = isLeftToRight ? start : .zero
    let x: LayoutUnit =
      switch alignment {
      case .left: left
      case .center: left + (width - start) / 2
      case .right: left + width - start
      }
    return Array(
      repeating: InlineBoxPosition(x: x, y: .zero, width: .zero, height: .zero), count: count)
  }
}

/// Lines of prepared text for the layout of boxes.
final class CardLines: LineContent {
  let prepared: PreparedText
  let run: CardRun
  /// Device pixels per CSS pixel.
  let scale: Double
  /// The boxes on the lines; `nil` for a text without them.
  private let inline: CardInline?

  init(_ prepared: PreparedText, _ inline: CardInline?, run: CardRun, scale: Double) {
    self.prepared = prepared
    self.inline = inline
    self.run = run
    self.scale = scale
  }

  /// Whether lines of the least width break inside words.
  private var breaksInside: Bool {
    inline?.content.breaksWords(.anywhere) ?? (run.properties.overflowWrap == .anywhere)
  }
  private var keepsSpaces: Bool { !run.properties.whiteSpace.collapses }
  private var wraps: Bool { run.wraps }
  /// The fitting of the run, but lines that do not wrap are as long as their text.
  private func fitting(limit: Int?) -> LineFitting {
    var fitting = run.fitting(limit: limit)
    fitting.truncation = .tail
    fitting.wraps = true
    return fitting
  }

  /// The text with boxes of given sizes on its lines.
  func text(_ boxes: [InlineBoxSize], width: LayoutUnit?) -> PreparedText {
    guard let inline else { return prepared }
    return prepared.placing(
      inline.content(boxes, width: width, scale: scale), in: inline.strut, order: inline.order)
  }

  func widths(_ least: [InlineBoxSize], _ most: [InlineBoxSize]) -> ContentWidths {
    func steps(_ width: Double) -> LayoutUnit { LayoutUnit.roundedUp(width * scale - 1e-7) }
    let widths = text(least, width: nil).contentWidths(
      insideWords: breaksInside, keepsSpaces: keepsSpaces)
    let maximum =
      inline == nil
      ? widths.maximum
      : text(most, width: nil).contentWidths(
        insideWords: false, keepsSpaces: keepsSpaces
      ).maximum
    return ContentWidths(
      minimum: steps(min(wraps ? widths.minimum : widths.maximum, maximum)), maximum: steps(maximum)
    )
  }

  func lines(in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?) -> LineBlock {
    let measure = text(boxes, width: width).wrapped(
      width: available(width), fitting: fitting(limit: limit))
    let height = LayoutUnit.rounded(measure.height * scale)
    var block = LineBlock(
      height: height,
      firstBaseline: measure.lineCount > 0
        ? LayoutUnit.rounded(measure.firstBaseline * scale) : nil,
      lastBaseline: measure.lineCount > 0
        ? height - LayoutUnit.rounded(measure.lastBaselineFromBottom * scale) : nil,
      count: measure.lineCount)
    block.isCut = measure.truncated
    return block
  }

  /// Where the boxes are on the lines; `nil` for a text without boxes.
  func placement(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?, listsTexts: Bool = false
  ) -> InlinePlacement? {
    guard let inline else { return nil }
    return text(boxes, width: width).placement(
      width: available(width), spread: width.pixels / scale, fitting: fitting(limit: limit),
      alignment: inline.alignment, listsTexts: listsTexts)
  }

  func positions(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?
  ) -> [InlineBoxPosition] {
    guard let inline, let placement = placement(in: width, boxes, limit: limit) else { return [] }
    return inline.kinds.map { kind in
      let frame: Rect? =
        switch kind {
        case .box(let box): placement.boxes[box]
        case .atom(let atom): placement.atoms[atom]
        case .absolute(let mark, let isBlock):
          placement.marks[mark].map {
            Rect(
              x: $0.x, y: isBlock && $0.isAfter ? $0.bottom : $0.top, width: 0,
              height: $0.bottom - $0.top)
          }
        }
      func steps(_ points: Double) -> LayoutUnit { LayoutUnit.rounded(points * scale) }
      guard let frame else {
        return InlineBoxPosition(x: .zero, y: .zero, width: .zero, height: .zero)
      }
      return InlineBoxPosition(
        x: steps(frame.x), y: steps(frame.y), width: steps(frame.width), height: steps(frame.height)
      )
    }
  }

  private func available(_ width: LayoutUnit) -> Double {
    wraps ? width.pixels / scale : .infinity
  }
}

/// The boxes on the lines of a text, without their sizes.
struct CardInline: Sendable {
  /// What a box on the lines is.
  enum Kind: Sendable {
    /// Index of an inline box in the content.
    case box(Int)
    /// Index of an atomic box in the content.
    case atom(Int)
    /// An absolute box, with its position in the text, and whether it is a block.
    case absolute(Int, isBlock: Bool)
  }

  var content = InlineContent()
  /// The boxes inside the box of the lines, in their order.
  var kinds: [Kind] = []
  /// The strut of the block.
  var strut: InlineStrut
  var order: InlineOrder
  var alignment: InlineLineAlignment
  /// `text-indent`.
  var indent: CSSLength

  /// The boxes with their sizes.
  func content(
    _ sizes: [InlineBoxSize], width: LayoutUnit?, scale: Double
  ) -> InlineContent {
    var content = content
    func points(_ length: LayoutUnit) -> Double { length.pixels / scale }
    content.indent = points(indent.resolved(width ?? .zero, scale: scale))
    for (kind, size) in zip(kinds, sizes) {
      switch (kind, size) {
      case (.box(let box), .inline(let margins, let insets)):
        content.boxes[box].margins = (points(margins.start), points(margins.end))
        content.boxes[box].insets = Insets(
          top: points(insets.top), leading: points(insets.start), bottom: points(insets.bottom),
          trailing: points(insets.end))
      case (.atom(let atom), .atomic(let width, let ascent, let descent)):
        content.atoms[atom].width = points(width)
        content.atoms[atom].extent = (points(ascent), points(descent))
      default: continue
      }
    }
    return content
  }
}

extension CSSTextStyle {
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

  /// Where words break that are too long for a line.
  var inlineOverflowWrap: InlineOverflowWrap {
    switch overflowWrap {
    case .normal: .normal
    case .breakWord: .breakWord
    case .anywhere: .anywhere
    }
  }

  func lineBreakRules(_ base: LineBreakRules) -> LineBreakRules {
    LineBreakRules(
      mode: base.mode, strictness: LineBreakStrictness(rawValue: lineBreak) ?? .auto,
      words: WordBreak(rawValue: wordBreak) ?? .normal, strategy: base.strategy)
  }

  /// The physical alignment of lines in a direction.
  func alignment(_ direction: LayoutDirection) -> InlineLineAlignment {
    let start = InlineLineAlignment.start(of: direction)
    return switch align {
    case .left: .left
    case .right: .right
    case .center: .center
    case .start, .justify: start
    case .end: start == .left ? .right : .left
    }
  }

  /// The alignment of a box on its line, where percentages are of a line height.
  func inlineAlignment(_ lineHeight: () throws(TextError) -> Double) throws(TextError)
    -> InlineAlignment
  {
    switch verticalAlign {
    case .baseline: return .baseline
    case .sub: return .sub
    case .super: return .super
    case .middle: return .middle
    case .top: return .top
    case .bottom: return .bottom
    case .textTop: return .textTop
    case .textBottom: return .textBottom
    case .length(let length):
      return .raised(length.pixels(of: length.hasPercent ? try lineHeight() : 0, scale: 1))
    }
  }
}

extension TextStyle {
  /// Creates the style of an element's text.
  init(card style: CSSTextStyle) {
    self.init()
    characters = CharacterStyle(card: style)
    breaksWords = style.overflowWrap != .normal
    textSpacingTrim = style.trimsSpacing ? .normal : .spaceAll
    tabInterval = style.tabSize == nil ? style.tabLength : 0
    switch style.lineHeight {
    case .normal: break
    case .factor(let factor):
      if factor > 0 { lineHeightMultiple = factor } else { lineHeight = 0 }
    case .pixels(let pixels): lineHeight = pixels
    }
  }
}

extension CharacterStyle {
  /// Creates the style of characters of an element.
  init(card style: CSSTextStyle) {
    self.init(
      family: style.fontFamily.joined(separator: ", "), weight: Int(style.fontWeight),
      italic: style.isItalic, size: style.fontSize)
    width = style.fontWidth
    letterSpacing = style.letterSpacing
    wordSpacing = style.wordSpacing
    breaksSpaces = style.whiteSpace.collapse == .breakSpaces
    opticalSizing = style.hasOpticalSize
    features = style.features.all.map { FontFeature($0.tag, $0.value) }
  }
}
