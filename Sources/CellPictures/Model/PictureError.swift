public import TextMeasurement

/// An error in drawing.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cell exceeds the size limit.
  case tooLarge(width: Double, height: Double, limit: Double)
  /// The cell exceeds the limit of shapes.
  case tooManyShapes(limit: Int)
  /// The PNG exceeds the limit of pixels.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// A caption cannot be set.
  case text(TextError)
  /// Cairo could not draw or write it.
  case drawing(String)

  /// One sentence for standard error.
  public var description: String {
    switch self {
    case .tooLarge(let width, let height, let limit):
      "the picture would be \(Self.whole(width)) × \(Self.whole(height)) points, and at most "
        + "\(Self.whole(limit)) a side are drawn; a frame of the cell reaches too far"
    case .tooManyShapes(let limit):
      "the cell has more than \(limit) glyphs and lines to draw; show bars in place of glyphs"
    case .tooManyPixels(let width, let height, let limit):
      "the PNG would have \(width) × \(height) pixels, and at most \(limit) in all and "
        + "\(PictureLimits.cairoExtent) a side are drawn; choose a smaller scale, or SVG"
    case .text(let error): "the picture's words cannot be set: \(error)"
    case .drawing(let reason): "the picture cannot be drawn: \(reason)"
    }
  }

  private static func whole(_ number: Double) -> String {
    number.rounded().isFinite ? "\(Int(min(max(number.rounded(), -1e15), 1e15)))" : "\(number)"
  }
}
