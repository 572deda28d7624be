/// The outline of a glyph, in font units, y upwards from the baseline.
public struct GlyphOutline: Hashable, Sendable {
  /// The pen's movements, in order.
  public let steps: [Step]

  /// One movement of the pen.
  public enum Step: Hashable, Sendable {
    /// Begins a contour.
    case move(x: Double, y: Double)
    /// A straight line.
    case line(x: Double, y: Double)
    /// A quadratic curve by its control point and its end.
    case quadratic(controlX: Double, controlY: Double, x: Double, y: Double)
    /// A cubic curve by its two control points and its end.
    case cubic(
      firstX: Double, firstY: Double, secondX: Double, secondY: Double, x: Double, y: Double)
    /// Ends a contour where it began.
    case close
  }

  /// Creates an outline.
  public init(steps: [Step]) { self.steps = steps }

  /// Whether nothing is drawn.
  public var isEmpty: Bool { steps.isEmpty }
}
