/// The motion of a list that a finger let go, by the physics of a platform.
struct Fling: Hashable, Sendable {
  let platform: ScrollPlatform
  /// Velocity at time 0, in points per second.
  let velocity: Double
  /// Seconds until the list is at rest.
  let duration: Double
  /// Distance until the list is at rest, in points.
  private let length: Double

  init(_ platform: ScrollPlatform, velocity: Double) {
    self.platform = platform
    self.velocity = velocity
    (duration, length) =
      switch platform {
      case .ios(let deceleration):
        (deceleration.duration(initial: velocity), deceleration.destination(initial: velocity))
      case .android(let spline):
        (spline.duration(velocity: velocity), spline.distance(velocity: velocity))
      }
  }

  /// Distance covered after a time in seconds, in points.
  func distance(at time: Double) -> Double {
    switch platform {
    case .ios(let deceleration): deceleration.distance(initial: velocity, at: time)
    case .android: length * SplineFling.sample(at: time, of: duration).part
    }
  }

  /// Velocity after a time in seconds, in points per second.
  func velocity(at time: Double) -> Double {
    switch platform {
    case .ios(let deceleration): deceleration.velocity(initial: velocity, at: time)
    case .android:
      // At rest, there is neither a slope nor, perhaps, a duration.
      time < duration ? length * SplineFling.sample(at: time, of: duration).slope / duration : 0
    }
  }
}

extension ScrollPlatform {
  /// Whether a list can be dragged past its ends and springs back.
  var bounces: Bool {
    if case .ios = self { true } else { false }
  }

  /// Velocity with which a list begins to fling; 0 if it stays.
  ///
  /// - Parameters:
  ///   - finger: Velocity of the finger, in points per second.
  ///   - current: Velocity of the list that still flings, in points per second.
  func flingVelocity(finger: Double, current: Double) -> Double {
    switch self {
    case .ios: return finger
    case .android:
      guard finger.magnitude >= SplineFling.minimumVelocity else { return 0 }
      let highest = SplineFling.maximumVelocity
      let thrown = min(max(finger, -highest), highest)
      // OverScroller's flywheel. It limits the finger's velocity; only our own limit bounds the sum.
      let sum = thrown.sign == current.sign ? thrown + current : thrown
      return min(max(sum, -ScrollProfile.maximumVelocity), ScrollProfile.maximumVelocity)
    }
  }
}

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
