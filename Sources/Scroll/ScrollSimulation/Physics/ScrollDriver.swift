/// Moves a list by the gestures of a profile.
///
/// A new gesture replaces the previous motion, as in UIScrollView. On Android, a flick in the
/// direction of a fling adds to its velocity. On iOS, a list can be dragged beyond its ends and
/// springs back; on Android, it stops at its ends. If a list becomes shorter, its offset is never
/// beyond its new end.
public struct ScrollDriver: Sendable {
  private let profile: ScrollProfile
  private let platform: ScrollPlatform
  private let maximumSeconds: Double
  private var random: SeededRandom

  /// The motion of the list at `time`.
  private var motion = ScrollMotion(start: 0, kind: .rest(0))
  /// The time up to which the scroll was computed, in seconds.
  private var time = 0.0
  private var range = ScrollRange(ListState(extent: 0, viewport: 0, newCells: 0))
  /// The index of the next gesture.
  private var next = 0
  /// The time at which the current repetition of the gestures began, in seconds.
  private var sequenceStart = 0.0
  /// The time at which the last movement of the hand or the app ends, in seconds.
  private var lastGestureEnd = 0.0
  /// The factor for velocities: 1, or -1 after the list has reached its first end.
  private var direction = 1.0
  /// The ends that a repeated profile has reached; false is the top of the list, true its bottom.
  private var reachedEnds: [Bool] = []
  /// The target that the app requests in this step; nil for none.
  private var asked: ScrollTarget?
  /// Whether a finger flicked the list in this step.
  private var touched = false
  private var isFinished = false

  /// Creates a scroll that begins at the top of a list at time 0.
  ///
  /// - Parameters:
  ///   - profile: The gestures to perform.
  ///   - platform: The physics of the list.
  ///   - seed: Determines the targets of random gestures.
  ///   - maximumSeconds: The time at which the scroll ends, in seconds; at most 3600.
  public init(
    profile: ScrollProfile, platform: ScrollPlatform, seed: UInt64, maximumSeconds: Double
  ) {
    self.profile = profile
    self.platform = platform
    let longest = ScrollProfile.maximumSeconds
    self.maximumSeconds = maximumSeconds >= 0 ? min(maximumSeconds, longest) : 0
    random = SeededRandom(seed: seed)
  }

  /// Computes the state of the list for a frame at a time.
  ///
  /// The state depends only on the time, not on late frames. A target that the app requests is
  /// returned in the first step after its time. Later gestures begin in the next steps.
  ///
  /// - Parameters:
  ///   - seconds: The time from the beginning of the scroll, not before the time of the last step.
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
    var goal = asked ?? .offset(moment.offset)
    var isTouching = touched
    switch motion.kind {
    case .thumb(let origin, let target, let length):
      isTouching = true
      goal = .fraction(
        ScrollMotion.fraction(from: origin, to: target, at: time - motion.start, of: length))
    case .drag: isTouching = true
    case .rest, .fling, .spring, .animation, .trace: break
    }
    return ScrollStep(
      target: goal, velocity: moment.velocity, isTouching: isTouching && !isFinished,
      isFinished: isFinished)
  }

  /// Sets the offset to which the target of the last step was resolved; the motion continues there.
  ///
  /// - Parameter offset: The offset in points. It may be outside of the last range, because another
  ///   list may replace the first one; the next step limits it.
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
    // The target of these motions does not depend on heights.
    case .animation, .thumb, .trace: break
    }
  }

  /// The offset and velocity of the list at `time`, in points and points per second.
  var moment: ScrollMotion.Moment {
    motion.moment(at: time, range, bounces: platform.bounces)
  }
}

extension ScrollDriver {
  /// The number of cells before the cell of a restored anchor, as a fraction of all cells.
  static let anchorFraction = 0.6
  /// The distance from the top of the anchor's cell down to the top of the screen, in points.
  static let anchorInside = 37.0
  /// The minimum time between two repetitions in seconds, even if nothing moves.
  static let shortestSequence = 0.1

