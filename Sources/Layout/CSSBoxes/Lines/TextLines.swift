package import LayoutPrimitives
import TextMeasurement

/// Lines of prepared text.
package final class TextLines: WrappableLines {
  let prepared: PreparedText
  package let run: InlineRun
  /// Device pixels per CSS pixel.
  let scale: Double
  /// The boxes on the lines; `nil` for a text without them.
  private let inline: InlineBoxes?
  /// The text with its boxes, if these have no sizes.
  private let placed: PreparedText?

  init(_ prepared: PreparedText, _ inline: InlineBoxes?, run: InlineRun, scale: Double) {
    self.prepared = prepared
    self.inline = inline
    self.run = run
    self.scale = scale
    placed =
      inline.flatMap { inline in
        inline.hasSizes || run.hasEdges
          ? nil : prepared.placing(inline.content, in: inline.strut, order: inline.order)
      }
  }

  /// Whether lines of the min-content width break inside words.
  private var breaksInside: Bool {
    inline?.content.breaksWords(.anywhere) ?? (run.style.overflowWrap == .anywhere)
  }
  private var keepsSpaces: Bool { !run.properties.whiteSpace.collapses }
  /// The fitting of the run, but lines that do not wrap are as long as their text.
  private func fitting(limit: Int?) -> LineFitting {
    var fitting = run.fitting(limit: limit)
    fitting.truncation = .tail
    fitting.wraps = true
    return fitting
  }

  /// The text with boxes of given sizes on its lines.
  private func text(_ boxes: [InlineBoxSize], width: LayoutUnit?) -> PreparedText {
    guard let inline else { return prepared }
    if let placed, boxes.allSatisfy({ $0 == .inline(margins: BoxEdges(), insets: BoxEdges()) }) {
      return placed
    }
    return prepared.placing(
      inline.content(boxes, width: width, scale: scale), in: inline.strut, order: inline.order)
  }

  package func widths(_ minimum: [InlineBoxSize], _ maximum: [InlineBoxSize]) -> ContentWidths {
    func steps(_ width: Double) -> LayoutUnit { LayoutUnit.roundedUp(width * scale - 1e-7) }
    let widths = text(minimum, width: nil).contentWidths(
      insideWords: breaksInside, keepsSpaces: keepsSpaces)
    let longest =
      inline == nil
      ? widths.maximum
      : text(maximum, width: nil).contentWidths(
        insideWords: false, keepsSpaces: keepsSpaces,
        floats: FloatedBlock.widths(inline?.floats(maximum) ?? [], scale: scale)
      ).maximum
    var result = ContentWidths(
      minimum: steps(min(run.wraps ? widths.minimum : widths.maximum, longest)),
      maximum: steps(longest))
    for case .float(let float) in minimum { result.minimum = max(result.minimum, float.width) }
    return result
  }

  package var hasFloats: Bool { inline?.content.floats.isEmpty == false }

  package func wrapped(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?, floats: FloatedBlock?
  ) -> WrappedLines {
    let text = text(boxes, width: width)
    var measure: TextMeasure
    var rooms: [LineRoom] = []
    if let floats, let inline {
      floats.begin(inline.floats(boxes))
      (measure, rooms) = text.wrapped(
        width: available(width), fitting: fitting(limit: limit), between: floats)
    } else {
      measure = text.wrapped(width: available(width), fitting: fitting(limit: limit))
    }
    let height = LayoutUnit.rounded(measure.height * scale)
    let hasLines = measure.lineCount > 0
    var block = LineBlock(
      height: height,
      firstBaseline: hasLines ? LayoutUnit.rounded(measure.firstBaseline * scale) : nil,
      lastBaseline: hasLines
        ? height - LayoutUnit.rounded(measure.lastBaselineFromBottom * scale) : nil,
      count: measure.lineCount)
    block.isCut = measure.truncated
    return WrappedLines(
      block, width: width, boxes: boxes, limit: limit, text: text, measure: measure, rooms: rooms,
      between: floats)
  }

  /// The size of the lines as they are drawn: those that do not wrap are cut at the width.
  func measure(_ lines: WrappedLines) -> TextMeasure? {
    if run.wraps { return lines.measure }
    return lines.text?.wrapped(
      width: lines.width.pixels / scale, fitting: run.fitting(limit: lines.limit))
  }

  package func caveats(of lines: WrappedLines) -> Caveats {
    // The caveats of lines that do not wrap are those of the cut at the width, which moves nothing.
    run.wraps ? lines.measure?.caveats ?? [] : []
  }

  /// Where the boxes are on the lines; `nil` for a text without boxes.
  func placement(of lines: WrappedLines, listsTexts: Bool = false) -> InlinePlacement? {
    guard let inline, let text = lines.text else { return nil }
    return text.placement(
      width: available(lines.width), spread: lines.width.pixels / scale,
      fitting: fitting(limit: lines.limit), alignment: inline.alignment,
      rooms: lines.rooms, listsTexts: listsTexts)
  }

  /// The lines and the distances of their left ends from the left edge of the block, in points.
  func lines(of lines: WrappedLines) -> [(line: MeasuredLine, x: Double)] {
    guard let text = lines.text else { return [] }
    let width = lines.width.pixels / scale
    return text.lines(
      width: available(lines.width), fitting: fitting(limit: lines.limit), rooms: lines.rooms
    ).map { line, room in
      let free = (room?.width ?? width) - line.width
      let left = run.alignment.left(
        free: free, in: run.direction, isRightToLeft: run.direction == .rightToLeft, scale: scale)
      return (line, (room?.left ?? 0) + left)
    }
  }

  package func positions(of lines: WrappedLines) -> [InlineBoxPosition] {
    guard let inline, let placement = placement(of: lines) else { return [] }
    return inline.kinds.map { kind in
      if case .float(let float) = kind {
        return lines.floats.indices.contains(float) ? lines.floats[float] ?? .zero : .zero
      }
      let frame: Rect? =
        switch kind {
        case .box(let box): placement.boxes[box]
        case .atom(let atom): placement.atoms[atom]
        case .float: nil
        case .absolute(let mark, let isBlock):
          placement.marks[mark].map {
            Rect(
              x: $0.x, y: isBlock && $0.isAfter ? $0.bottom : $0.top, width: 0,
              height: $0.bottom - $0.top)
          }
        }
      func steps(_ points: Double) -> LayoutUnit { LayoutUnit.rounded(points * scale) }
      guard let frame else { return .zero }
      return InlineBoxPosition(
        x: steps(frame.x), y: steps(frame.y), width: steps(frame.width), height: steps(frame.height)
      )
    }
  }

  private func available(_ width: LayoutUnit) -> Double {
    run.wraps ? width.pixels / scale : .infinity
  }
}

