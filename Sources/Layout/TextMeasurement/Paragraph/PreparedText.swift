public import LayoutPrimitives

/// A shaped text, which is measured and wrapped at any width without shaping it again.
///
/// The time is linear in the number of its words.
public struct PreparedText: Sendable {
  let paragraph: Paragraph
  let metrics: LineMetrics
  /// The inline boxes; `nil` for a text without them.
  let inline: InlineLines?

  init(paragraph: Paragraph, metrics: LineMetrics, inline: InlineLines? = nil) {
    self.paragraph = paragraph
    self.metrics = metrics
    self.inline = inline
  }

  /// The reasons why measured sizes may be inexact at any width; see also `TextMeasure.caveats`.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if paragraph.caveats.isSubstituted { caveats.insert(.substituteFont) }
    if paragraph.caveats.isCut { caveats.insert(.limit) }
    return caveats
  }

  /// The faces of the fonts in use, without repetition; the own font of the text style is first.
  public var fonts: [FontDescription] {
    var seen: [FontDescription] = []
    for font in paragraph.fonts where !seen.contains(font.description) {
      seen.append(font.description)
    }
    return seen
  }

  /// Measures the text without a maximum width and line limit, so that each hard line is one line.
  public func unwrapped() -> TextMeasure { wrapped(width: .infinity, fitting: LineFitting()) }

  /// Measures the text wrapped at a width.
  ///
  /// At the width that this returns, the text has the same lines.
  ///
  /// - Parameters:
  ///   - width: Available width, in points; at 0 or less, each grapheme is on a line of its own.
  ///   - lines: Maximum number of lines; 0 for no limit.
  ///   - truncation: How the last line is truncated if the text has more.
  public func wrapped(
    width: Double, lines: Int, truncation: TruncationMode = .tail
  ) -> TextMeasure {
    wrapped(width: width, fitting: LineFitting(lines: lines, truncation: truncation))
  }

  /// Measures the text wrapped at a width in points, with all fitting options.
  public func wrapped(width: Double, fitting: LineFitting) -> TextMeasure {
    guard !paragraph.segments.isEmpty else { return inline?.emptyMeasure ?? .empty }
    let limit = limit(width)
    let outcome = balancing(fitting, width).set(each: { _ in })
    var measure = measure(outcome, limit: limit, width: width)
    measure.caveats = caveats(outcome, width: width, fitting: fitting)
    if outcome.isTruncated, let scale = shrinking(width: width, fitting: fitting) {
      shrink(&measure, to: scale, width: width, fitting: fitting, each: { _ in })
    }
    return measure
  }

  /// The lines of the text wrapped at a width, from the first; parameters as in
  /// `wrapped(width:lines:)`.
  public func lines(
    width: Double, lines: Int, truncation: TruncationMode = .tail
  ) -> [MeasuredLine] {
    layout(width: width, fitting: LineFitting(lines: lines, truncation: truncation)).lines
  }

  /// The size and the lines of the text wrapped at a width in points.
  public func layout(width: Double, fitting: LineFitting) -> TextLayout {
    guard !paragraph.segments.isEmpty else { return TextLayout(measure: .empty, lines: []) }
    let limit = limit(width)
    var lines: [MeasuredLine] = []
    let outcome = balancing(fitting, width).set { lines.append(line($0, scale: 1)) }
    var measure = measure(outcome, limit: limit, width: width)
    measure.caveats = caveats(outcome, width: width, fitting: fitting)
    if outcome.isTruncated, let scale = shrinking(width: width, fitting: fitting) {
      lines.removeAll(keepingCapacity: true)
      shrink(&measure, to: scale, width: width, fitting: fitting) {
        lines.append(line($0, scale: scale))
      }
    }
    return TextLayout(measure: measure, lines: lines)
  }

  /// The reasons why the lines at a width may be inexact.
  @inline(__always)
  private func caveats(
    _ outcome: Typesetter.Outcome, width: Double, fitting: LineFitting
  ) -> Caveats {
    guard outcome.isNearLimit || paragraph.caveats.usesDictionary else { return [] }
    return caveatsOfBreaks(outcome, width: width, fitting: fitting)
  }

  private func caveatsOfBreaks(
    _ outcome: Typesetter.Outcome, width: Double, fitting: LineFitting
  ) -> Caveats {
    var caveats: Caveats = []
    if paragraph.caveats.usesDictionary, fitting.wraps,
      outcome.isTruncated || outcome.lineCount > paragraph.hardLineCount
    {
      caveats.insert(.dictionary)
    }
    if outcome.isNearLimit {
      let difference = Typesetter.nearness / rules.scale
      for other in [width - difference, width + difference] {
        let other = balancing(fitting, other).set(each: { _ in })
        if other.lineCount != outcome.lineCount || other.height != outcome.height {
          caveats.insert(.nearLimit)
        }
      }
    }
    return caveats
  }

  /// The typesetter of lines that are balanced if the fitting says so.
  ///
  /// - Parameter width: The available width, in points.
  func balancing(_ fitting: LineFitting, _ width: Double) -> Typesetter {
    var typesetter = typesetter(fitting, limit: limit(width))
    if fitting.balances { typesetter.ends = balancedEnds(width, fitting) }
    return typesetter
  }

  func typesetter(_ fitting: LineFitting, limit: Double) -> Typesetter {
    Typesetter(
      paragraph: paragraph, metrics: metrics, fitting: fitting, limit: limit, inline: inline)
  }

  func measure(
    _ outcome: Typesetter.Outcome, limit: Double, width: Double
  ) -> TextMeasure {
    TextMeasure(
      width: rounded(outcome.widest, limit: limit, width: width), height: outcome.height,
      firstBaseline: outcome.firstBaseline,
      lastBaselineFromBottom: outcome.lastBaselineFromBottom, lineCount: outcome.lineCount,
      truncated: outcome.isTruncated)
  }

  func line(_ placed: Typesetter.PlacedLine, scale: Double) -> MeasuredLine {
    MeasuredLine(
      start: paragraph.offset(ofCluster: placed.line.start),
      end: paragraph.offset(ofCluster: placed.line.end), width: placed.line.width * scale,
      truncated: placed.isTruncated, hyphenated: placed.line.isHyphenated, top: placed.top,
      baseline: placed.baseline, bottom: placed.bottom)
  }

  private var rules: MeasurementRules { metrics.rules }

  /// Maximum width of a line that fits an available width, both in points.
  func limit(_ width: Double) -> Double { rules.limit(ofWidth: width) }

  /// Width of the widest line, in points, rounded up to the grid.
  ///
  /// If the line fits, it is at most the available width rounded up to the grid.
  private func rounded(_ widest: Double, limit: Double, width: Double) -> Double {
    let rounded = rules.grid.roundedUp(widest)
    guard rounded > width, widest <= limit, width > 0 else { return rounded }
    return min(rounded, rules.grid.roundedUp(width))
  }
}

