/// The scroll physics of a platform.
public enum ScrollPlatform: Hashable, Sendable {
  /// UIScrollView: exponential deceleration, rubber band at the edges.
  case ios(Deceleration)
  /// Android's OverScroller: a spline, flywheel, no content beyond the edges.
  case android(SplineFling)

  /// The name in reports and on the command line.
  public var name: String {
    switch self {
    case .ios(.fast): "ios-fast"
    case .ios: "ios"
    case .android: "android"
    }
  }
}
