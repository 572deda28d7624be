/// A CSS length or percentage, or a mathematical function of them.
package enum CSSLength: Hashable, Sendable {
  /// CSS pixels.
  case pixels(Double)
  /// A percentage of a length that the property names; 100 is the whole.
  case percent(Double)
  indirect case sum(CSSLength, CSSLength)
  indirect case product(Double, CSSLength)
  /// The least of several lengths: `min()`.
  case least([CSSLength])
  /// The greatest of several lengths: `max()`.
  case greatest([CSSLength])
  /// `clamp(minimum, value, maximum)`; the minimum is stronger than the maximum.
  indirect case clamped(CSSLength, CSSLength, CSSLength)

  /// A length of 0 pixels.
  package static let zero = CSSLength.pixels(0)

  /// The greatest length in device pixels.
  ///
  /// Source: measured in Chromium 156.
  private static let limit = 33_554_428.0

  /// The sum of two lengths; those of one unit are added at once, as in CSS Values 4, 10.10.
  func adding(_ other: CSSLength) -> CSSLength {
    switch (self, other) {
    case (.pixels(let left), .pixels(let right)): .pixels(left + right)
    case (.percent(let left), .percent(let right)): .percent(left + right)
    default: .sum(self, other)
    }
  }

  /// The product with a number.
  func multiplied(by factor: Double) -> CSSLength {
    switch self {
    case .pixels(let value): .pixels(value * factor)
    case .percent(let value): .percent(value * factor)
    default: .product(factor, self)
    }
  }

  /// A length without percentages, in CSS pixels; `nil` for another value.
  ///
  /// - Throws: `CSSError` for a value that cannot be read, or has a unit that is not supported.
  package static func pixels(_ text: String, units: CSSUnits) throws(CSSError) -> Double? {
    var parser = CSSValueParser(try CSSValue(text), units: units)
    guard let length = try parser.length(), parser.isAtEnd, !length.hasPercent else { return nil }
    return length.pixels(of: 0, scale: 1)
  }

  /// Whether the length depends on the length that percentages refer to.
  package var hasPercent: Bool {
    switch self {
    case .pixels: false
    case .percent: true
    case .sum(let left, let right): left.hasPercent || right.hasPercent
    case .product(_, let value): value.hasPercent
    case .least(let values), .greatest(let values): values.contains { $0.hasPercent }
    case .clamped(let low, let value, let high):
      low.hasPercent || value.hasPercent || high.hasPercent
    }
  }

  /// The length in device pixels.
  ///
  /// - Parameters:
  ///   - base: The length that percentages refer to, in device pixels.
  ///   - scale: Device pixels per CSS pixel.
  package func pixels(of base: Double, scale: Double) -> Double {
    switch self {
    case .pixels(let value): value * scale
    case .percent(let value): base * value / 100
    case .sum(let left, let right):
      left.pixels(of: base, scale: scale) + right.pixels(of: base, scale: scale)
    case .product(let factor, let value): factor * value.pixels(of: base, scale: scale)
    case .least(let values): Self.extremum(values, base, scale, Swift.min)
    case .greatest(let values): Self.extremum(values, base, scale, Swift.max)
    case .clamped(let low, let value, let high):
      Self.clamped(
        low.pixels(of: base, scale: scale), value.pixels(of: base, scale: scale),
        high.pixels(of: base, scale: scale))
    }
  }

  /// The least or greatest of several lengths; NaN if one of them is NaN, as CSS Values 4 says.
  private static func extremum(
    _ values: [CSSLength], _ base: Double, _ scale: Double, _ choose: (Double, Double) -> Double
  ) -> Double {
    var result: Double?
    for value in values {
      let next = value.pixels(of: base, scale: scale)
      if next.isNaN { return next }
      result = result.map { choose($0, next) } ?? next
    }
    return result ?? 0
  }

  /// A number between two others; NaN if one of them is NaN.
  private static func clamped(_ low: Double, _ value: Double, _ high: Double) -> Double {
    low.isNaN || value.isNaN || high.isNaN ? .nan : Swift.max(low, Swift.min(value, high))
  }

  /// The length in steps of the layout, without the part below one step.
  ///
  /// NaN counts as 0, and infinity as the greatest length, as CSS Values 4 says.
  @inline(__always)
  package func resolved(_ base: LayoutUnit, scale: Double) -> LayoutUnit {
    switch self {
    case .pixels(let value):
      LayoutUnit(Double(Float(Swift.max(-Self.limit, Swift.min(Self.limit, value * scale)))))
    case .percent(let value):
      LayoutUnit(Double(Float(Float(base.pixels) * Float(value) / 100)))
    default:
      if let (pixels, percent) = linear {
        // Chromium's order of operations in single precision.
        LayoutUnit(Double(Float(pixels * scale) + Float(percent) / 100 * Float(base.pixels)))
      } else {
        LayoutUnit(Double(Float(pixels(of: base.pixels, scale: scale))))
      }
    }
  }

  /// The length as pixels and a percentage; `nil` for others.
  private var linear: (pixels: Double, percent: Double)? {
    switch self {
    case .pixels(let value): return (value, 0)
    case .percent(let value): return (0, value)
    case .sum(let left, let right):
      guard let left = left.linear, let right = right.linear else { return nil }
      return (left.pixels + right.pixels, left.percent + right.percent)
    case .product(let factor, let value):
      return value.linear.map { (factor * $0.pixels, factor * $0.percent) }
    case .least, .greatest, .clamped: return nil
    }
  }
}

/// The value of a size property: `width`, `min-width`, `max-width`, `flex-basis` and the like.
package enum CSSSize: Hashable, Sendable {
  /// The initial value: `auto`, or `none` for a maximum.
  case auto
  /// A length or percentage.
  case length(CSSLength)
  case minContent
  case maxContent
  case fitContent
  /// The size that fills the containing block.
  case stretch
  /// The size of the content; only for `flex-basis`.
  case content

  /// Whether the value is a length that depends on percentages.
  package var hasPercent: Bool {
    if case .length(let length) = self { length.hasPercent } else { false }
  }

  /// Whether the value is not `auto` and does not depend on the contents.
  var isLengthOrStretch: Bool {
    switch self {
    case .length, .stretch: true
    default: false
    }
  }

  /// Whether the value is `auto`.
  @inline(__always)
  var isAuto: Bool { if case .auto = self { true } else { false } }
}

/// The four sides of a box.
package struct CSSEdges<Value: Hashable & Sendable>: Hashable, Sendable {
  package var top: Value
  package var right: Value
  package var bottom: Value
  package var left: Value

  /// Creates edges from the value of each side.
  package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The value of a side.
  subscript(side: BoxSide) -> Value {
    get {
      switch side {
      case .top: top
      case .right: right
      case .bottom: bottom
      case .left: left
      }
    }
    set {
      switch side {
      case .top: top = newValue
      case .right: right = newValue
      case .bottom: bottom = newValue
      case .left: left = newValue
      }
    }
  }

  /// Whether the value of one side satisfies a condition.
  func contains(where holds: (Value) -> Bool) -> Bool {
    holds(top) || holds(right) || holds(bottom) || holds(left)
  }

  /// Creates edges with the same value on all sides.
  package init(all value: Value) { self.init(top: value, right: value, bottom: value, left: value) }
}

/// A side of a box.
enum BoxSide { case top, right, bottom, left }
