/// The values of a character style that shaping and line heights depend on, with opened fonts.
struct RunFont: Hashable, Sendable {
  /// Number of the fonts in the measurer's registry.
  var fontSet: Int
  /// Font size, in points.
  var size: Double
  /// Distance after each grapheme, in points.
  var spacing: Double
  /// Distance of the baseline above the line's, in points.
  var baselineOffset: Double
  /// Device pixels per point, by which Chromium rounds widths; 1 by other rules.
  var pixels = 1.0
}

/// A range of text with its fonts.
struct RunSpan: Hashable, Sendable {
  /// One past its last UTF-16 unit.
  var end: Int
  var font: RunFont
}

/// The fonts of a text from its beginning to its end.
struct RunTable {
  /// Ranges in the order of the text; empty for a text of one style.
  let spans: [RunSpan]
  /// The fonts of the text after them.
  let base: RunFont

  /// The index of the span that contains a unit; `spans.count` after the last.
  ///
  /// - Parameter first: The index at which the search starts, at most the result.
  func number(at unit: Int, from first: Int = 0) -> Int {
    spans[first...].partitioningIndex { $0.end > unit }
  }

  /// Whether a span has letter spacing.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of a span.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
