import ScrollSimulation
import Testing

@Suite struct DecelerationTests {
  /// Distances from x = v / (1000·|ln d|), times to within half a point, calculated apart.
  @Test(arguments: [
    (300.0, 150.0, 2.9, 30.0, 0.4), (1000, 499, 3.5, 99, 0.5), (2000, 999, 3.8, 199, 0.6),
    (3000, 1498, 4.0, 298, 0.6), (5000, 2497, 4.3, 497, 0.7), (8000, 3996, 4.5, 796, 0.7),
  ])
  func distancesAndTimesAreThoseOfTheTable(
    velocity: Double, normal: Double, normalTime: Double, fast: Double, fastTime: Double
  ) {
    #expect(abs(Deceleration.normal.destination(initial: velocity) - normal) < 0.6)
    #expect(abs(Deceleration.normal.duration(initial: velocity) - normalTime) < 0.06)
    #expect(abs(Deceleration.fast.destination(initial: velocity) - fast) < 0.6)
    #expect(abs(Deceleration.fast.duration(initial: velocity) - fastTime) < 0.06)
  }

  @Test func atRestHalfAPointIsLeft() {
    let time = Deceleration.normal.duration(initial: 2000)
    let rest = Deceleration.normal.distance(initial: 2000, at: time)
    #expect(abs(Deceleration.normal.destination(initial: 2000) - rest - 0.5) < 1e-9)
  }

  @Test func velocityIsTheDerivativeOfTheDistance() {
    let step = 1e-4
    for time in stride(from: 0.1, through: 3, by: 0.1) {
      let slope =
        (Deceleration.normal.distance(initial: 2000, at: time + step)
          - Deceleration.normal.distance(initial: 2000, at: time - step)) / (2 * step)
      let velocity = Deceleration.normal.velocity(initial: 2000, at: time)
      #expect(abs(slope - velocity) < 1e-3)
    }
    #expect(abs(Deceleration.normal.velocity(initial: 1000, at: 0.001) - 998) < 1e-9)
  }

  /// Integrates v′ = 1000·ln d·v in small steps, by the midpoint rule, and compares 25 positions.
  @Test(arguments: [0.998, 0.99], [300.0, 1000, 2000, 3000, 5000, 8000])
  func positionsFollowTheEquation(rate: Double, velocity: Double) throws {
    let deceleration = try #require(Deceleration(ratePerMillisecond: rate))
    let steps = 50_000
    let step = deceleration.duration(initial: velocity) / Double(steps)
    // ln 0.998 and ln 0.99, from tables.
    let slope = 1000 * (rate == 0.998 ? -0.002002002670673 : -0.010050335853501)
    var (x, v) = (0.0, velocity)
    for index in 1...steps {
      let middle = v + slope * v * step / 2
      x += middle * step
      v += slope * middle * step
      if index % (steps / 25) == 0 {
        let time = Double(index) * step
        #expect(abs(deceleration.distance(initial: velocity, at: time) - x) < 0.001)
        #expect(abs(deceleration.velocity(initial: velocity, at: time) - v) < 0.001)
      }
    }
  }

  @Test func aTouchThatHardlyMovesIsAtRestAtOnce() {
    #expect(Deceleration.normal.duration(initial: 1) == 0)
    #expect(Deceleration.normal.duration(initial: 0) == 0)
    #expect(Deceleration.normal.duration(initial: -2000) > 3)
  }

  @Test(arguments: [0, 1, -1, 2, Double.nan]) func aRateMustSlowDown(rate: Double) {
    #expect(Deceleration(ratePerMillisecond: rate) == nil)
  }
}
