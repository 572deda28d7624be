import ScrollSimulation
import Testing

@Suite struct ScrollPathTests {
  @Test func aDragIsAStraightLine() {
    let path = ScrollPath(.readDrag)
    #expect(path.duration == 10)
    #expect(path.position(at: 4) == 600)
    #expect(path.position(at: 99) == 1500)
    #expect(path.position(at: -1) == 0)
  }

  /// A flick of 2000 pt/s covers 2000·(1-0.998^600)/(-1000·ln 0.998) = 698.468 pt in 0.6 s; two of
  /// them and one to its rest at 998.5 make 2395.436 pt in 1.2 + 3.796 s.
  @Test func threeFlicksAddTheirDistances() {
    let path = ScrollPath(.flickMedium)
    #expect(abs(path.position(at: 0.6) - 698.468) < 0.001)
    #expect(abs(path.position(at: 1.2) - 2 * 698.468) < 0.001)
    #expect(abs(path.duration - 4.99615) < 0.00001)
    #expect(abs(path.position(at: path.duration) - 2395.436) < 0.001)
    #expect(path.position(at: path.duration + 1) == path.position(at: path.duration))
  }

  @Test func itSaysWhetherItTurnsBack() throws {
    let down = TimedGesture(start: 0, gesture: .flick(velocity: 3000))
    let up = TimedGesture(start: 1, gesture: .drag(velocity: -300, seconds: 2))
    let path = ScrollPath(try ScrollProfile(name: "x", summary: "", gestures: [down, up]))
    #expect(path.turnsBack(after: 0))
    #expect(path.turnsBack(after: 2.9))
    #expect(!path.turnsBack(after: 3))
    #expect(!ScrollPath(.flickMedium).turnsBack(after: 0))
  }
}

@Suite struct ScrollProfileTests {
  @Test func profilesAreFoundByName() throws {
    #expect(try ScrollProfile.named("flick-medium") == .flickMedium)
    #expect(
      throws: SimulationError.unknownProfile(
        "flik-medium", nearest: "flick-medium", known: ["flick-medium", "read-drag"])
    ) { try ScrollProfile.named("flik-medium") }
  }

  @Test func aProfileWithoutOrderOrBoundsIsRefused() {
    let flick = Gesture.flick(velocity: 1000)
    let wrong: [[TimedGesture]] = [
      [], [TimedGesture(start: 1, gesture: flick), TimedGesture(start: 0, gesture: flick)],
      [TimedGesture(start: .nan, gesture: flick)], [TimedGesture(start: 4000, gesture: flick)],
      [TimedGesture(start: 0, gesture: .flick(velocity: .infinity))],
      [TimedGesture(start: 0, gesture: .drag(velocity: 1, seconds: -1))],
    ]
    for gestures in wrong {
      #expect(throws: SimulationError.self) {
        try ScrollProfile(name: "x", summary: "", gestures: gestures)
      }
    }
  }
}
