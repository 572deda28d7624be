internal import LayoutPrimitives

/// The options of preparing a text; equal requests for equal texts give equal paragraphs.
struct ParagraphRequest: Hashable {
  /// The fonts of the text's own style.
  var font: RunFont
  /// Ranges of text with other fonts; empty for a text of one style.
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
  /// Device pixels per point if the platform's tab stops are in pixels; otherwise 0.
  var tabScale: Double

  var runs: RunTable { RunTable(spans: spans, base: font) }
}
