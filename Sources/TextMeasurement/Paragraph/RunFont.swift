/// What of a character style decides shaping and line heights, its fonts opened.
struct RunFont: Hashable, Sendable {
  /// Number of the fonts in the measurer's registry.
  var fontSet: Int
  /// Font size, in points.
  var size: Double
  /// Distance after each grapheme, in points.
  var spacing: Double
  /// How far the baseline is raised, in points.
  var baselineOffset: Double
  /// Device pixels a point, by which Chromium rounds widths; 1 by other rules.
  var pixels = 1.0
}

/// A stretch of text in fonts of its own.
struct RunSpan: Hashable, Sendable {
  /// One past its last UTF-16 unit.
  var end: Int
  var font: RunFont
}

/// The fonts of a text from its beginning to its end.
struct RunTable {
  /// Stretches in the order of the text; empty for a text of one style.
  let spans: [RunSpan]
  /// The fonts of what lies beyond them.
  let base: RunFont

  /// The number of the stretch that a unit lies in; `spans.count` beyond them.
  ///
  /// - Parameter from: A number that is not past it, to begin with.
  func number(at unit: Int, from first: Int = 0) -> Int {
    var low = first
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= unit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a stretch has a distance between its graphemes.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of a stretch.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
