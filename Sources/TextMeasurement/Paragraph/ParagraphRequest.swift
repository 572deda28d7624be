internal import LayoutPrimitives

/// What a text is prepared for; equal requests for equal texts give equal paragraphs.
struct ParagraphRequest: Hashable {
  /// The text style's own fonts.
  var font: RunFont
  /// Stretches of other fonts; empty for a text of one style.
  var spans: [RunSpan]
  var language: Int
  var direction: LayoutDirection
  var lineBreak: LineBreakRules
  var metrics: MetricsMode
  var wrapping: Wrapping
  /// Whether the empty halves of fullwidth punctuation are left out.
  var trimsPunctuation: Bool
  /// Distance between tab stops in points, or 0 for the platform's.
  var tabInterval: Double
  /// Device pixels a point where stops are in pixels; 0 elsewhere.
  var tabScale: Double

  var runs: RunTable { RunTable(spans: spans, base: font) }
}
