/// The values of a character style that shaping and line heights depend on, with opened fonts.
struct RunFont: Hashable, Sendable {
  /// Index of the font and its fallbacks in the measurer's registry.
  var fontSet: Int
  /// Font size, in points.
  var size: Double
  /// Letter spacing after each grapheme, in points.
  var spacing: Double
  /// Distance of the style's baseline above the line's baseline, in points.
  var baselineOffset: Double
  /// Device pixels per point, by which Chromium rounds widths; 1 by other rules.
  var pixels = 1.0
}

/// A range of text with its fonts.
struct RunSpan: Hashable, Sendable {
  /// UTF-16 offset after the range.
  var end: Int
  var font: RunFont
}

/// The fonts of a text, from its beginning to its end.
struct RunTable {
  /// Ranges with fonts of their own, in the order of the text; empty for a text of one style.
  let spans: [RunSpan]
  /// The fonts of the text after the last span.
  let base: RunFont

  /// Index of the span that contains a UTF-16 offset; `spans.count` after the last.
  ///
  /// - Parameter first: The index at which the search starts, at most the result.
  func number(at unit: Int, from first: Int = 0) -> Int {
    spans[first...].partitioningIndex { $0.end > unit }
  }

  /// Whether any part of the text has letter spacing.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of the span with an index; `base` for `spans.count`.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
