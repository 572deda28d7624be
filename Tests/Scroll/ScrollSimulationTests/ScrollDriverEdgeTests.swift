import ScrollSimulation
import Testing

@Suite struct ScrollDriverEdgeTests {
  private let ios = ScrollPlatform.ios(.normal)
  private let android = ScrollPlatform.android(.standard)

  private func once(_ gestures: (Double, Gesture)...) throws -> ScrollProfile {
    try ScrollProfile(
      name: "test", summary: "",
      gestures: gestures.map { TimedGesture(start: $0.0, gesture: $0.1) })
  }

  /// 8 cells of 250 points under 844 points: the range ends at 1156.
  private func run(_ profile: ScrollProfile, _ platform: ScrollPlatform) -> DriverRun {
    DriverRun(profile, platform, count: 8, hertz: 240)
  }

  @Test func aFingerStretchesTheListAndItSpringsBack() throws {
    let run = run(try once((0, .drag(velocity: 1256, seconds: 1))), ios)
    // 100 points past the end: (1 - 1/(100·0.55/844 + 1))·844.
    #expect(abs(run.highest - 1156 - 51.635) < 0.3)
    #expect(run.end == 1156)
    #expect(run.frames.filter { $0.time > 1 }.allSatisfy { $0.offset >= 1156 - 1e-9 })
    let slowest = run.frames.filter(\.step.isTouching).last
    #expect((slowest?.step.velocity ?? 0) < 1256 * 0.55)
    #expect(run.seconds > 1.5 && run.seconds < 2.2)
  }

  @Test func aFingerAtTheTopStretchesUp() throws {
    let run = run(try once((0, .drag(velocity: -100, seconds: 1))), ios)
    #expect(abs((run.frames.map(\.offset).min() ?? 0) + 51.635) < 0.3)
    #expect(run.end == 0)
  }

  @Test func anAndroidListStopsAtItsEnds() throws {
    let drag = run(try once((0, .drag(velocity: 1500, seconds: 1))), android)
    #expect(drag.highest == 1156)
    #expect(drag.end == 1156)
    #expect(drag.frames[235].step.velocity == 0)
    // The distance of the finger past the end does not count when it turns.
    let back = run(
      try once((0, .drag(velocity: 1500, seconds: 1)), (1, .drag(velocity: -100, seconds: 1))),
      android)
    #expect(abs(back.end - 1056) < 1e-9)
    let fling = run(try once((0, .flick(velocity: 8000))), android)
    #expect(fling.highest == 1156)
    #expect(fling.end == 1156)
    #expect(fling.seconds < 0.3)
  }

  /// It crosses the edge with its velocity, as far as v/(10·e), and comes back without overshoot.
  @Test(arguments: [1.0, -1]) func aFlingBouncesOnce(direction: Double) throws {
    let start = direction > 0 ? 0.0 : 1156
    let flick = try once(
      (0, .drag(velocity: start, seconds: 1)), (1, .flick(velocity: direction * 4000)))
    let run = run(flick, ios)
    let velocity = 4000 - 1156 * 2.002002670673
    let past = run.frames.map { direction > 0 ? $0.offset - 1156 : -$0.offset }
    #expect(abs((past.max() ?? 0) - velocity / 27.18281828) < 0.1)
    let crossed = past.firstIndex { $0 > 0 } ?? 0
    #expect(past.dropFirst(crossed).allSatisfy { $0 >= -1e-9 })
    #expect(run.end == (direction > 0 ? 1156 : 0))
  }