  /// Performs motions, gestures and repetitions up to a time in seconds.
  mutating func advance(to limit: Double, newCells: Int) {
    while !isFinished {
      if next < profile.gestures.count {
        let timed = profile.gestures[next]
        let start = sequenceStart + timed.start
        move(to: min(limit, start))
        guard start <= limit, !isFinished else { return }
        next += 1
        begin(timed.gesture, at: time)
        // The caller must first find the offset of the requested target.
        if asked != nil { return }
      } else {
        guard repeats(upTo: limit, newCells: newCells) else { return }
      }
    }
  }

  /// Repeats the gestures or ends the scroll, when all gestures have been performed.
  ///
  /// - Returns: Whether the gestures begin again.
  private mutating func repeats(upTo limit: Double, newCells: Int) -> Bool {
    let asksForMore = profile.repetition.map { newCells < $0.cells } ?? false
    let pause = asksForMore ? profile.repetition?.pause : nil
    let latest = max(time, pause.map { lastGestureEnd + $0 } ?? .infinity)
    move(to: min(limit, latest))
    guard !isFinished else { return false }
    var begin = latest
    if case .rest = motion.kind { begin = min(latest, max(motion.start, lastGestureEnd)) }
    if asksForMore { begin = max(begin, sequenceStart + Self.shortestSequence) }
    // A target that the app requested must be shown before the scroll ends.
    guard begin <= limit, asked == nil else { return false }
    guard asksForMore else {
      isFinished = true
      return false
    }
    // The list has been at rest since `begin`.
    time = min(time, begin)
    sequenceStart = begin
    next = 0
    return true
  }

  private mutating func begin(_ gesture: Gesture, at start: Double) {
    let current = moment
    lastGestureEnd = start + gesture.seconds
    asked = nil
    switch gesture {
    case .flick(let velocity):
      touched = true
      var flung = 0.0
      if case .fling = motion.kind { flung = current.velocity }
      release(
        at: start, from: current.offset,
        velocity: platform.flingVelocity(finger: velocity * direction, current: flung))
    case .drag(let velocity, let seconds):
      let finger =
        platform.bounces ? range.unstretched(current.offset) : range.clamped(current.offset)
      motion.kind = .drag(from: finger, velocity: velocity * direction, seconds: seconds)
    case .thumb(let seconds):
      let fraction = range.upper > 0 ? range.clamped(current.offset) / range.upper : 0
      motion.kind = .thumb(from: fraction, to: random.fraction(), seconds: seconds)
    case .scrollToTop(let seconds):
      motion.kind = .animation(from: range.clamped(current.offset), seconds: seconds)
    case .trace(let points):
      motion.kind = .trace(points, next: 0)
    case .restore:
      motion.kind = .rest(range.clamped(current.offset))
      asked = .anchor(fraction: Self.anchorFraction, inside: Self.anchorInside)
    case .rotate:
      motion.kind = .rest(range.clamped(current.offset))
      asked = .rotation
    }
    motion.start = start
  }
}

extension ScrollDriver {
  /// Continues the motion up to a time, and replaces a motion that ends by the following one.
  mutating func move(to limit: Double) {
    // Each iteration except the last replaces the motion by the following one.
    while !isFinished {
      let goesOn =
        switch motion.kind {
        case .rest: false
        case .fling(let origin, let fling): carry(fling, from: origin, to: limit)
        case .spring(let spring, let toEnd): carry(spring, toEnd: toEnd, to: limit)
        case .drag(let origin, let velocity, let seconds):
          carryDrag(from: origin, velocity, seconds, to: limit)
        case .animation(_, let seconds): carryToRest(after: seconds, to: limit)
        case .thumb(_, let target, let seconds): carryThumb(to: target, seconds, until: limit)
        case .trace(let points, _): carryTrace(points, to: limit)
        }
      guard goesOn else { break }
    }
    if !isFinished { time = max(time, limit) }
  }

