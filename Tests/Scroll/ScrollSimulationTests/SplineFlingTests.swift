import Foundation
import Testing

@testable import ScrollSimulation

/// Android's fling, from the formulae and the loop for the samples, in the system's mathematics.
private struct Reference {
  let velocity: Double
  private let rate = log(0.78) / log(0.9)
  private let resistance = 0.015 * 9.80665 * 39.37 * 160 * 0.84

  private var logarithm: Double { log(0.35 * velocity / resistance) }
  var distance: Double { resistance * exp(rate / (rate - 1) * logarithm) }
  var duration: Double { exp(logarithm / (rate - 1)) }

  /// Position at each hundredth of the duration, as a part of the distance.
  static let samples: [Double] = (0...100).map { index in
    let alpha = Double(index) / 100
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let x = (low + high) / 2
      let time = 3 * x * (1 - x) * ((1 - x) * 0.175 + x * 0.35) + x * x * x
      if time > alpha { high = x } else { low = x }
    }
    return 3 * low * (1 - low) * ((1 - low) * 0.5 + low) + low * low * low
  }

  func position(at time: Double) -> Double {
    let position = min(time / duration, 1) * 100
    let index = min(Int(position), 99)
    let (before, after) = (Self.samples[index], Self.samples[index + 1])
    return distance * (before + (position - Double(index)) * (after - before))
  }
}

@Suite struct SplineFlingTests {
  /// The distances in dp and times in seconds that were calculated apart, rounded there.
  @Test(arguments: [
    (300.0, 24.0, 0.23), (1000, 194, 0.56), (2000, 647, 0.92), (3000, 1309, 1.25),
    (5000, 3178, 1.82), (8000, 7186, 2.57),
  ])
  func distancesAndTimesAreThoseOfTheTable(velocity: Double, distance: Double, time: Double) {
    let fling = SplineFling.standard
    let reference = Reference(velocity: velocity)
    // Half a point of rounding in the table; whole pixels and milliseconds here.
    #expect(abs(fling.distance(velocity: velocity) - distance) < 0.5 + 1 / 2.75)
    #expect(abs(fling.distance(velocity: velocity) - reference.distance) < 0.5)
    #expect(abs(fling.duration(velocity: velocity) - time) < 1.0 / 60)
    #expect(abs(fling.duration(velocity: velocity) - reference.duration) < 0.001)
  }

  @Test(arguments: [300.0, 1000, 2000, 3000, 5000, 8000])
  func positionsFollowTheSamples(velocity: Double) {
    let reference = Reference(velocity: velocity)
    for step in 0..<25 {
      let time = reference.duration * Double(step) / 24
      let position = Fling(.android(SplineFling.standard), velocity: velocity).distance(at: time)
      // The duration is cut to milliseconds, in which the list moves that far.
      let tolerance = 0.5 + velocity * 0.001
      #expect(abs(position - reference.position(at: time)) < tolerance)
    }
  }

  @Test(arguments: [60.0, 800, 2000, 8000]) func theVelocityIsTheSlope(velocity: Double) {
    let fling = SplineFling.standard
    let duration = fling.duration(velocity: velocity)
    // The first sample lies on the curve's tangent within a few percent.
    #expect(abs(Fling(.android(fling), velocity: velocity).velocity(at: 0) / velocity - 1) < 0.06)
    var position = 0.0
    let count = 10_000
    for step in 0..<count {
      let middle = duration * (Double(step) + 0.5) / Double(count)
      position +=
        Fling(.android(fling), velocity: velocity).velocity(at: middle) * duration / Double(count)
    }
    #expect(abs(position - fling.distance(velocity: velocity)) < 0.01)
    #expect(Fling(.android(fling), velocity: velocity).velocity(at: duration) == 0)
    #expect(
      Fling(.android(fling), velocity: velocity).distance(at: duration + 1)
        == fling.distance(velocity: velocity))
  }

  @Test func upIsTheMirrorOfDown() {
    let fling = SplineFling.standard
    #expect(fling.distance(velocity: -2000) == -fling.distance(velocity: 2000))
    #expect(fling.duration(velocity: -2000) == fling.duration(velocity: 2000))
    #expect(
      Fling(.android(fling), velocity: -2000).velocity(at: 0.3) == -Fling(
        .android(fling), velocity: 2000
      ).velocity(at: 0.3))
  }

  @Test func distancesAreWholePixelsAndTimesWholeMilliseconds() throws {
    let fling = try #require(SplineFling(density: 3))
    for velocity in stride(from: 100.0, through: 8000, by: 137) {
      let pixels = fling.distance(velocity: velocity) * 3
      #expect(abs(pixels - pixels.rounded()) < 1e-9)
      let milliseconds = fling.duration(velocity: velocity) * 1000
      #expect(abs(milliseconds - milliseconds.rounded()) < 1e-9)
    }
  }

  @Test func moreFrictionStopsSooner() throws {
    let rough = try #require(SplineFling(friction: 0.03))
    #expect(rough.distance(velocity: 3000) < SplineFling.standard.distance(velocity: 3000))
    #expect(rough.duration(velocity: 3000) < SplineFling.standard.duration(velocity: 3000))
    #expect(try #require(SplineFling()) == .standard)
  }

  @Test func noVelocityIsNoFling() {
    let fling = SplineFling.standard
    for velocity in [0, Double.nan, .infinity] {
      #expect(fling.distance(velocity: velocity) == 0)
      #expect(fling.duration(velocity: velocity) == 0)
      #expect(Fling(.android(fling), velocity: velocity).distance(at: 1) == 0)
      #expect(Fling(.android(fling), velocity: velocity).velocity(at: 0) == 0)
    }
  }

  @Test(arguments: [
    (0.0, 0.015), (-1, 0.015), (65, 0.015), (.nan, 0.015), (2, 0), (2, -1), (2, 1001), (2, .nan),
  ])
  func aDeviceThatCannotBeIsRefused(density: Double, friction: Double) {
    #expect(SplineFling(density: density, friction: friction) == nil)
  }

  /// Only the direction of the flick counts, and the velocity of the list, not of the finger.
  @Test func theFlywheelAddsInTheSameDirection() {
    let android = ScrollPlatform.android(.standard)
    #expect(android.flingVelocity(finger: 5000, current: 3000) == 8000)
    #expect(android.flingVelocity(finger: -5000, current: -3000) == -8000)
    #expect(android.flingVelocity(finger: 5000, current: -3000) == 5000)
    #expect(android.flingVelocity(finger: 9000, current: 0) == 8000)
    #expect(android.flingVelocity(finger: -9000, current: -5000) == -13_000)
    #expect(android.flingVelocity(finger: 49, current: 3000) == 0)
    #expect(android.flingVelocity(finger: 8000, current: 99_000) == 100_000)
    #expect(ScrollPlatform.ios(.normal).flingVelocity(finger: 5000, current: 3000) == 5000)
    #expect(ScrollPlatform.ios(.normal).flingVelocity(finger: 49, current: 0) == 49)
  }
}
