public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; callers may change what is drawn
/// A picture of a cell that goes from one layout to another and back.
public struct CellAnimation: Hashable, Sendable {
  /// Title of the picture.
  public var title: String
  /// Size of the picture, in points.
  public var size: Size
  /// Pixels of the image per point.
  public var scale: Double
  /// Seconds from one layout to the other; the way back takes as long.
  public var duration: Double
  /// The shapes, from back to front.
  public var parts: [MovingShapes]
  /// The distinct glyph outlines; `PlacedGlyph.outline` is an index into them.
  public var outlines: [GlyphOutline]

  /// Durations that a picture may have, in seconds.
  public static let durations = 0.05...600.0
}

// reason: a plain value; moved as a whole
/// Shapes of one view that move together.
public struct MovingShapes: Hashable, Sendable {
  /// The ways in which shapes move.
  public enum Motion: Hashable, Sendable {
    /// All shapes move together between two offsets, to the right and down, in points.
    case shift(from: Point, to: Point)
    /// Each shape turns into another one, which differs only in its coordinates.
    case morph(into: [PictureShape])
  }

  /// The shapes; shapes that morph are as at the beginning.
  public var shapes: [PictureShape]
  /// The movement of the shapes.
  public var motion: Motion
  /// Opacity at the beginning, from 0 to 1.
  public var startOpacity: Double
  /// Opacity at the end, from 0 to 1.
  public var endOpacity: Double

  /// Creates shapes that move.
  public init(
    _ shapes: [PictureShape], _ motion: Motion, startOpacity: Double = 1, endOpacity: Double = 1
  ) {
    self.shapes = shapes
    self.motion = motion
    self.startOpacity = startOpacity
    self.endOpacity = endOpacity
  }

  /// The shapes moved by `x` to the right and by `y` down, in points.
  func moved(x: Double, y: Double) -> MovingShapes {
    var moved = self
    moved.shapes = shapes.map { $0.moved(x: x, y: y) }
    if case .morph(let ends) = motion {
      moved.motion = .morph(into: ends.map { $0.moved(x: x, y: y) })
    }
    return moved
  }
}
