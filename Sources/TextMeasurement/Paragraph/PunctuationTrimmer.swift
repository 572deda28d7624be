/// Removes the empty halves of fullwidth punctuation, as Chromium does by default.
///
/// - Between two characters: `」「` is one and a half em wide. A bracket that begins a line has its
///   full width again.
/// - At the end of a line, where only half of a closing bracket or quotation mark fits.
///
/// Source: CSS Text 4, `text-spacing-trim: normal`, as in Blink (`HanKerning`,
/// `ShapingLineBreaker`): within a run by the feature `halt`, with the text on both sides as
/// context. Measured in Chromium 156. The similar font feature `chws` is not used.
struct PunctuationTrimmer {
  /// The UTF-16 units of the whole text, `count` in number.
  let text: UnsafePointer<UInt16>
  let count: Int
  let clusters: ClusterBuffer

  /// Trims the shaping run whose graphemes were appended last.
  ///
  /// - Parameters:
  ///   - first: Index of the run's first grapheme.
  ///   - scale: Points per font unit.
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
        // Chromium rounds widths that it reshapes for a line's beginning up to 1/64 pixel.
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
