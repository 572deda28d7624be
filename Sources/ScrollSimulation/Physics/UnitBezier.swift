/// A cubic Bézier curve from (0, 0) to (1, 1), as a function of its first coordinate.
struct UnitBezier: Hashable, Sendable {
  /// First coordinates of the two control points, 0 to 1 and not falling.
  let time: SIMD2<Double>
  /// Second coordinates of the two control points.
  let value: SIMD2<Double>

  /// Slow at both ends: the curve that Core Animation calls ease in, ease out.
  static let easeInOut = UnitBezier(time: [0.42, 0.58], value: [0, 1])

  /// The second coordinate where the first is `fraction`, 0 to 1.
  func value(at fraction: Double) -> Double {
    Self.coordinate(value, parameter(at: fraction))
  }

  /// The slope where the first coordinate is `fraction`, 0 to 1.
  func slope(at fraction: Double) -> Double {
    let parameter = parameter(at: fraction)
    return Self.derivative(value, parameter) / max(Self.derivative(time, parameter), 1e-9)
  }

  /// The curve's parameter where the first coordinate is `fraction`.
  private func parameter(at fraction: Double) -> Double {
    bisect(0, 1) { Self.coordinate(time, $0) < fraction }
  }

  private static func coordinate(_ control: SIMD2<Double>, _ t: Double) -> Double {
    3 * t * (1 - t) * ((1 - t) * control.x + t * control.y) + t * t * t
  }

  private static func derivative(_ control: SIMD2<Double>, _ t: Double) -> Double {
    3 * (1 - t) * (1 - t) * control.x + 6 * t * (1 - t) * (control.y - control.x)
      + 3 * t * t * (1 - control.y)
  }
}

/// Where a condition that holds at `lower` ceases to hold before `upper`, to the last bits.
func bisect(_ lower: Double, _ upper: Double, holds: (Double) -> Bool) -> Double {
  var (lower, upper) = (lower, upper)
  // Halving 60 times leaves less than a double can tell apart.
  for _ in 0..<60 {
    let middle = lower + (upper - lower) / 2
    guard middle > lower, middle < upper else { break }
    if holds(middle) { lower = middle } else { upper = middle }
  }
  return upper
}
