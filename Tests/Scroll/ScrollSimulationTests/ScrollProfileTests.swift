import ScrollSimulation
import Testing

@Suite struct ScrollProfileTests {
  @Test func profilesAreFoundByName() throws {
    #expect(try ScrollProfile.named("flick-medium") == .flickMedium)
    for name in ScrollProfile.names { #expect(try ScrollProfile.named(name).name == name) }
    #expect(
      ScrollProfile.names == [
        "read-drag", "flick-slow", "flick-medium", "flick-fast", "fling-max", "reverse", "scrub",
        "restore", "status-bar-top", "rotate",
      ])
    #expect(
      throws: SimulationError.unknownProfile(
        "flik-medium", nearest: "flick-medium", known: ScrollProfile.names)
    ) { try ScrollProfile.named("flik-medium") }
  }

  @Test(arguments: ScrollProfile.names) func builtInProfilesKeepTheLimits(name: String) throws {
    let profile = try ScrollProfile.named(name)
    #expect(throws: Never.self) {
      let copy = try ScrollProfile(
        name: profile.name, summary: profile.summary, gestures: profile.gestures,
        repetition: profile.repetition)
      #expect(copy == profile)
    }
    #expect(!profile.summary.isEmpty)
  }

  @Test func aProfileWithoutOrderOrBoundsIsRefused() {
    let flick = Gesture.flick(velocity: 1000)
    let wrong: [[TimedGesture]] = [
      [], [TimedGesture(start: 1, gesture: flick), TimedGesture(start: 0, gesture: flick)],
      [TimedGesture(start: .nan, gesture: flick)], [TimedGesture(start: 4000, gesture: flick)],
      [TimedGesture(start: -1, gesture: flick)],
      [TimedGesture(start: 0, gesture: .flick(velocity: .infinity))],
      [TimedGesture(start: 0, gesture: .flick(velocity: .nan))],
      [TimedGesture(start: 0, gesture: .flick(velocity: 100_001))],
      [TimedGesture(start: 0, gesture: .drag(velocity: 1, seconds: -1))],
      [TimedGesture(start: 0, gesture: .drag(velocity: -200_000, seconds: 1))],
      [TimedGesture(start: 0, gesture: .thumb(seconds: 3601))],
      [TimedGesture(start: 0, gesture: .thumb(seconds: .nan))],
      [TimedGesture(start: 0, gesture: .scrollToTop(seconds: -0.1))],
      [TimedGesture(start: 0, gesture: .trace([]))],
    ]
    for gestures in wrong {
      #expect(throws: SimulationError.self) {
        try ScrollProfile(name: "x", summary: "", gestures: gestures)
      }
    }
  }

  @Test func thereIsALimitOfGestures() {
    let one = TimedGesture(start: 0, gesture: .flick(velocity: 1000))
    let most = Array(repeating: one, count: ScrollProfile.maximumGestures)
    #expect(throws: Never.self) { try ScrollProfile(name: "x", summary: "", gestures: most) }
    #expect(throws: SimulationError.profile("x", "it has 10001 gestures, more than 10000")) {
      try ScrollProfile(name: "x", summary: "", gestures: most + [one])
    }
  }

  @Test(arguments: [(-1, nil), (1_000_001, nil), (300, -1), (300, 3601), (300, .nan)])
  func aRepetitionHasBounds(cells: Int, pause: Double?) {
    #expect(throws: SimulationError.self) {
      try ScrollProfile(
        name: "x", summary: "",
        gestures: [TimedGesture(start: 0, gesture: .flick(velocity: 1000))],
        repetition: ScrollProfile.Repetition(cells: cells, pause: pause))
    }
  }
}
