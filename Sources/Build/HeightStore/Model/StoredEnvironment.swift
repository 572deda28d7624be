/// An environment: its key in full form and the grid of its integers.
public struct StoredEnvironment: Hashable, Sendable {
  /// `WIDTH@SCALEx/CATEGORY/DIRECTION/LOCALE/RULES`, with `#STATE` if the template has states.
  public let key: String
  /// Stored integers per point: the scale, or 64 under `css` rules.
  public let stepsPerPoint: Double
  /// The parsed key.
  public let parts: EnvironmentParts

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - key: The full form.
  ///   - stepsPerPoint: Finite and above 0.
  ///   - state: The state in the key, nil for none.
  /// - Throws: `StoreError.invalid` for a key that is not in full form or has another state.
  public init(key: String, stepsPerPoint: Double, state: String?) throws(StoreError) {
    guard let parts = EnvironmentParts(key: key) else {
      throw .invalid("environment '\(key)' is not written in full, as in 390@3x/L/ltr/en/uikit")
    }
    guard parts.state == state else {
      throw .invalid("environment '\(key)' was handed in with the state '\(state ?? "")'")
    }
    guard stepsPerPoint.isFinite, stepsPerPoint > 0 else {
      throw .invalid("environment '\(key)' has \(stepsPerPoint) steps per point")
    }
    self.key = key
    self.stepsPerPoint = stepsPerPoint
    self.parts = parts
  }

  /// Whether it is a range of widths, whose cells have heights alone and are in no list.
  public var isRange: Bool { parts.widths != nil }

  /// The template's state; nil for a template without states.
  public var state: String? { parts.state }
}

/// The parts of an environment's key, as text.
public struct EnvironmentParts: Hashable, Sendable {
  /// Width in points, or range of widths, as written.
  public let width: String
  /// The first and the last width of a range, in points; nil for a single width.
  public let widths: ClosedRange<Double>?
  /// Device pixels per point, as written, without the `x`.
  public let scale: String
  /// Size category.
  public let sizeCategory: String
  /// `ltr` or `rtl`.
  public let direction: String
  /// Locale.
  public let locale: String
  /// Text rules.
  public let textRules: String
  /// State of the template; nil for a template without states.
  public let state: String?

  /// Parses a key in full form; nil for other text.
  public init?(key: String) {
    let whole = key.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = whole[0].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, !parts.contains("") else { return nil }
    let size = parts[0].split(separator: "@", omittingEmptySubsequences: false)
    guard size.count == 2, size[1].hasSuffix("x"), let factor = Double(size[1].dropLast()),
      factor.isFinite
    else { return nil }
    if let dots = size[0].firstRange(of: "..") {
      guard let first = Double(size[0][..<dots.lowerBound]),
        let last = Double(size[0][dots.upperBound...]), first.isFinite, last.isFinite, first < last
      else { return nil }
      widths = first...last
    } else {
      guard let points = Double(size[0]), points.isFinite else { return nil }
      widths = nil
    }
    width = String(size[0])
    scale = String(size[1].dropLast())
    sizeCategory = String(parts[1])
    direction = String(parts[2])
    locale = String(parts[3])
    textRules = String(parts[4])
    state = whole.count == 2 ? String(whole[1]) : nil
    if state?.isEmpty == true { return nil }
  }

  /// The key without its state.
  public var base: String { base(width: width) }

  /// The key with another width.
  public func key(width: String) -> String {
    base(width: width) + (state.map { "#\($0)" } ?? "")
  }

  private func base(width: String) -> String {
    "\(width)@\(scale)x/\(sizeCategory)/\(direction)/\(locale)/\(textRules)"
  }

  /// The position of the width in a range whose other parts are equal, in device pixels.
  ///
  /// - Parameter range: The environment of a range, in any state if these parts have none.
  /// - Returns: nil for a width that is outside or no whole pixel.
  public func widthPixel(in range: EnvironmentParts) -> Int32? {
    guard let widths = range.widths, self.widths == nil, let width = Double(width),
      let scale = Double(scale), state == nil || state == range.state,
      range.base(width: self.width) == base
    else { return nil }
    let pixel = (width * scale).rounded()
    guard abs(width * scale - pixel) <= Self.pixelTolerance,
      pixel >= (widths.lowerBound * scale).rounded(.up),
      pixel <= (widths.upperBound * scale).rounded(.down)
    else { return nil }
    return Int32(exactly: pixel)
  }

  /// Maximum distance of a written width from a whole device pixel, in pixels, as in 280.33 at @3x.
  private static let pixelTolerance = 1.0 / 32
}
