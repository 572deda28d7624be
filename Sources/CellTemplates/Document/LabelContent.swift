/// What a label shows and how.
public struct LabelContent: Hashable, Sendable {
  /// Where text that does not fit is cut.
  public enum Truncation: String, Hashable, Sendable, CaseIterable {
    // An ellipsis at the end, the start or in the middle of the last line; or no ellipsis.
    case tail, head, middle, clip
  }

  /// The text, with bindings.
  public var text: BoundText
  /// The font asked for.
  public var font: FontRequest
  /// Most lines drawn; 0 for no limit.
  public var lineLimit: Int
  /// Where text that does not fit is cut.
  public var truncation: Truncation
  /// Line height asked for; `nil` for the font's own.
  public var lineHeight: LineHeight?
  /// Added after every character, in points.
  public var letterSpacing: Double

  /// Creates a label's content.
  public init(
    text: BoundText, font: FontRequest = FontRequest(), lineLimit: Int = 1,
    truncation: Truncation = .tail, lineHeight: LineHeight? = nil, letterSpacing: Double = 0
  ) {
    self.text = text
    self.font = font
    self.lineLimit = lineLimit
    self.truncation = truncation
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }
}

/// The font that a label asks for, before any font file is looked up.
public struct FontRequest: Hashable, Sendable {
  /// The named text styles of Dynamic Type.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    // From the largest to the smallest, as UIKit names them.
    case extraLargeTitle2, extraLargeTitle, largeTitle, title1, title2, title3
    case headline, body, callout, subheadline, footnote, caption1, caption2
  }

  /// Family name or font file as the document wrote it; `system` by default.
  public var family: String
  /// The text style, which scales with the size category; `nil` when only a size was given.
  public var style: Style?
  /// Font size that replaces the style's, in points, `> 0`.
  public var size: Double?
  /// Weight that replaces the style's, 1...1000 as CSS counts (400 regular, 600 semibold).
  public var weight: Int?
  /// Whether an italic face is asked for.
  public var isItalic: Bool

  /// Creates a request; without arguments the system font in style `body`.
  public init(
    family: String = "system", style: Style? = .body, size: Double? = nil, weight: Int? = nil,
    isItalic: Bool = false
  ) {
    self.family = family
    self.style = style
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// A line height: a multiple of the font's own, held between two bounds.
public struct LineHeight: Hashable, Sendable {
  /// Factor of the font's own line height; 1 leaves it.
  public var multiple: Double
  /// Least line height, in points; `nil` for none.
  public var minimum: Double?
  /// Greatest line height, in points; `nil` for none.
  public var maximum: Double?

  /// Creates a line height; equal bounds fix it.
  public init(multiple: Double = 1, minimum: Double? = nil, maximum: Double? = nil) {
    self.multiple = multiple
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// What an image shows.
public struct ImageContent: Hashable, Sendable {
  /// The image's address, with bindings; empty text means that the record has no image.
  public var source: BoundText
  /// Pixel width where the record tells it: the `.width` beside the bound source.
  public var pixelWidth: BoundNumber?
  /// Pixel height where the record tells it: the `.height` beside the bound source.
  public var pixelHeight: BoundNumber?
  /// Pixels per point; the intrinsic size is pixels / scale.
  public var scale: Double

  /// Creates an image's content.
  public init(
    source: BoundText, pixelWidth: BoundNumber?, pixelHeight: BoundNumber?, scale: Double = 1
  ) {
    self.source = source
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.scale = scale
  }
}
