/// The motion of a list after the finger has left it, by the physics of a platform.
struct Fling: Hashable, Sendable {
  let platform: ScrollPlatform
  /// The velocity at time 0, in points per second.
  let velocity: Double
  /// The time until the list is at rest, in seconds.
  let duration: Double
  /// The distance until the list is at rest, in points.
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

  /// The distance after a time in seconds, in points.
  func distance(at time: Double) -> Double {
    switch platform {
    case .ios(let deceleration): deceleration.distance(initial: velocity, at: time)
    case .android: length * SplineFling.sample(at: time, of: duration).part
    }
  }

  /// The velocity after a time in seconds, in points per second.
  func velocity(at time: Double) -> Double {
    switch platform {
    case .ios(let deceleration): deceleration.velocity(initial: velocity, at: time)
    case .android:
      // At rest the slope is undefined, and the duration may be 0.
      time < duration ? length * SplineFling.sample(at: time, of: duration).slope / duration : 0
    }
  }
}

extension ScrollPlatform {
  /// Whether a list can be dragged past its ends and springs back.
  var bounces: Bool {
    if case .ios = self { true } else { false }
  }

  /// The velocity with which a list begins to fling; 0 if it does not fling.
  ///
  /// - Parameters:
  ///   - finger: The velocity of the finger, in points per second.
  ///   - current: The velocity of a fling that has not ended, in points per second; 0 for none.
  func flingVelocity(finger: Double, current: Double) -> Double {
    switch self {
    case .ios: return finger
    case .android:
      guard finger.magnitude >= SplineFling.minimumVelocity else { return 0 }
      let highest = SplineFling.maximumVelocity
      let thrown = min(max(finger, -highest), highest)
      // The flywheel of OverScroller limits only the finger's velocity; the sum gets our own limit.
      let sum = thrown.sign == current.sign ? thrown + current : thrown
      return min(max(sum, -ScrollProfile.maximumVelocity), ScrollProfile.maximumVelocity)
    }
  }
}

/// The scroll physics of a platform.
public enum ScrollPlatform: Hashable, Sendable {
  /// UIScrollView, with exponential deceleration and a rubber band beyond the ends.
  case ios(Deceleration)
  /// Android's OverScroller, with a spline and a flywheel; it does not scroll beyond the ends.
  case android(SplineFling)

  /// The name of the platform in reports and on the command line.
  public var name: String {
    switch self {
    case .ios(.fast): "ios-fast"
    case .ios: "ios"
    case .android: "android"
    }
  }
}
