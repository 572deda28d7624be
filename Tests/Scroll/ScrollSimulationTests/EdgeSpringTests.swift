import Testing

@testable import ScrollSimulation

@Suite struct EdgeSpringTests {
  /// Integrates x″ = -100·x - 20·x′ in small steps, by the midpoint rule.
  @Test(arguments: [(0.0, 1000.0), (0, 8000), (120, 0), (60, 500), (60, -300), (0.2, 3)])
  func itFollowsItsEquation(displacement: Double, velocity: Double) {
    let spring = EdgeSpring(displacement: displacement, velocity: velocity)
    var (x, v) = (displacement, velocity)
    let step = 2e-5
    for index in 1...50_000 {
      let middleX = x + v * step / 2
      let middleV = v + (-100 * x - 20 * v) * step / 2
      x += middleV * step
      v += (-100 * middleX - 20 * middleV) * step
      if index % 2000 == 0 {
        let time = Double(index) * step
        #expect(abs(spring.displacement(at: time) - x) < 0.001)
        #expect(abs(spring.velocity(at: time) - v) < 0.01)
      }
    }
  }

  @Test(arguments: [(0.0, 1000.0), (0, 100_000), (120, 0), (60, -600), (0, 1), (0, 0)])
  func itNeverOvershoots(displacement: Double, velocity: Double) {
    let spring = EdgeSpring(displacement: displacement, velocity: velocity)
    #expect(spring.crossing == nil)
    for step in 0..<1000 {
      #expect(spring.displacement(at: Double(step) * 0.005) >= 0)
    }
    #expect(spring.displacement(at: spring.duration) <= EdgeSpring.restDistance + 1e-9)
    for step in 0..<100 {
      let later = spring.duration + Double(step) * 0.01
      #expect(spring.displacement(at: later) <= EdgeSpring.restDistance + 1e-9)
    }
  }

  @Test func theHighestPointIsVelocityByTenTimesE() {
    let spring = EdgeSpring(displacement: 0, velocity: 2000)
    #expect(abs(spring.displacement(at: 0.1) - 200 / 2.718281828459045) < 1e-9)
    #expect(abs(spring.velocity(at: 0.1)) < 1e-9)
  }

  /// (60 - 200·t)·e^(-10·t) is 0 at 0.3 s.
  @Test func aListThatComesBackTooFastPassesItsEnd() throws {
    let spring = EdgeSpring(displacement: 60, velocity: -800)
    let crossing = try #require(spring.crossing)
    #expect(abs(crossing - 0.3) < 1e-12)
    #expect(abs(spring.displacement(at: crossing)) < 1e-9)
    #expect(spring.velocity(at: crossing) < 0)
  }
}

@Suite struct ScrollRangeTests {
  private let range = ScrollRange(ListState(extent: 2844, viewport: 844, newCells: 0))

  @Test func theRubberBandFollowsItsFormula() {
    #expect(range.upper == 2000)
    #expect(range.stretched(1000) == 1000)
    #expect(range.stretched(2000) == 2000)
    // (1 - 1/(100·0.55/844 + 1))·844
    #expect(abs(range.stretched(2100) - 2051.635) < 0.001)
    #expect(abs(range.stretched(-100) + 51.635) < 0.001)
    // At any distance of the finger, the list stays on screen.
    #expect(range.stretched(1e9) < 2844)
    #expect(range.stretched(-1e9) > -844)
  }

  @Test func theSlopeIsThatOfTheBand() {
    for finger in [-800.0, -100, -1, 1000, 2001, 2100, 5000] {
      let slope = (range.stretched(finger + 1e-4) - range.stretched(finger - 1e-4)) / 2e-4
      #expect(abs(range.stretchedSlope(finger) - slope) < 1e-6)
    }
  }

  @Test func theFingerIsFoundFromTheOffset() {
    for finger in [-800.0, -100, 0, 1000, 2000, 2100, 5000] {
      #expect(abs(range.unstretched(range.stretched(finger)) - finger) < 1e-8)
    }
    #expect(range.unstretched(1e9).isFinite)
    #expect(range.unstretched(-1e9).isFinite)
  }

  @Test(arguments: [
    (0.0, 844.0), (500, 844), (.nan, 844), (-1, 844), (.infinity, 844), (500, .nan), (0, 0),
  ])
  func aListThatCannotScrollHasARangeOfNothing(extent: Double, viewport: Double) {
    let range = ScrollRange(ListState(extent: extent, viewport: viewport, newCells: 0))
    #expect(range.upper == (extent == 500 && viewport.isNaN ? 500 : 0))
    #expect(range.stretched(range.upper + 50).isFinite)
    #expect(range.stretchedSlope(range.upper + 50).isFinite)
    #expect(range.unstretched(range.upper + 50).isFinite)
    #expect(range.contains(0))
  }
}

@Suite struct UnitBezierTests {
  @Test func easingIsSlowAtBothEnds() {
    let curve = UnitBezier.easeInOut
    #expect(abs(curve.value(at: 0)) < 1e-12)
    #expect(abs(curve.value(at: 1) - 1) < 1e-12)
    #expect(abs(curve.value(at: 0.5) - 0.5) < 1e-12)
    #expect(abs(curve.value(at: 0.25) + curve.value(at: 0.75) - 1) < 1e-12)
    #expect(curve.value(at: 0.1) < 0.03)
    for part in stride(from: 0.05, through: 0.95, by: 0.05) {
      let slope = (curve.value(at: part + 1e-6) - curve.value(at: part - 1e-6)) / 2e-6
      #expect(abs(curve.slope(at: part) - slope) < 1e-4)
    }
  }
}
