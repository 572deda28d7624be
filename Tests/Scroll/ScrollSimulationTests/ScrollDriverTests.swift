import Testing

@testable import ScrollSimulation

/// A profile of gestures that are carried out once.
private func profile(_ gestures: (Double, Gesture)...) throws -> ScrollProfile {
  try ScrollProfile(
    name: "test", summary: "",
    gestures: gestures.map { TimedGesture(start: $0.0, gesture: $0.1) })
}

@Suite struct ScrollDriverTests {
  private let list = ListState(extent: 1e6, viewport: 844, newCells: 0)

  @Test func aDragIsAStraightLine() throws {
    let run = DriverRun(try profile((0, .drag(velocity: 150, seconds: 10))), hertz: 10)
    #expect(run.seconds == 10)
    #expect(run.end == 1500)
    for (index, frame) in run.frames.enumerated().dropLast() {
      #expect(abs(frame.offset - 15 * Double(index)) < 1e-9)
      #expect(frame.step.velocity == 150)
      #expect(frame.step.isTouching)
    }
    #expect(run.frames.last?.step.isTouching == false)
  }

  /// A flick of 2000 pt/s covers 2000·(1-0.998^600)/(-1000·ln 0.998) = 698.468 pt in 0.6 s; two of
  /// them and one to its rest at 998.5 make 2395.436 pt in 1.2 + 3.796 s.
  @Test func aFlickReplacesTheFlickBeforeIt() throws {
    let flick = Gesture.flick(velocity: 2000)
    let run = DriverRun(try profile((0, flick), (0.6, flick), (1.2, flick)), hertz: 100)
    #expect(abs(run.frames[60].offset - 698.468) < 0.001)
    #expect(abs(run.frames[120].offset - 2 * 698.468) < 0.001)
    #expect(abs(run.seconds - 5) < 1e-9)
    #expect(abs(run.end - 2395.436) < 0.001)
    #expect(run.frames[60].step.velocity == 2000)
  }

  @Test(arguments: [300.0, 1000, 2000, 3000, 5000, 8000])
  func aFlickLastsUntilRest(velocity: Double) throws {
    let flick = try profile((0, .flick(velocity: velocity)))
    let ios = DriverRun(flick, hertz: 120)
    #expect(
      abs(ios.end - Deceleration.normal.destination(initial: velocity) + 0.5) < 1e-6)
    let duration = Deceleration.normal.duration(initial: velocity)
    #expect(ios.seconds >= duration && ios.seconds < duration + 1.0 / 120)
    let android = DriverRun(flick, .android(.standard), hertz: 120)
    #expect(android.end == SplineFling.standard.distance(velocity: velocity))
    let fling = SplineFling.standard.duration(velocity: velocity)
    #expect(android.seconds >= fling && android.seconds < fling + 1.0 / 120)
    for run in [ios, android] { #expect(run.frames.last?.step.velocity == 0) }
  }

  /// The flywheel: 3000 pt/s and what the first fling still has.
  @Test func anAndroidFlickAddsToAFling() throws {
    let flick = Gesture.flick(velocity: 3000)
    let android = ScrollPlatform.android(.standard)
    let run = DriverRun(try profile((0, flick), (0.5, flick)), android, hertz: 100)
    let fling = SplineFling.standard
    let left = Fling(.android(fling), velocity: 3000).velocity(at: 0.5)
    let expected =
      Fling(.android(fling), velocity: 3000).distance(at: 0.5)
      + fling.distance(velocity: 3000 + left)
    #expect(left > 500)
    #expect(abs(run.end - expected) < 1e-6)
    let back = DriverRun(
      try profile((0, flick), (0.5, .flick(velocity: -1000))), android, hertz: 100)
    let there = Fling(.android(fling), velocity: 3000).distance(at: 0.5)
    #expect(abs(back.end - there + fling.distance(velocity: 1000)) < 1e-6)
    // A finger that drags takes the fling away.
    let caught = DriverRun(
      try profile((0, flick), (0.5, .drag(velocity: 0, seconds: 0.1)), (0.6, flick)), android)
    #expect(abs(caught.end - there - fling.distance(velocity: 3000)) < 1e-6)
    // The finger's own velocity is not added to itself.
    let thrown = DriverRun(
      try profile((0, .drag(velocity: 1000, seconds: 1)), (0.5, flick)), android)
    #expect(abs(thrown.end - 500 - fling.distance(velocity: 3000)) < 1e-6)
  }