// Shrinking of the font until the text fits.
extension PreparedText {
  /// Number of steps between the minimum scale and 1 at which a text is tried.
  private static let steps = 1024.0

  /// The largest scale of the font at which the text is not truncated, or else the minimum scale.
  ///
  /// `nil` if the font may not shrink. Widths are proportional to the scale, including letter
  /// spacing: at scale s, a text wraps in a width w like the unscaled text in w/s. The number of
  /// lines does not increase with the width, so a binary search finds the scale.
  private func shrinking(width: Double, fitting: LineFitting) -> Double? {
    guard fitting.minimumScale < 1, width > 0, width.isFinite else { return nil }
    let minimum = max(fitting.minimumScale, 1 / Self.steps)
    func fits(_ scale: Double) -> Bool {
      !typesetter(fitting, limit: limit(width) / scale).set(each: { _ in }).isTruncated
    }
    guard fits(minimum) else { return minimum }
    var low = 0.0
    var high = Self.steps
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if fits(minimum + (1 - minimum) * middle / Self.steps) { low = middle } else { high = middle }
    }
    return minimum + (1 - minimum) * low / Self.steps
  }

  /// Updates a measure for a shrunk font: its width and lines change, its height does not.
  @inline(__always)
  private func shrink(
    _ measure: inout TextMeasure, to scale: Double, width: Double, fitting: LineFitting,
    each: (Typesetter.PlacedLine) -> Void
  ) {
    let limit = limit(width)
    let outcome = typesetter(fitting, limit: limit / scale).set(each: each)
    measure.width = rounded(outcome.widest * scale, limit: limit, width: width)
    measure.lineCount = outcome.lineCount
    measure.truncated = outcome.isTruncated
    measure.scale = scale
  }
}
