/// The list as a scroll finds it in a frame.
public struct ListState: Hashable, Sendable {
  /// Height of the whole list, estimates included, in points.
  public var extent: Double
  /// Height of the screen that shows the list, in points.
  public var viewport: Double
  /// Number of cells that have come on screen since the scroll began.
  public var newCells: Int

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - extent: Height of the whole list, in points.
  ///   - viewport: Height of the screen, in points.
  ///   - newCells: Cells that have come on screen since the scroll began.
  public init(extent: Double, viewport: Double, newCells: Int) {
    self.extent = extent
    self.viewport = viewport
    self.newCells = newCells
  }
}

/// The place of a list that a frame shows.
public enum ScrollPlace: Hashable, Sendable {
  /// The offset, in points. It is below 0 or past the last screen where the list bounces.
  case offset(Double)
  /// A part of the scroll range, 0 to 1, that the app asks for.
  case fraction(Double)
  /// The cell at a part of the list, 0 to 1, that the app asks for; `inside` is in points below
  /// the cell's top.
  case anchor(fraction: Double, inside: Double)
  /// The list is exchanged for another, with the same anchor.
  case rotation
}

/// What a frame of a scroll shows.
public struct ScrollStep: Hashable, Sendable {
  /// The place of the list.
  public var place: ScrollPlace
  /// Velocity of the list, in points per second; positive scrolls down.
  public var velocity: Double
  /// Whether a finger is on the screen, or just left it with a flick.
  public var isTouching: Bool
  /// Whether the scroll is over with this frame.
  public var isFinished: Bool
}
