internal import LayoutPrimitives

/// Which cells a list prepares before they come on screen.
public enum PrefetchPolicy: Hashable, Sendable {
  /// None: every cell is made in the frame that shows it.
  case none
  /// The next cell in the scroll direction, in the time that a frame leaves: RecyclerView's
  /// GapWorker.
  case nextFrame
  /// Cells within a distance in points, off the main thread; a cell that is not ready in time is
  /// blank: FlashList.
  case distance(Double)
  /// Cells within screens ahead, in the time that frames leave.
  case screens(Double)

  /// The name in reports and on the command line: `none`, `next-frame`, `distance:250`, `screens:1`.
  public var name: String {
    switch self {
    case .none: "none"
    case .nextFrame: "next-frame"
    case .distance(let points): "distance:\(points.plainDecimal)"
    case .screens(let screens): "screens:\(screens.plainDecimal)"
    }
  }
}
