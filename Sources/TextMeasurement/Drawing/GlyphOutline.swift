/// The outline of a glyph, in font units, y upwards from the baseline.
public struct GlyphOutline: Hashable, Sendable {
  /// The movements of the pen, in order.
  public let steps: [Step]

  /// One movement of the pen.
  public enum Step: Hashable, Sendable {
    /// Moves the pen to a point, where a contour begins.
    case move(x: Double, y: Double)
    /// Draws a straight line to a point.
    case line(x: Double, y: Double)
    /// Draws a quadratic curve, given by its control point and its end.
    case quadratic(controlX: Double, controlY: Double, x: Double, y: Double)
    /// Draws a cubic curve, given by its two control points and its end.
    case cubic(
      firstX: Double, firstY: Double, secondX: Double, secondY: Double, x: Double, y: Double)
    /// Closes the contour at the point where it began.
    case close
  }

  /// Creates an outline from the movements of a pen.
  public init(steps: [Step]) { self.steps = steps }

  /// Whether the outline draws nothing.
  public var isEmpty: Bool { steps.isEmpty }
}