  @Test func aSlowFingerStopsAnAndroidList() throws {
    let stopped = try profile((0, .flick(velocity: 3000)), (0.5, .flick(velocity: 49)))
    let run = DriverRun(stopped, .android(.standard), hertz: 100)
    #expect(run.end == Fling(.android(SplineFling.standard), velocity: 3000).distance(at: 0.5))
    #expect(run.seconds == 0.5)
  }

  /// The same offsets at the same times, whichever frames were omitted.
  @Test(arguments: ScrollProfile.names)
  func thePositionIsAFunctionOfTheTime(name: String) throws {
    let profile = try ScrollProfile.named(name)
    for platform in [ScrollPlatform.ios(.normal), .android(.standard)] {
      var every = ScrollDriver(
        profile: profile, platform: platform, seed: 7, maximumSeconds: 30)
      var some = every
      for index in 0..<1800 {
        let time = Double(index) / 60
        let step = every.step(at: time, list)
        guard index % 7 == 0 || index % 60 < 2 else { continue }
        let other = some.step(at: time, list)
        switch (step.target, other.target) {
        case (.offset(let left), .offset(let right)):
          #expect(abs(left - right) < 1e-6)
          #expect(abs(step.velocity - other.velocity) < 1e-6)
          #expect(step.isFinished == other.isFinished)
        case (.fraction(let left), .fraction(let right)): #expect(abs(left - right) < 1e-9)
        // A requested position is in the first frame after its time.
        default: break
        }
      }
    }
  }

  @Test func aFlickIsATouch() throws {
    let flick = Gesture.flick(velocity: 2000)
    let run = DriverRun(try profile((0, flick), (0.605, flick)), hertz: 100)
    let touching = run.frames.indices.filter { run.frames[$0].step.isTouching }
    #expect(touching == [0, 61])
  }

  @Test func aListIsOpenedAtAnAnchorOnce() throws {
    let flick = Gesture.flick(velocity: -800)
    let run = DriverRun(try profile((0, .restore), (0.5, flick)), hertz: 100)
    #expect(run.frames[0].step.target == .anchor(fraction: 0.6, inside: 37))
    #expect(run.frames[0].step.isFinished == false)
    #expect(run.frames[1].step.target == .offset(6000 * 250 + 37))
    let anchors = run.frames.filter {
      if case .anchor = $0.step.target { true } else { false }
    }
    #expect(anchors.count == 1)
    #expect(abs(run.end - (1_500_037 - 399.1)) < 0.1)
  }

  @Test func aRestoreAloneIsTwoFrames() throws {
    let run = DriverRun(try profile((0, .restore)))
    #expect(run.frames.count == 2)
    #expect(run.end == 6000 * 250 + 37)
  }

  @Test func aListIsExchangedAndScrollsOnFromItsAnchor() throws {
    var driver = ScrollDriver(
      profile: .rotate, platform: .ios(.normal), seed: 1, maximumSeconds: 60)
    _ = driver.step(at: 0, list)
    guard case .offset(let before) = driver.step(at: 1.99, list).target else {
      Issue.record("an offset was expected")
      return
    }
    #expect(before > 900)
    let rotation = driver.step(at: 2.01, list)
    #expect(rotation.target == .rotation)
    #expect(rotation.velocity == 0)
    driver.landed(at: 3_000)
    // The other list is shorter, and its screen less high.
    let other = ListState(extent: 5_000, viewport: 390, newCells: 0)
    #expect(driver.step(at: 2.4, other).target == .offset(3_000))
    guard case .offset(let after) = driver.step(at: 2.6, other).target else {
      Issue.record("an offset was expected")
      return
    }
    #expect(abs(after - 3_000 - Deceleration.normal.distance(initial: 2000, at: 0.1)) < 1e-9)
  }

  @Test func aLandingOutsideTheListIsBroughtBack() throws {
    var driver = ScrollDriver(
      profile: .restore, platform: .ios(.normal), seed: 1, maximumSeconds: 60)
    _ = driver.step(at: 0, list)
    driver.landed(at: 9e6)
    #expect(driver.step(at: 0.1, list).target == .offset(1e6 - 844))
    driver.landed(at: .nan)
    #expect(driver.step(at: 0.2, list).target == .offset(1e6 - 844))
  }

