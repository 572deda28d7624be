/// Removal of the empty halves of fullwidth punctuation: CSS's `text-spacing-trim`.
///
/// Used by Chromium's line breaking only, in fonts with the OpenType feature `halt`.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Between two punctuation marks, and at the end of a line that would not fit; a browser's
  /// default.
  case normal
  /// Nothing is removed: each punctuation mark has the font's advance.
  case spaceAll = "space-all"
}
