extension ScrollDriver {
  /// Carries the motion on to a time, with all that follows from it: reached ends, springs, rest.
  mutating func move(to limit: Double) {
    // Each pass but the last replaces the motion by the one that follows from it.
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

  /// Lets the list go at a time: it flings, springs back or stays.
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

  /// Takes over the range of the list, which may have changed after `time`.
  mutating func adapt(to new: ScrollRange) {
    // The place that was asked for may be outside of the same range, too.
    if case .rest(let offset) = motion.kind { motion.kind = .rest(new.clamped(offset)) }
    guard new != range else { return }
    let old = range
    let current = moment
    range = new
    switch motion.kind {
    case .fling(let origin, let fling):
      motion.kind = .fling(from: origin + new.clamped(current.offset) - current.offset, fling)
    case .spring(_, let toEnd):
      // What is past the end of a list that became longer is part of the list now. A shorter list
      // takes the spring along.
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

  /// Ends the motion at a time, if this is not after `limit`.
  private mutating func rest(at offset: Double, when end: Double, until limit: Double) -> Bool {
    guard end <= limit else { return false }
    time = max(time, end)
    motion = ScrollMotion(start: time, kind: .rest(offset))
    return true
  }

  /// Whether a repeated profile turns or finishes at an end of the list: at each of them once.
  private func turns(at end: Bool) -> Bool {
    profile.repetition != nil && reachedEnds.contains(end) == false
  }

  /// Notes that the list reached its start or its end.
  private mutating func reach(end: Bool) {
    guard turns(at: end) else { return }
    reachedEnds.append(end)
    direction = -direction
    if reachedEnds.count == 2 { isFinished = true }
  }
}
