public import TextMeasurement

/// Why a picture cannot be drawn.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture's width or height exceeds the limit; all are in points.
  case tooLarge(width: Double, height: Double, limit: Double)
  /// The picture has more shapes than the limit.
  case tooManyShapes(limit: Int)
  /// The PNG would have more pixels than the limit, or a side longer than cairo allows.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The text of a caption cannot be shaped.
  case text(TextError)
  /// Cairo failed to draw or write the PNG, for the reason given.
  case drawing(String)

  /// The error as one sentence, for standard error.
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
