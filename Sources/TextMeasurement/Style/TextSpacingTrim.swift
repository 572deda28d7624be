/// Removal of the empty halves of fullwidth punctuation: CSS's `text-spacing-trim`.
///
/// Used by Chromium's line breaking only, in fonts with the OpenType feature `halt`.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Between two such characters, and at the end of a line that would not fit; a browser's default.
  case normal
  /// Never: each has the font's advance.
  case spaceAll = "space-all"
}
