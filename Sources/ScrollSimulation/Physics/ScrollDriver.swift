/// Carries a profile out over a list.
///
/// A new gesture replaces the motion before it, as in UIScrollView; on Android a flick in the
/// direction of a fling adds to its velocity. A list on iOS can be dragged past its ends and
/// springs back; on Android it stops there. A list that becomes shorter is never left below its new
/// end.
public struct ScrollDriver: Sendable {
  let profile: ScrollProfile
  let platform: ScrollPlatform
  private let maximumSeconds: Double
  var random: SeededRandom

  /// What the list does at `time`.
  var motion = ScrollMotion(start: 0, kind: .rest(0))
  /// How far the scroll is carried out, in seconds.
  var time = 0.0
  var range = ScrollRange(ListState(extent: 0, viewport: 0, newCells: 0))
  /// The gesture that begins next.
  var next = 0
  /// When the present sequence of gestures began, in seconds.
  var sequenceStart = 0.0
  /// When the hand, or the app, was done with the last gesture, in seconds.
  var lastGestureEnd = 0.0
  /// By what velocities are multiplied: -1 after an end of the list was reached, otherwise 1.
  var direction = 1.0
  /// The ends of the list that a repeated profile has reached: false is its start, true its end.
  var reachedEnds: [Bool] = []
  /// A place that the app asks for in this step.
  var asked: ScrollPlace?
  /// Whether a finger left the screen in this step.
  var touched = false
  var isFinished = false

  /// Creates a scroll that begins at the top of a list at second 0.
  ///
  /// - Parameters:
  ///   - profile: The gestures.
  ///   - platform: The physics.
  ///   - seed: Decides the targets of random gestures.
  ///   - maximumSeconds: The scroll is over after so many seconds; at most 3600.
  public init(
    profile: ScrollProfile, platform: ScrollPlatform, seed: UInt64, maximumSeconds: Double
  ) {
    self.profile = profile
    self.platform = platform
    let longest = ScrollProfile.maximumSeconds
    self.maximumSeconds = maximumSeconds >= 0 ? min(maximumSeconds, longest) : 0
    random = SeededRandom(seed: seed)
  }

  /// Returns what the frame at a time shows.
  ///
  /// The position is a function of the time, whatever frames were late. A place that the app asks
  /// for is returned once, in the first step after its time; later gestures begin in the steps
  /// after that one.
  ///
  /// - Parameters:
  ///   - seconds: From the beginning of the scroll; never less than in the step before.
  ///   - list: The list before this frame.
  public mutating func step(at seconds: Double, _ list: ListState) -> ScrollStep {
    adapt(to: ScrollRange(list))
    (asked, touched) = (nil, false)
    if !isFinished {
      let now = max(time, min(seconds.isNaN ? time : seconds, maximumSeconds))
      advance(to: now, newCells: list.newCells)
      if time >= maximumSeconds { isFinished = true }
    }
    let moment = moment
    var place = asked ?? .offset(moment.offset)
    var isTouching = touched
    switch motion.kind {
    case .thumb(let origin, let target, let length):
      isTouching = true
      place = .fraction(
        ScrollMotion.fraction(from: origin, to: target, at: time - motion.start, of: length))
    case .drag: isTouching = true
    case .rest, .fling, .spring, .animation, .trace: break
    }
    return ScrollStep(
      place: place, velocity: moment.velocity, isTouching: isTouching && !isFinished,
      isFinished: isFinished)
  }

  /// Tells where the place of the last step was found to be: motion goes on from there.
  ///
  /// - Parameter offset: In points. The range of the last step does not limit it, because a list
  ///   may have been exchanged; the next step does.
  public mutating func landed(at offset: Double) {
    let current = moment
    guard offset.isFinite, offset != current.offset else { return }
    switch motion.kind {
    case .rest: motion.kind = .rest(offset)
    case .fling(let origin, let fling):
      motion.kind = .fling(from: origin + (offset - current.offset), fling)
    case .drag(let origin, let velocity, let length):
      motion.kind = .drag(
        from: origin + (offset - current.offset), velocity: velocity, seconds: length)
    case .spring: release(at: time, from: offset, velocity: current.velocity)
    // These know where they go, whatever heights are.
    case .animation, .thumb, .trace: break
    }
  }

  /// Where the list is at `time`.
  var moment: ScrollMotion.Moment {
    motion.moment(at: time, range, bounces: platform.bounces)
  }
}
