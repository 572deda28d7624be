/// Leaves out the empty halves of fullwidth punctuation, as Chromium does by default.
///
/// - Between two characters, of which the one fills the other half: `」「` is one and a half squares.
///   A bracket that opens a line is whole again.
/// - At the end of a line, where a closing bracket or quotation mark does not fit but its half does.
///
/// Source: CSS Text 4, `text-spacing-trim: normal`, as Blink has it (`HanKerning`,
/// `ShapingLineBreaker`): within a run by the feature `halt`, seeing the text on both sides of it.
/// Measured in Chromium 156. A font's `chws`, which says the same of pairs, is not asked.
struct PunctuationTrimmer {
  /// The whole text.
  let text: UnsafePointer<UInt16>
  let count: Int
  let clusters: ClusterBuffer

  /// Trims an item whose graphemes were appended last.
  ///
  /// - Parameters:
  ///   - first: The item's first grapheme.
  ///   - scale: Points a font unit.
  func trim(_ item: ShapingRun, from first: Int, spacing: HanSpacing, scale: Double) {
    var unit = item.start
    for cluster in first..<clusters.count where unit < item.end {
      defer { unit = clusters.end(of: cluster) }
      guard HanPunctuation.mayTrim(text[unit]) else { continue }
      let last = unit > 0 ? text[unit - 1] : 0
      let next = unit + 1 < count ? text[unit + 1] : 0
      if spacing.trimsFirstHalf(of: text[unit], after: last) {
        let loss = Double(spacing.loss(of: text[unit])) * scale
        guard loss > 0 else { continue }
        let whole = clusters.advances[cluster]
        // Chromium rounds what it shapes again for a line's beginning up to 1/64 pixel.
        let more = (whole * 64).rounded(.up) / 64 - ((whole - loss) * 64).rounded(.down) / 64
        clusters.cut(cluster, by: loss, startingWider: more)
      } else if spacing.trimsSecondHalf(of: text[unit], before: next) {
        clusters.cut(
          cluster, by: Double(spacing.loss(of: text[unit])) * scale, startingWider: nil)
      } else if HanPunctuation.mayEndHalf(text[unit]) {
        let loss = Double(spacing.loss(of: text[unit])) * scale
        if loss > 0 { clusters.append(trim: loss, at: cluster) }
      }
    }
  }
}