  /// Releases the list at a time, after which it flings, springs back or rests.
  mutating func release(at start: Double, from offset: Double, velocity: Double) {
    if platform.bounces, !range.contains(offset) {
      let toEnd = offset > 0
      let spring = EdgeSpring(
        displacement: toEnd ? offset - range.upper : -offset,
        velocity: toEnd ? velocity : -velocity)
      motion = ScrollMotion(start: start, kind: .spring(spring, toEnd: toEnd))
    } else if velocity == 0 {
      motion = ScrollMotion(start: start, kind: .rest(range.clamped(offset)))
    } else {
      motion = ScrollMotion(
        start: start,
        kind: .fling(from: range.clamped(offset), Fling(platform, velocity: velocity)))
    }
  }

  /// Sets the range of the list, which may have changed after the last step.
  mutating func adapt(to new: ScrollRange) {
    // Even if the range did not change, the offset of a target may be outside of it.
    if case .rest(let offset) = motion.kind { motion.kind = .rest(new.clamped(offset)) }
    guard new != range else { return }
    let old = range
    let current = moment
    range = new
    switch motion.kind {
    case .fling(let origin, let fling):
      motion.kind = .fling(from: origin + new.clamped(current.offset) - current.offset, fling)
    case .spring(_, let toEnd):
      // If the list became longer, its previous end is now inside of the range, so the list is
      // released. If it became shorter, the spring moves with the end.
      if toEnd, new.upper > old.upper {
        release(at: time, from: current.offset, velocity: current.velocity)
      }
    case .drag(let origin, let velocity, let seconds):
      let finger = origin + velocity * max(0, time - motion.start)
      let highest = new.upper + max(0, finger - old.upper)
      if finger > highest {
        motion.kind = .drag(
          from: origin + highest - finger, velocity: velocity, seconds: seconds)
      }
    case .rest, .animation, .thumb, .trace: break
    }
  }

  private mutating func carry(_ fling: Fling, from origin: Double, to limit: Double) -> Bool {
    let start = motion.start
    let end = start + fling.duration
    let until = max(time, min(limit, end))
    let reached = origin + fling.distance(at: until - start)
    let range = range
    let toEnd = fling.velocity > 0
    let isPast = { (offset: Double) in toEnd ? offset > range.upper : offset < 0 }
    guard isPast(reached) else {
      return rest(at: range.clamped(reached), when: end, until: limit)
    }
    time = bisect(time, until) { !isPast(origin + fling.distance(at: $0 - start)) }
    let velocity = fling.velocity(at: time - start)
    reach(end: toEnd)
    let edge = toEnd ? range.upper : 0
    if platform.bounces, !isFinished {
      let spring = EdgeSpring(displacement: 0, velocity: velocity.magnitude)
      motion = ScrollMotion(start: time, kind: .spring(spring, toEnd: toEnd))
    } else {
      motion = ScrollMotion(start: time, kind: .rest(edge))
    }
    return true
  }

  private mutating func carry(_ spring: EdgeSpring, toEnd: Bool, to limit: Double) -> Bool {
    let edge = toEnd ? range.upper : 0
    guard let crossing = spring.crossing else {
      return rest(at: edge, when: motion.start + spring.duration, until: limit)
    }
    guard motion.start + crossing <= limit else { return false }
    time = max(time, motion.start + crossing)
    let inward = spring.velocity(at: crossing)
    release(at: time, from: edge, velocity: toEnd ? inward : -inward)
    return true
  }

  private mutating func carryDrag(
    from origin: Double, _ velocity: Double, _ seconds: Double, to limit: Double
  ) -> Bool {
    let end = motion.start + seconds
    let until = max(time, min(limit, end))
    let finger = origin + velocity * (until - motion.start)
    let toEnd = velocity > 0
    let edge = toEnd ? range.upper : 0
    let isPast = toEnd ? finger > edge : velocity < 0 && finger < edge
    if isPast, turns(at: toEnd) {
      time = min(max(time, motion.start + (edge - origin) / velocity), until)
      reach(end: toEnd)
      motion = ScrollMotion(
        start: time,
        kind: isFinished
          ? .rest(edge) : .drag(from: edge, velocity: -velocity, seconds: max(0, end - time)))
      return true
    }
    guard end <= limit else { return false }
    time = max(time, end)
    release(at: time, from: moment.offset, velocity: 0)
    return true
  }

