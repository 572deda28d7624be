/// The style of a text: its characters, and the distances between lines and paragraphs.
public struct TextStyle: Hashable, Sendable {
  /// Font, size and spacing of the characters to which no run gives another style.
  public var characters: CharacterStyle
  /// Height of every line, in points; `nil` for the height that fonts, factor and limits give.
  public var lineHeight: Double?
  /// Factor of the natural line height, or of the font size in CSS; 0 for no factor.
  public var lineHeightMultiple: Double = 0
  /// Minimum height of a line, in points; 0 for none.
  public var minimumLineHeight: Double = 0
  /// Maximum height of a line, in points; 0 for none.
  public var maximumLineHeight: Double = 0
  /// Additional distance between lines, in points.
  public var lineSpacing: Double = 0
  /// Distance after each paragraph except the last, in points; it is added to the line spacing.
  public var paragraphSpacing: Double = 0
  /// Distance before each paragraph except the first, in points; it is added to the line spacing.
  public var paragraphSpacingBefore: Double = 0
  /// Distance between tab stops, in points; 0 for the platform's default.
  ///
  /// The default is 28 points in UIKit, eight spaces in CSS and 20 pixels on Android.
  public var tabInterval: Double = 0
  /// Where a full line breaks: at break opportunities, or between any graphemes.
  public var wrapping = Wrapping.word
  /// Where a word breaks that is longer than a line.
  public var overflowWrap = OverflowWrap.breakWord
  /// Whether the boxes on the lines need the width of the last letter of a line without the kerning
  /// with the space after it, as in Chromium.
  package var needsSpaceEdges = false
  /// Whether empty halves of fullwidth punctuation are removed; used only by Chromium's rules.
  public var textSpacingTrim = TextSpacingTrim.normal

  /// Creates a style with the font's line height and no additional distances.
  ///
  /// - Parameters:
  ///   - family: `system`, the name of an installed family, or the path of a font file.
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

/// Where a full line breaks.
public enum Wrapping: String, Hashable, Sendable, CaseIterable {
  /// At a break opportunity; inside a word only if the word is longer than a line.
  case word
  /// Between any two graphemes, like UIKit's `byCharWrapping`.
  case character
}

/// Where a word breaks that is too long for a line: CSS's `overflow-wrap`.
public enum OverflowWrap: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Nowhere, so that it is a line by itself, which is longer than the available width.
  case normal
  /// On lines, but not for the min-content width.
  case breakWord = "break-word"
  /// On lines, and for the min-content width.
  case anywhere

  /// Whether words break in fewer cases.
  public static func < (left: OverflowWrap, right: OverflowWrap) -> Bool {
    left != right && (left == .normal || right == .anywhere)
  }
}

/// Whether the empty halves of fullwidth punctuation are removed: CSS's `text-spacing-trim`.
///
/// It is used only by Chromium's rules, and for fonts with the OpenType feature `halt`.
public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
  /// Halves are removed between two marks, and at the end of a line if it does not fit otherwise.
  case normal
  /// No halves are removed; each mark has the font's advance.
  case spaceAll = "space-all"
}

/// A text whose characters may have different styles.
///
/// Runs of length 0 are removed, and neighboring runs of equal style are merged, so that the
/// division into runs does not change the measure.
public struct AttributedText: Hashable, Sendable {
  /// The characters of the whole text.
  public let text: String
  /// The styles, from the beginning of the text; characters after the last run have the base style.
  ///
  /// A grapheme that is in two runs has the style of the first.
  public let runs: [Run]

  /// A range of characters with one style.
  public struct Run: Hashable, Sendable {
    /// Length of the run, in UTF-16 units.
    public var length: Int
    /// Style of the characters.
    public var style: CharacterStyle
    /// Whether the run is shaped apart from the run before, as after the edge of an inline box.
    package var isSeparate = false
    /// Whether each character is U+FFFC and stands for an atomic box, whose width is set later.
    package var isObject = false
    /// The rules of line breaks, if they are not those of the text.
    package var lineBreak: LineBreakRules?

    /// Creates a run; a negative length counts as 0.
    public init(length: Int, style: CharacterStyle) {
      self.length = max(0, length)
      self.style = style
    }
  }

  /// Creates a text from its characters and the runs from its beginning.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    var merged: [Run] = []
    for run in runs where run.length > 0 {
      if let last = merged.last, last.style == run.style, last.isObject == run.isObject,
        last.lineBreak == run.lineBreak, !run.isSeparate
      {
        let (sum, overflow) = last.length.addingReportingOverflow(run.length)
        merged[merged.count - 1].length = overflow ? .max : sum
      } else {
        merged.append(run)
      }
    }
    self.runs = merged
  }

  /// Creates a text from pieces that follow each other, each with its style.
  public init(_ pieces: [(text: String, style: CharacterStyle)]) {
    self.init(
      pieces.map(\.text).joined(),
      runs: pieces.map { Run(length: $0.text.utf16.count, style: $0.style) })
  }
}
