import ScrollSimulation
import Testing

@Suite struct ScrollDriverRepetitionTests {
  private let ios = ScrollPlatform.ios(.normal)

  /// Times of the frames in which a flick began.
  private func flicks(_ run: DriverRun) -> [Double] {
    run.frames.filter(\.step.isTouching).map(\.time)
  }

  private func isNear(_ left: [Double], _ right: [Double]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 0.0101 }
  }

  @Test func aSequenceBeginsAgainAfterItsPause() {
    let medium = DriverRun(.flickMedium, hertz: 100)
    #expect(isNear(Array(flicks(medium).prefix(7)), [0, 0.6, 1.2, 3.2, 3.8, 4.4, 6.4]))
    let slow = DriverRun(.flickSlow, hertz: 100)
    #expect(isNear(Array(flicks(slow).prefix(4)), [0, 2, 4, 6]))
    let fast = DriverRun(.flickFast, hertz: 100)
    #expect(
      isNear(
        Array(flicks(fast).prefix(7)), [0, 0.3, 0.6, 0.9, 1.2, 2.2, 2.5]))
  }

  @Test func withoutAPauseItBeginsWhenTheListIsAtRest() {
    let duration = Deceleration.normal.duration(initial: 8000)
    let run = DriverRun(.flingMax, hertz: 100)
    #expect(isNear(Array(flicks(run).prefix(3)), [0, duration, 2 * duration]))
    // The tail is in the run: the lowest velocities of each fling.
    #expect(run.frames.filter { $0.step.velocity < 20 }.count > 1000)
  }

  /// On Android a slow flick is at rest before the pause is over.
  @Test func aPauseEndsWithTheMotion() {
    let duration = SplineFling.standard.duration(velocity: 800)
    #expect(duration < 2)
    let run = DriverRun(.flickSlow, .android(.standard), hertz: 100)
    let starts = flicks(run)
    for (index, start) in starts.prefix(20).enumerated() {
      #expect(start - duration * Double(index) >= -1e-9)
      #expect(start - duration * Double(index) < 0.0101)
    }
  }

  @Test(arguments: ["flick-slow", "flick-medium", "flick-fast", "fling-max", "reverse"])
  func itIsRepeatedUntil300CellsHaveCome(name: String) throws {
    for platform in [ios, .android(.standard)] {
      let run = DriverRun(try .named(name), platform, hertz: 60)
      #expect(run.isFinished)
      #expect(run.seconds < 600)
      #expect(run.cells >= 300)
      // At most about one sequence too many; Android's flywheel scrolls far.
      #expect(run.cells < 700)
      #expect(run.frames.last?.step.velocity == 0)
      let once = DriverRun(try .named(name), platform, height: 0.5, hertz: 60)
      #expect(once.seconds < 8)
    }
  }

  /// 24156 points are less than 300 cells: down to the end, then up to the start.
  @Test(arguments: ["flick-slow", "flick-medium", "flick-fast", "fling-max"])
  func atTheEndItTurnsAndAtTheStartItIsOver(name: String) throws {
    for platform in [ios, .android(.standard)] {
      let run = DriverRun(try .named(name), platform, count: 100)
      #expect(run.isFinished)
      #expect(run.cells < 300)
      // On Android a flick may follow within the frame in which the list reached its end.
      #expect(run.highest > 24_156 - 150)
      #expect(run.end == 0)
      let highest = run.highest
      let top = run.frames.firstIndex { $0.offset == highest } ?? 0
      // After the first end no flick scrolls down.
      #expect(run.frames[..<top].allSatisfy { $0.step.velocity >= 0 })
      let up = run.frames[(top + 1)...].filter(\.step.isTouching)
      #expect(up.count > 2)
      #expect(up.allSatisfy { $0.step.velocity <= 0 })
    }
  }

  /// After its turn `reverse` scrolls up fast and down slowly, until it is at the start.
  @Test func aProfileOfTwoDirectionsTurnsBoth() {
    let run = DriverRun(.reverse, count: 40)
    #expect(run.isFinished)
    let top = run.frames.firstIndex { $0.offset >= 40 * 250 - 844 } ?? 0
    let after = run.frames[top...].dropFirst(200)
    #expect((after.map(\.step.velocity).min() ?? 0) < -2900)
    #expect(after.contains { $0.step.velocity == 300 && $0.step.isTouching })
    #expect(run.end < 40 * 250 - 844)
  }

  /// The finger turns at the end of the list, so the band is never stretched.
  @Test func aDragTurnsAtTheEnd() throws {
    let run = DriverRun(.readDrag, count: 8)
    #expect(run.isFinished)
    #expect(abs(run.seconds - 2 * 1156 / 150) < 1.0 / 60)
    #expect(run.frames.allSatisfy { $0.offset <= 1156 && $0.offset >= 0 })
    #expect(run.highest > 1150)
    #expect(run.end == 0)
    #expect(run.frames.filter(\.step.isTouching).count == run.frames.count - 1)
    let long = DriverRun(.readDrag)
    #expect(long.seconds == 60)
    #expect(abs(long.end - 9000) < 1e-6)
  }

  /// A slow flick up at a bounce at the end does not end the scroll: it is the same end.
  @Test func anEndCountsOnce() throws {
    let flicks = [(0.0, 4000.0), (0.4, -900), (0.8, 1500)].map {
      TimedGesture(start: $0.0, gesture: .flick(velocity: $0.1))
    }
    let profile = try ScrollProfile(
      name: "test", summary: "", gestures: flicks,
      repetition: ScrollProfile.Repetition(cells: 300, pause: 1))
    for platform in [ios, .android(.standard)] {
      let run = DriverRun(profile, platform, count: 8)
      #expect(run.isFinished)
      #expect(run.end == 0)
      #expect(run.highest >= 1156)
    }
  }

  /// The start is an end as well: a profile that begins upwards turns at once.
  @Test func aProfileThatBeginsUpwardsGoesDown() throws {
    let profile = try ScrollProfile(
      name: "test", summary: "",
      gestures: [TimedGesture(start: 0, gesture: .flick(velocity: -3000))],
      repetition: ScrollProfile.Repetition(cells: 300))
    for platform in [ios, .android(.standard)] {
      let run = DriverRun(profile, platform)
      #expect(run.isFinished)
      #expect(run.end > 70_000)
    }
  }

  /// One cell taller than the screen scrolls within itself; one that fits does not scroll.
  @Test(arguments: ScrollProfile.names) func oneCellIsScrolled(name: String) throws {
    let profile = try ScrollProfile.named(name)
    for platform in [ios, .android(.standard)] {
      for (height, count) in [(5000.0, 1), (100, 1), (0, 1), (250, 0)] {
        let run = DriverRun(profile, platform, count: count, height: max(height, 0.001))
        #expect(run.isFinished)
        #expect(run.seconds < 130)
        let highest = max(0, height * Double(count) - 844)
        #expect(run.highest <= highest + 300)
        #expect(run.frames.allSatisfy { $0.offset >= -300 })
      }
    }
  }

  @Test func aSequenceThatMovesNothingEndsWithItsTime() throws {
    let still = try ScrollProfile(
      name: "test", summary: "",
      gestures: [TimedGesture(start: 0, gesture: .flick(velocity: 0))],
      repetition: ScrollProfile.Repetition(cells: 300))
    let run = DriverRun(still, maximumSeconds: 20)
    #expect(run.isFinished)
    #expect(run.seconds == 20)
    var driver = ScrollDriver(
      profile: still, platform: ios, seed: 1, maximumSeconds: 3600)
    let list = ListState(extent: 1e6, viewport: 844, newCells: 0)
    #expect(driver.step(at: 1e9, list).isFinished)
  }

  @Test func aLateFrameMissesNoRepetition() {
    let list = ListState(extent: 1e6, viewport: 844, newCells: 0)
    var driver = ScrollDriver(
      profile: .flickMedium, platform: ios, seed: 1, maximumSeconds: 600)
    var other = driver
    for index in 0...2000 { _ = driver.step(at: Double(index) / 20, list) }
    guard case .offset(let every) = driver.step(at: 100, list).target,
      case .offset(let late) = other.step(at: 100, list).target
    else { return }
    #expect(abs(every - late) < 1e-6)
    #expect(every > 70_000)
  }
}