/// The boxes on the lines of a text, without their sizes.
struct InlineBoxes: Sendable {
  /// What a box on the lines is.
  enum Kind: Sendable {
    /// Index of an inline box in the content.
    case box(Int)
    /// Index of an atomic box in the content.
    case atom(Int)
    /// An absolute box, with its position in the text, and whether it is a block.
    case absolute(Int, isBlock: Bool)
    /// Index of a float in the content.
    case float(Int)
  }

  var content = InlineContent()
  /// The boxes inside the box of the lines, in their order.
  var kinds: [Kind] = []
  /// The strut of the block.
  var strut: InlineStrut
  var order: InlineOrder
  var alignment: TextAlign
  /// `text-indent`.
  var indent: CSSLength
  /// The sides of line breaks with `clear`, by their indices among the floats of the content.
  var clears: [Int: FloatSides] = [:]

  /// Whether something on the lines has a size beside inline boxes.
  var hasSizes: Bool {
    indent != .zero || kinds.contains { if case .box = $0 { false } else { true } }
  }

  /// The floats of the content, and the line breaks with `clear`.
  func floats(_ sizes: [InlineBoxSize]) -> [FloatedBlock.Part] {
    var parts = content.floats.indices.map { index in
      FloatedBlock.Part.clear(clears[index] ?? FloatSides(.none, in: .leftToRight))
    }
    for (kind, size) in zip(kinds, sizes) {
      if case .float(let index) = kind, case .float(let float) = size {
        parts[index] = .float(float)
      }
    }
    return parts
  }

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

/// A block of inline boxes without contents, which has no line.
final class EmptyLines: WrappableLines {
  private let count: Int
  private let indent: CSSLength
  private let direction: LayoutDirection
  private let alignment: TextAlign
  private let scale: Double

  /// - Parameters:
  ///   - count: Number of the inline boxes.
  ///   - scale: Device pixels per CSS pixel.
  init(count: Int, run: InlineRun, scale: Double) {
    self.count = count
    indent = run.properties.indent
    direction = run.direction
    alignment = run.alignment
    self.scale = scale
  }

  func widths(_ minimum: [InlineBoxSize], _ maximum: [InlineBoxSize]) -> ContentWidths { .zero }

  func wrapped(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?, floats: FloatedBlock?
  ) -> WrappedLines {
    WrappedLines(
      LineBlock(height: .zero, firstBaseline: nil, lastBaseline: nil, count: 0), width: width,
      boxes: boxes, limit: limit)
  }

  func positions(of lines: WrappedLines) -> [InlineBoxPosition] {
    let start = indent.resolved(lines.width, scale: scale)
    let left = direction == .leftToRight ? start : .zero
    let x: LayoutUnit =
      switch alignment.isLeft(in: direction) {
      case true?: left
      case nil: left + (lines.width - start) / 2
      case false?: left + lines.width - start
      }
    return Array(
      repeating: InlineBoxPosition(x: x, y: .zero, width: .zero, height: .zero), count: count)
  }
}
