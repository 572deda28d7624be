public import LayoutPrimitives

/// A shaped text that answers any width in time proportional to its words, shaping nothing.
public struct PreparedText: Sendable {
  let paragraph: Paragraph
  let metrics: LineMetrics

  /// Why its measures may be off.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if paragraph.caveats.isSubstituted { caveats.insert(.substituteFont) }
    if paragraph.caveats.isCut { caveats.insert(.limit) }
    return caveats
  }

  /// The fonts used, the style's own first, then in the order of the text.
  public var fonts: [FontDescription] {
    var seen: [FontDescription] = []
    for font in paragraph.fonts where !seen.contains(font.description) {
      seen.append(font.description)
    }
    return seen
  }

  /// The text without a width: one line for each hard-broken line, no line limit.
  public func unwrapped() -> TextMeasure { wrapped(width: .infinity, fitting: LineFitting()) }

  /// The text wrapped at a width.
  ///
  /// A width that was measured gives the same lines again.
  ///
  /// - Parameters:
  ///   - width: Available width, in points; at none or less each grapheme takes a line.
  ///   - lines: Most lines drawn; 0 for no limit.
  ///   - truncation: What becomes of the last line when there is more text.
  public func wrapped(
    width: Double, lines: Int, truncation: TruncationMode = .tail
  ) -> TextMeasure {
    wrapped(width: width, fitting: LineFitting(lines: lines, truncation: truncation))
  }

  /// The text wrapped at a width and made to fit its lines; see `wrapped(width:lines:)`.
  public func wrapped(width: Double, fitting: LineFitting) -> TextMeasure {
    guard !paragraph.segments.isEmpty else { return .empty }
    let limit = limit(width)
    let outcome = typesetter(fitting, limit: limit).set(each: { _ in })
    var measure = measure(outcome, limit: limit, width: width)
    if outcome.isTruncated, let scale = shrinking(width: width, fitting: fitting) {
      shrink(&measure, to: scale, width: width, fitting: fitting, each: { _ in })
    }
    return measure
  }

  /// The lines of the text wrapped at a width, from the first; see `wrapped(width:lines:)`.
  public func lines(
    width: Double, lines: Int, truncation: TruncationMode = .tail
  ) -> [MeasuredLine] {
    layout(width: width, fitting: LineFitting(lines: lines, truncation: truncation)).lines
  }

  /// The text wrapped at a width, with where its lines stand.
  public func layout(width: Double, fitting: LineFitting) -> TextLayout {
    guard !paragraph.segments.isEmpty else { return TextLayout(measure: .empty, lines: []) }
    let limit = limit(width)
    var lines: [MeasuredLine] = []
    let outcome = typesetter(fitting, limit: limit).set { lines.append(line($0, scale: 1)) }
    var measure = measure(outcome, limit: limit, width: width)
    if outcome.isTruncated, let scale = shrinking(width: width, fitting: fitting) {
      lines.removeAll(keepingCapacity: true)
      shrink(&measure, to: scale, width: width, fitting: fitting) {
        lines.append(line($0, scale: scale))
      }
    }
    return TextLayout(measure: measure, lines: lines)
  }

  private func typesetter(_ fitting: LineFitting, limit: Double) -> Typesetter {
    Typesetter(
      paragraph: paragraph, metrics: metrics, fitting: fitting, limit: limit)
  }

  private func measure(
    _ outcome: Typesetter.Outcome, limit: Double, width: Double
  ) -> TextMeasure {
    TextMeasure(
      width: rounded(outcome.widest, limit: limit, width: width), height: outcome.height,
      firstBaseline: outcome.firstBaseline,
      lastBaselineFromBottom: outcome.lastBaselineFromBottom, lineCount: outcome.lineCount,
      truncated: outcome.isTruncated)
  }

  private func line(_ placed: Typesetter.PlacedLine, scale: Double) -> MeasuredLine {
    MeasuredLine(
      start: paragraph.offset(ofCluster: placed.line.start),
      end: paragraph.offset(ofCluster: placed.line.end), width: placed.line.width * scale,
      truncated: placed.isTruncated, hyphenated: placed.line.isHyphenated, top: placed.top,
      baseline: placed.baseline, bottom: placed.bottom)
  }

  private var rules: MeasurementRules { metrics.rules }

  /// The greatest line width that fits.
  ///
  /// Chromium allows less than 1/64 device pixel more than the width. Elsewhere a line fits when it is no wider in units
  /// of 2⁻¹⁶ pixel, by which measured widths are rounded up, so that these fit themselves.
  func limit(_ width: Double) -> Double {
    if width.isNaN { return 0 }
    if rules.lineBreak.mode == .chromium { return (width + 1.0 / (64 * rules.scale)).nextDown }
    let steps = rules.grid.stepsPerPoint * 65536
    let units = (width * steps + 0.5).rounded(.down)
    return units.isFinite ? ((units + 0.5) / steps).nextDown : width
  }

  /// The widest line on the grid.
  ///
  /// What fitted is no wider than the width it fitted in.
  private func rounded(_ widest: Double, limit: Double, width: Double) -> Double {
    let rounded = rules.grid.roundedUp(widest)
    guard rounded > width, widest <= limit, width > 0 else { return rounded }
    return min(rounded, rules.grid.roundedUp(width))
  }
}

// Autoshrink.
extension PreparedText {
  /// Steps in which scales are tried.
  private static let steps = 1024.0

  /// The largest scale of the font at which nothing is cut; the smallest permitted when there is
  /// none, and nothing when the font must not shrink.
  ///
  /// A font of scale s in a width w wraps as the whole font does in w/s, as shaping is linear; so
  /// letter spacing shrinks too. Lines never become more as the width grows, so that the scales
  /// may be halved.
  private func shrinking(width: Double, fitting: LineFitting) -> Double? {
    guard fitting.minimumScale < 1, width > 0, width.isFinite else { return nil }
    let least = max(fitting.minimumScale, 1 / Self.steps)
    func fits(_ scale: Double) -> Bool {
      !typesetter(fitting, limit: limit(width) / scale).set(each: { _ in }).isTruncated
    }
    guard fits(least) else { return least }
    var low = 0.0
    var high = Self.steps
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if fits(least + (1 - least) * middle / Self.steps) { low = middle } else { high = middle }
    }
    return least + (1 - least) * low / Self.steps
  }

  /// Replaces lines and widths by those of a smaller font; the height stays.
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
