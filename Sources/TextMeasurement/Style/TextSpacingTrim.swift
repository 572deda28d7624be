/// Whether the empty halves of fullwidth punctuation are left out: CSS's `text-spacing-trim`.
///
/// Only Chromium's line breaking heeds it, and only fonts with the OpenType feature `halt` have such
/// punctuation in half width.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Between two of them, and at a line's end before which it would not fit; a browser's default.
  case normal
  /// Nowhere: each is as wide as the font has it.
  case spaceAll = "space-all"
}
