/// The style of a text: its characters, and the distances between lines and paragraphs.
public struct TextStyle: Hashable, Sendable {
  /// Font, size and spacing of characters outside runs.
  public var characters: CharacterStyle
  /// Height of every line, in points; `nil` for the font's line height.
  public var lineHeight: Double?
  /// Factor of the natural line height, or of the font size by CSS rules; 0 for none.
  public var lineHeightMultiple: Double = 0
  /// Minimum height of a line, in points; 0 for none.
  public var minimumLineHeight: Double = 0
  /// Maximum height of a line, in points; 0 for none.
  public var maximumLineHeight: Double = 0
  /// Additional distance between two lines, in points.
  public var lineSpacing: Double = 0
  /// Distance after each paragraph except the last, in points, added to the line spacing.
  public var paragraphSpacing: Double = 0
  /// Distance before each paragraph except the first, in points, added to the line spacing.
  public var paragraphSpacingBefore: Double = 0
  /// Distance between tab stops, in points; 0 for the platform's default.
  ///
  /// The default is 28 points in UIKit, eight spaces in CSS and 20 pixels on Android.
  public var tabInterval: Double = 0
  /// Positions at which full lines are broken: break opportunities, or between any graphemes.
  public var wrapping = Wrapping.word
  /// Whether the empty halves of fullwidth punctuation are removed; only with Chromium's line breaks.
  public var textSpacingTrim = TextSpacingTrim.normal

  /// Creates a style with the font's line height and no additional distances.
  ///
  /// - Parameters:
  ///   - family: `system`, a family, or the path of a font file.
  ///   - weight: Weight, 1...1000.
  ///   - italic: Whether an italic face is preferred.
  ///   - size: Font size, in points.
  public init(
    family: String = "system", weight: Int = 400, italic: Bool = false, size: Double = 17
  ) {
    characters = CharacterStyle(family: family, weight: weight, italic: italic, size: size)
  }

  /// `system`, the name of an installed family, or the path of a font file.
  public var family: String {
    get { characters.family }
    set { characters.family = newValue }
  }
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int {
    get { characters.weight }
    set { characters.weight = newValue }
  }
  /// Whether an italic face is preferred.
  public var italic: Bool {
    get { characters.italic }
    set { characters.italic = newValue }
  }
  /// Font size, in points.
  public var size: Double {
    get { characters.size }
    set { characters.size = newValue }
  }
  /// Distance added after each grapheme, in points; may be negative.
  public var letterSpacing: Double {
    get { characters.letterSpacing }
    set { characters.letterSpacing = newValue }
  }
}

/// The positions at which a full line is broken.
public enum Wrapping: String, Hashable, Sendable, CaseIterable {
  /// Lines are broken at opportunities, and between graphemes of a word longer than a line.
  case word
  /// Lines are broken between any two graphemes: UIKit's `byCharWrapping`.
  case character
}

/// Removal of the empty halves of fullwidth punctuation: CSS's `text-spacing-trim`.
///
/// Used by Chromium's line breaking only, in fonts with the OpenType feature `halt`.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Halves are removed between punctuation marks, and at a line's end if the line then fits.
  case normal
  /// No halves are removed: each punctuation mark has the font's advance.
  case spaceAll = "space-all"
}

/// A text whose characters are set in different styles.
///
/// Empty runs are removed and equal neighbors are merged. So the division of a text into runs does
/// not change its measure.
public struct AttributedText: Hashable, Sendable {
  /// The characters of all runs.
  public let text: String
  /// Styles from the beginning of the text; characters after the last run have the text style.
  ///
  /// A grapheme in two runs has the style of the first one.
  public let runs: [Run]

  /// A range of characters of one style.
  public struct Run: Hashable, Sendable {
    /// Length of the run, in UTF-16 units.
    public var length: Int
    /// Style of the characters.
    public var style: CharacterStyle

    /// Creates a run; a negative length counts as 0.
    public init(length: Int, style: CharacterStyle) {
      self.length = max(0, length)
      self.style = style
    }
  }

  /// Creates a text from its characters and runs.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    var merged: [Run] = []
    for run in runs where run.length > 0 {
      if let last = merged.last, last.style == run.style {
        let (sum, overflow) = last.length.addingReportingOverflow(run.length)
        merged[merged.count - 1].length = overflow ? .max : sum
      } else {
        merged.append(run)
      }
    }
    self.runs = merged
  }

  /// Creates a text by joining pieces of one style each.
  public init(_ pieces: [(text: String, style: CharacterStyle)]) {
    self.init(
      pieces.map(\.text).joined(),
      runs: pieces.map { Run(length: $0.text.utf16.count, style: $0.style) })
  }
}