  /// No step of the velocity is larger than its equations allow in 1/240 s, save that to rest.
  @Test func theVelocityIsContinuousAtTheEdge() throws {
    let run = run(try once((0, .flick(velocity: 4000))), ios)
    let velocities = run.frames.map(\.step.velocity)
    let largest = zip(velocities, velocities.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    // The spring's: 2·10·v with the velocity at the edge, 1685.7 pt/s.
    #expect(largest <= 20 * 1685.7 / 240)
    #expect(largest > 0)
    for (before, after) in zip(run.frames, run.frames.dropFirst()).dropLast() {
      let mean = (before.step.velocity + after.step.velocity) / 2
      #expect(abs((after.offset - before.offset) * 240 - mean) < 30)
    }
  }

  @Test func aFlickOutOfTheSpringPassesTheEdge() throws {
    let flick = try once((0, .flick(velocity: 4000)), (0.5, .flick(velocity: -3000)))
    let run = run(flick, ios)
    let at = run.frames[120].offset
    #expect(at > 1180)
    #expect(run.end == 0 || run.end < 1156 - 500)
    let inside = run.frames.first { $0.time > 0.5 && $0.offset < 1156 }
    // The spring's friction takes some of it.
    #expect((inside?.step.velocity ?? 0) < -1500)
  }

  @Test func aFingerCatchesTheSpring() throws {
    let caught = try once((0, .flick(velocity: 4000)), (0.5, .drag(velocity: 0, seconds: 0.5)))
    let run = run(caught, ios)
    let held = run.frames[120..<239].map(\.offset)
    #expect((held.max() ?? 0) - (held.min() ?? 0) < 1e-6)
    #expect(held[120 - 120] > 1180)
    #expect(run.end == 1156)
  }

  /// Estimates that were too high: the list ends before it was expected to.
  @Test func aListThatShrinksIsClamped() throws {
    for platform in [ios, android] {
      for gesture in [Gesture.flick(velocity: 3000), .drag(velocity: 1000, seconds: 2)] {
        var driver = ScrollDriver(
          profile: try once((0, gesture)), platform: platform, seed: 1, maximumSeconds: 60)
        for index in 0..<600 {
          let time = Double(index) / 60
          let extent = index < 40 ? 1e6 : 1344
          let state = ListState(extent: extent, viewport: 844, newCells: 0)
          guard case .offset(let offset) = driver.step(at: time, state).target else { return }
          if index == 39 { #expect(offset > 600) }
          // At most the bounce of 3000 pt/s, or a finger that continues for 1.4 s.
          if index >= 40 { #expect(offset <= 500 + (platform == ios ? 450 : 0)) }
          if index == 599 { #expect(offset == 500) }
        }
      }
    }
  }

  /// A list that scrolls up when it shrinks is at its new end at once, and continues from there.
  @Test(arguments: [Gesture.flick(velocity: -1000), .drag(velocity: -1000, seconds: 2)])
  func aListThatShrinksWhileItGoesUpGoesOn(gesture: Gesture) throws {
    let profile = try once((0, .drag(velocity: 5000, seconds: 1)), (1, gesture))
    for platform in [ios, android] {
      var driver = ScrollDriver(
        profile: profile, platform: platform, seed: 1, maximumSeconds: 60)
      let long = ListState(extent: 1e6, viewport: 844, newCells: 0)
      _ = driver.step(at: 0.9, long)
      _ = driver.step(at: 1.1, long)
      let short = ListState(extent: 1344, viewport: 844, newCells: 0)
      guard case .offset(let end) = driver.step(at: 1.1, short).target,
        case .offset(let later) = driver.step(at: 1.15, short).target
      else { return }
      #expect(abs(end - 500) < 1e-6)
      #expect(later < 480 && later > 440)
    }
  }

  /// Estimates that were too low: the offset past the end is now inside, and the fling continues.
  @Test func aListThatGrowsTakesTheBounceIn() throws {
    var driver = ScrollDriver(
      profile: try once((0, .flick(velocity: 4000))), platform: ios, seed: 1, maximumSeconds: 60)
    var last = 0.0
    for index in 0..<600 {
      let extent = index <= 25 ? 2000.0 : 1e6
      let state = ListState(extent: extent, viewport: 844, newCells: 0)
      let step = driver.step(at: Double(index) / 60, state)
      guard case .offset(let offset) = step.target else { return }
      #expect(offset >= last)
      last = offset
    }
    #expect(last > 1200)
  }

  /// A list that corrects its offset while it bounces or is dragged.
  @Test func aBounceGoesOnFromWhereItLanded() throws {
    let list = ListState(extent: 2000, viewport: 844, newCells: 0)
    var driver = ScrollDriver(
      profile: try once((0, .flick(velocity: 4000))), platform: ios, seed: 1, maximumSeconds: 60)
    guard case .offset(let offset) = driver.step(at: 0.5, list).target else { return }
    #expect(offset > 1156)
    driver.landed(at: 900)
    guard case .offset(let inside) = driver.step(at: 0.501, list).target else { return }
    #expect(abs(inside - 900) < 2)
    #expect(driver.step(at: 59, list).isFinished)

    var dragged = ScrollDriver(
      profile: try once((0, .drag(velocity: 100, seconds: 5))), platform: ios, seed: 1,
      maximumSeconds: 60)
    _ = dragged.step(at: 1, list)
    dragged.landed(at: 500)
    #expect(dragged.step(at: 2, list).target == .offset(600))
  }

  /// Any bounds in any order: finite, and near the list.
  @Test func changingBoundsAreNoTrap() throws {
    let gestures: [Gesture] = [
      .flick(velocity: 8000), .drag(velocity: -900, seconds: 0.2), .flick(velocity: -3000),
      .thumb(seconds: 0.2), .restore, .flick(velocity: 100), .scrollToTop(seconds: 0.2), .rotate,
      .drag(velocity: 2000, seconds: 0.3),
    ]
    let all = gestures.enumerated().map {
      TimedGesture(start: Double($0.offset) * 0.3, gesture: $0.element)
    }
    let extents = [0, 10, 844, 900, 5000, 1e6, .nan, .infinity, -50]
    for repetition in [nil, ScrollProfile.Repetition(cells: 1000, pause: 0.1)] {
      let profile = try ScrollProfile(
        name: "test", summary: "", gestures: all, repetition: repetition)
      for platform in [ios, android] {
        for stride in 1...8 {
          var driver = ScrollDriver(
            profile: profile, platform: platform, seed: 5, maximumSeconds: 20)
          for index in 0..<1300 {
            let extent = extents[(index / 3 * stride + index) % extents.count]
            let viewport = index % 11 == 0 ? 390.0 : index % 97 == 0 ? .nan : 844
            let state = ListState(extent: extent, viewport: viewport, newCells: index / 10)
            let step = driver.step(at: Double(index) / 60, state)
            var isNear = step.velocity.isFinite
            switch step.target {
            case .offset(let offset):
              let upper = extent.isFinite ? max(0, extent - (viewport.isNaN ? 0 : viewport)) : 0
              isNear = isNear && offset > -850 && offset < upper + 850
            case .fraction(let part):
              isNear = isNear && (0...1).contains(part)
              driver.landed(at: part * 5000)
            case .anchor: driver.landed(at: 3000)
            case .rotation: driver.landed(at: 100)
            }
            if !isNear { Issue.record("\(step) of \(state)") }
          }
          #expect(driver.step(at: 20, ListState(extent: 0, viewport: 844, newCells: 0)).isFinished)
        }
      }
    }
  }
}
