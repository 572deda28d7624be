/// A length in steps of 1/64 device pixel, the unit of Chromium's layout.
///
/// Sums and products are clamped to the range of 32 bits, so no style makes them overflow.
///
/// Source: Blink's `LayoutUnit`.
package struct LayoutUnit: Hashable, Sendable, Comparable {
  /// The number of steps.
  package let steps: Int32

  /// Steps per device pixel.
  package static let stepsPerPixel = 64
  /// No length.
  package static let zero = LayoutUnit(steps: 0)
  /// The greatest length, about 33.5 million pixels.
  package static let max = LayoutUnit(steps: .max)
  /// The least length.
  package static let min = LayoutUnit(steps: .min)

  /// Creates a length from its steps.
  @inline(__always)
  package init(steps: Int32) { self.steps = steps }

  /// Creates a length from a number of steps, which is clamped.
  @inline(__always)
  init(clamping steps: Int) { self.steps = Int32(clamping: steps) }

  /// Creates a length from device pixels, and drops the part below one step; NaN counts as 0.
  @inline(__always)
  package init(_ pixels: Double) { self.init(clampingSteps: pixels * 64) }

  /// Creates a length from device pixels, rounded up to whole steps.
  package static func roundedUp(_ pixels: Double) -> LayoutUnit {
    LayoutUnit(clampingSteps: (pixels * 64).rounded(.up))
  }

  /// Creates a length from device pixels, rounded to the nearest step.
  package static func rounded(_ pixels: Double) -> LayoutUnit {
    LayoutUnit(clampingSteps: (pixels * 64).rounded())
  }

  private init(clampingSteps value: Double) {
    if value >= Double(Int32.max) {
      steps = .max
    } else if value <= Double(Int32.min) {
      steps = .min
    } else {
      steps = value.isNaN ? 0 : Int32(value)
    }
  }

  /// The length in device pixels.
  @inline(__always)
  package var pixels: Double { Double(steps) / 64 }

  /// The length, or 0 if it is negative.
  @inline(__always)
  var notNegative: LayoutUnit { steps < 0 ? .zero : self }

  /// The length rounded down to whole pixels.
  var floor: LayoutUnit { LayoutUnit(clamping: (Int(steps) >> 6) << 6) }

  @inline(__always)
  package static func < (left: LayoutUnit, right: LayoutUnit) -> Bool { left.steps < right.steps }

  @inline(__always)
  package static func + (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(clamping: Int(left.steps) + Int(right.steps))
  }

  @inline(__always)
  package static func - (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(clamping: Int(left.steps) - Int(right.steps))
  }

  @inline(__always)
  package static func += (left: inout LayoutUnit, right: LayoutUnit) { left = left + right }

  @inline(__always)
  package static func -= (left: inout LayoutUnit, right: LayoutUnit) { left = left - right }

  @inline(__always)
  package static prefix func - (value: LayoutUnit) -> LayoutUnit {
    LayoutUnit(clamping: -Int(value.steps))
  }

  /// A part of the length; the part below one step is dropped.
  @inline(__always)
  package static func / (left: LayoutUnit, right: Int) -> LayoutUnit {
    right == 0 ? left : LayoutUnit(clamping: Int(left.steps) / right)
  }

  /// The first of equal shares of the length together, rounded to the nearest step.
  func part(_ shares: Int, of count: Int) -> LayoutUnit {
    count == 0 ? .zero : LayoutUnit.rounded(pixels * Double(shares) / Double(count))
  }

  @inline(__always)
  package static func * (left: LayoutUnit, right: Int) -> LayoutUnit {
    LayoutUnit(clamping: Int(left.steps).multipliedReportingOverflow(by: right).partialValue)
  }
}
