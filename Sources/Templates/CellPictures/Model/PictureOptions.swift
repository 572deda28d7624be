public import TextMeasurement

/// The options of a picture.
public struct PictureOptions: Hashable, Sendable {
  /// The optional layers to draw.
  public var layers: PictureLayers
  /// Pixels of the image per point.
  public var scale: Double
  /// Heading above the cell, drawn only with frames; empty for none.
  public var heading: String
  /// Index of the view whose deciding constraints are drawn; `nil` for none.
  ///
  /// They are drawn only if the cell's `determinations` include the view.
  public var explained: Int?
  /// Limits of the picture's size and of its number of shapes.
  public var limits: PictureLimits

  /// Creates the options of a picture; by default the scale is 2 and there is no heading.
  public init(
    layers: PictureLayers = .standard, scale: Double = 2, heading: String = "",
    explained: Int? = nil, limits: PictureLimits = PictureLimits()
  ) {
    self.layers = layers
    self.scale = scale
    self.heading = heading
    self.explained = explained
    self.limits = limits
  }
}

/// The optional layers of a picture.
public struct PictureLayers: OptionSet, Hashable, Sendable {
  /// The set's bits, one per layer.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The frame of every view with its id: dotted for guides, dashed for hidden views.
  public static let frames = PictureLayers(rawValue: 1)
  /// The baseline of every line of text.
  public static let baselines = PictureLayers(rawValue: 2)
  /// The layout margins of the cell and of views with subviews.
  public static let margins = PictureLayers(rawValue: 4)
  /// Each line of text as a bar.
  public static let text = PictureLayers(rawValue: 8)
  /// Each line of text as glyphs.
  public static let outlines = PictureLayers(rawValue: 16)

  /// The layers that are drawn by default.
  public static let standard: PictureLayers = [.frames, .outlines]

  /// Every layer with its name on the command line.
  public static let named: [(name: String, layer: PictureLayers)] = [
    ("frames", .frames), ("baselines", .baselines), ("margins", .margins), ("text", .text),
    ("outlines", .outlines),
  ]
}

/// The limits of a picture.
public struct PictureLimits: Hashable, Sendable {
  /// Maximum width and maximum height of a picture, in points.
  public var points: Int
  /// Maximum number of pixels of a PNG, each of which takes four bytes of memory.
  public var pixels: Int
  /// Maximum number of shapes, including glyphs.
  public var shapes: Int

  /// Creates limits; see the properties for their units.
  public init(points: Int = 20_000, pixels: Int = 50_000_000, shapes: Int = 200_000) {
    self.points = points
    self.pixels = pixels
    self.shapes = shapes
  }
}

/// The reason why a picture cannot be drawn.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture's width or height exceeds the limit; all three are in points.
  case tooLarge(width: Double, height: Double, limit: Double)
  /// The picture has more shapes than the limit.
  case tooManyShapes(limit: Int)
  /// The text of a caption cannot be shaped.
  case text(TextError)

  /// The error as one sentence, for standard error.
  public var description: String {
    switch self {
    case .tooLarge(let width, let height, let limit):
      "the picture would be \(Self.whole(width)) × \(Self.whole(height)) points, and at most "
        + "\(Self.whole(limit)) a side are drawn; a frame of the cell reaches too far"
    case .tooManyShapes(let limit):
      "the cell has more than \(limit) glyphs and lines to draw; show bars in place of glyphs"
    case .text(let error): "the picture's words cannot be set: \(error)"
    }
  }

  private static func whole(_ number: Double) -> String {
    number.rounded().isFinite ? "\(Int(min(max(number.rounded(), -1e15), 1e15)))" : "\(number)"
  }
}