  /// A list that corrects its offset for changed heights, while it moves.
  @Test func motionGoesOnFromWhereItLanded() {
    for platform in [ScrollPlatform.ios(.normal), .android(.standard)] {
      var driver = ScrollDriver(
        profile: .flingMax, platform: platform, seed: 1, maximumSeconds: 60)
      var same = driver
      _ = (driver.step(at: 0.5, list), same.step(at: 0.5, list))
      guard case .offset(let offset) = same.step(at: 0.5, list).target else { return }
      driver.landed(at: offset + 1000)
      let (moved, other) = (driver.step(at: 0.7, list), same.step(at: 0.7, list))
      #expect(moved.velocity == other.velocity)
      guard case .offset(let left) = moved.target, case .offset(let right) = other.target else {
        return
      }
      #expect(abs(left - right - 1000) < 1e-9)
    }
  }

  @Test func aListScrollsToItsTopSlowlyAtBothEnds() throws {
    let run = DriverRun(.statusBarTop, hertz: 100)
    #expect(run.seconds == 1)
    #expect(run.end == 0)
    #expect(run.frames[50].offset == 1_500_037)
    #expect(abs(run.frames[75].offset - 750_018.5) < 1)
    #expect(run.frames[51].step.velocity.magnitude < run.frames[75].step.velocity.magnitude / 5)
    #expect(run.frames[99].step.velocity.magnitude < run.frames[75].step.velocity.magnitude / 5)
    for (before, after) in zip(run.frames.dropFirst(50), run.frames.dropFirst(51)) {
      #expect(after.offset < before.offset)
    }
    #expect(run.frames.allSatisfy { !$0.step.isTouching })
  }

  @Test func aThumbGoesToTenPlacesThatTheSeedDecides() {
    func targets(_ seed: UInt64) -> [Double] {
      let run = DriverRun(.scrub, hertz: 100, seed: seed)
      #expect(run.frames.count == 502)
      #expect(run.frames[..<500].allSatisfy { $0.step.isTouching })
      return (1...10).map { run.frames[$0 * 50].offset }
    }
    let places = targets(1)
    #expect(Set(places).count == 10)
    #expect(places.allSatisfy { (0...(2_500_000 - 844)).contains($0) })
    #expect(places == targets(1))
    #expect(Set(places).isDisjoint(with: targets(2)))
  }

  @Test func aThumbAsksForPartsOfTheRange() throws {
    let run = DriverRun(try profile((0, .thumb(seconds: 0.5))), hertz: 100)
    #expect(run.frames[0].step.target == .fraction(0))
    guard case .fraction(let target) = run.frames[50].step.target,
      case .fraction(let half) = run.frames[25].step.target
    else {
      Issue.record("a thumb asks for fractions")
      return
    }
    #expect(abs(half - target / 2) < 1e-12)
    #expect(run.frames[25].step.isTouching)
    #expect(abs(run.frames[25].step.velocity - target * (2_500_000 - 844) / 0.5) < 1e-3)
    #expect(run.frames.count == 52)
    #expect(run.frames[51].step.target == .offset(target * (2_500_000 - 844)))
  }

  @Test func theSameSeedGivesTheSameSteps() {
    for profile in ScrollProfile.named {
      let left = DriverRun(profile, hertz: 120, seed: 3, maximumSeconds: 20)
      #expect(left.frames == DriverRun(profile, hertz: 120, seed: 3, maximumSeconds: 20).frames)
    }
  }

  @Test(arguments: [0.0, 0.5, 2, -1, .nan]) func aScrollIsOverAfterItsTime(seconds: Double) {
    let run = DriverRun(.flickFast, hertz: 100, maximumSeconds: seconds)
    #expect(run.isFinished)
    #expect(abs(run.seconds - (seconds > 0 ? seconds : 0)) < 1e-9)
  }

  @Test func oddTimesAreNoTrap() {
    var driver = ScrollDriver(
      profile: .flickMedium, platform: .ios(.normal), seed: 1, maximumSeconds: 1e300)
    let first = driver.step(at: 0.5, list)
    for seconds in [0.2, Double.nan, -.infinity, 0.5] {
      let step = driver.step(at: seconds, list)
      #expect(step.target == first.target)
      #expect(step.velocity == first.velocity)
    }
    #expect(driver.step(at: .infinity, list).isFinished)
    let end = driver.step(at: 1, list)
    #expect(end.isFinished)
    #expect(driver.step(at: 1e9, list) == end)
  }
}
