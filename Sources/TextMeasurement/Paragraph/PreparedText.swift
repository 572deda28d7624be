public import LayoutPrimitives

/// A shaped text that answers any width in time proportional to its words, shaping nothing.
public struct PreparedText: Sendable {
  let paragraph: Paragraph
  let heights: LineHeights
  let rules: MeasurementRules

  /// Why its measures may be off.
  public var trust: Trust {
    var trust: Trust = []
    if paragraph.trust.isSubstituted { trust.insert(.substituteFont) }
    if paragraph.trust.isCut { trust.insert(.limit) }
    return trust
  }

  /// The fonts used, the style's own first, then in the order of the text.
  public var fonts: [FontDescription] { paragraph.fonts.map(\.description) }

  /// The text without a width: one line for each hard-broken line, no line limit.
  public func unwrapped() -> TextMeasure {
    wrapped(width: .infinity, lines: 0, truncation: .tail)
  }

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
    measure(width: width, lines: lines, truncation: truncation, each: { _ in })
  }

  /// The lines of the text wrapped at a width, from the first; see `wrapped`.
  public func lines(
    width: Double, lines: Int, truncation: TruncationMode = .tail
  ) -> [MeasuredLine] {
    var result: [MeasuredLine] = []
    _ = measure(width: width, lines: lines, truncation: truncation) { result.append($0) }
    return result
  }

  @inline(__always)
  private func measure(
    width: Double, lines: Int, truncation: TruncationMode, each: (MeasuredLine) -> Void
  ) -> TextMeasure {
    guard !paragraph.segments.isEmpty else { return .empty }
    let limit = limit(width)
    return paragraph.segments.withUnsafeBufferPointer { segments in
      paragraph.advances.withUnsafeBufferPointer { advances in
        paragraph.fonts.withUnsafeBufferPointer { fonts in
          var stack = LineStack(
            fonts: fonts, size: paragraph.size, heights: heights, rules: rules)
          var cursor = LineCursor()
          var widest = 0.0
          var truncated = false
          while !cursor.isAtEnd(segments) {
            var line = cursor.next(segments, advances: advances, limit: limit)
            if lines > 0, stack.count + 1 >= lines, !cursor.onlySpaceLeft(segments) {
              truncated = true
              line = Truncation(paragraph: paragraph, segments: segments, advances: advances)
                .cut(line, limit: limit, mode: truncation)
            }
            stack.add(fonts: line.fonts)
            widest = max(widest, line.width)
            each(
              MeasuredLine(
                start: paragraph.offset(ofCluster: line.start),
                end: paragraph.offset(ofCluster: line.end), width: line.width,
                truncated: truncated))
            if lines > 0, stack.count >= lines { break }
          }
          let (height, lastBaseline) = stack.finish()
          return TextMeasure(
            width: rounded(widest, limit: limit, width: width), height: height,
            firstBaseline: stack.firstBaseline, lastBaselineFromBottom: lastBaseline,
            lineCount: stack.count, truncated: truncated)
        }
      }
    }
  }

  /// The greatest line width that fits.
  ///
  /// Chromium allows 1/64 more than the width. Elsewhere a line fits when it is no wider in units
  /// of 2⁻¹⁶ pixel, by which measured widths are rounded up, so that these fit themselves.
  private func limit(_ width: Double) -> Double {
    if width.isNaN { return 0 }
    if rules.lineBreak == .chromium { return width + 1.0 / 64 }
    let steps = rules.grid.stepsPerPoint * 65536
    let units = (width * steps + 0.5).rounded(.down)
    return units.isFinite ? ((units + 0.5) / steps).nextDown : width
  }

  /// The widest line on the grid.
  ///
  /// What fitted is no wider than the width it fitted in.
  private func rounded(_ widest: Double, limit: Double, width: Double) -> Double {
    let rounded = rules.grid.roundedUp(widest)
    guard widest <= limit, width.isFinite, width > 0 else { return rounded }
    return min(rounded, rules.grid.roundedUp(width))
  }
}
