extension ScrollDriver {
  /// The part of the list at which it is opened at an anchor.
  static let anchorFraction = 0.6
  /// How far the top of the screen is below the anchor's top, in points.
  static let anchorInside = 37.0
  /// A sequence begins at least so many seconds after the one before it, even if that one found
  /// nothing to move.
  static let shortestSequence = 0.1

  /// Carries motion, gestures and repetitions out up to a time, in seconds.
  mutating func advance(to limit: Double, newCells: Int) {
    while !isFinished {
      if next < profile.gestures.count {
        let timed = profile.gestures[next]
        let start = sequenceStart + timed.start
        move(to: min(limit, start))
        guard start <= limit, !isFinished else { return }
        next += 1
        begin(timed.gesture, at: time)
        // The list answers before anything else happens.
        if asked != nil { return }
      } else {
        guard repeats(upTo: limit, newCells: newCells) else { return }
      }
    }
  }

  /// Goes on after the last gesture; whether the sequence begins anew.
  private mutating func repeats(upTo limit: Double, newCells: Int) -> Bool {
    let asksForMore = profile.repetition.map { newCells < $0.cells } ?? false
    let pause = asksForMore ? profile.repetition?.pause : nil
    let latest = max(time, pause.map { lastGestureEnd + $0 } ?? .infinity)
    move(to: min(limit, latest))
    guard !isFinished else { return false }
    var begin = latest
    if case .rest = motion.kind { begin = min(latest, max(motion.start, lastGestureEnd)) }
    if asksForMore { begin = max(begin, sequenceStart + Self.shortestSequence) }
    // A place that the app asked for is shown before the scroll is over.
    guard begin <= limit, asked == nil else { return false }
    guard asksForMore else {
      isFinished = true
      return false
    }
    // The list was at rest since then.
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
