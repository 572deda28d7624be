/// Removal of the empty halves of fullwidth punctuation: CSS's `text-spacing-trim`.
///
/// Used by Chromium's line breaking only, in fonts with the OpenType feature `halt`.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Halves are removed between punctuation marks, and at a line's end if the line then fits.
  case normal
  /// No halves are removed: each punctuation mark has the font's advance.
  case spaceAll = "space-all"
}