  private mutating func carryToRest(after seconds: Double, to limit: Double) -> Bool {
    rest(at: 0, when: motion.start + seconds, until: limit)
  }

  private mutating func carryThumb(
    to target: Double, _ seconds: Double, until limit: Double
  ) -> Bool {
    let isOver = rest(
      at: target * range.upper, when: motion.start + seconds, until: limit)
    if isOver { asked = .fraction(target) }
    return isOver
  }

  private mutating func carryTrace(_ points: [TracePoint], to limit: Double) -> Bool {
    guard let first = points.first, let last = points.last,
      case .trace(_, var next) = motion.kind
    else { return rest(at: 0, when: time, until: limit) }
    while next < points.count, points[next].time - first.time < limit - motion.start { next += 1 }
    motion.kind = .trace(points, next: next)
    return rest(
      at: range.clamped(last.offset), when: motion.start + (last.time - first.time), until: limit)
  }

  /// Ends the motion at a time; returns false if that is after `limit`.
  private mutating func rest(at offset: Double, when end: Double, until limit: Double) -> Bool {
    guard end <= limit else { return false }
    time = max(time, end)
    motion = ScrollMotion(start: time, kind: .rest(offset))
    return true
  }

  /// Whether a repeated profile has not yet reached this end, and so turns or finishes there.
  private func turns(at end: Bool) -> Bool {
    profile.repetition != nil && reachedEnds.contains(end) == false
  }

  /// Records that the list has reached an end: a repeated profile turns, or finishes at the second
  /// end.
  private mutating func reach(end: Bool) {
    guard turns(at: end) else { return }
    reachedEnds.append(end)
    direction = -direction
    if reachedEnds.count == 2 { isFinished = true }
  }
}

/// The state of the list that a scroll needs in a frame.
public struct ListState: Hashable, Sendable {
  /// The height of the whole list in points; it may contain estimates.
  public var extent: Double
  /// The height of the screen, in points.
  public var viewport: Double
  /// The number of cells that have appeared since the scroll began.
  public var newCells: Int

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - extent: The height of the whole list, in points.
  ///   - viewport: The height of the screen, in points.
  ///   - newCells: The number of cells that have appeared since the scroll began.
  public init(extent: Double, viewport: Double, newCells: Int) {
    self.extent = extent
    self.viewport = viewport
    self.newCells = newCells
  }
}

/// The target of a list in a frame, which must be resolved to an offset.
public enum ScrollTarget: Hashable, Sendable {
  /// An offset in points; on iOS it can be before the start or after the end of the range.
  case offset(Double)
  /// A fraction of the scroll range from 0 to 1, which the app requests.
  case fraction(Double)
  /// A cell that the app requests; the fraction of the cells before it is from 0 to 1.
  ///
  /// The top of the screen is `inside` points below the top of the cell.
  case anchor(fraction: Double, inside: Double)
  /// The first visible cell in another list, which replaces this one.
  case rotation
}

/// The state of a scroll in one frame.
public struct ScrollStep: Hashable, Sendable {
  /// The target of the list, from which the caller finds the offset.
  public var target: ScrollTarget
  /// The velocity of the list, in points per second; positive scrolls down.
  public var velocity: Double
  /// Whether a finger is on the screen, or flicked the list in this step.
  public var isTouching: Bool
  /// Whether the scroll ends with this frame.
  public var isFinished: Bool
}

/// A generator of numbers that depend only on its seed.
///
/// Source: Sebastiano Vigna, SplitMix64 (public domain).
struct SeededRandom: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number, from 0 to below 1.
  mutating func fraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
