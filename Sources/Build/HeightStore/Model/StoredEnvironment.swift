/// An environment: its key in full form, and the grid of its stored lengths.
public struct StoredEnvironment: Hashable, Sendable {
  /// The key, as `WIDTH@SCALEx/CATEGORY/DIRECTION/LOCALE/RULES`, then `#STATE` if the template has
  /// states.
  public let key: String
  /// Number of grid steps per point: the scale, or 64 under `css` rules.
  public let stepsPerPoint: Double
  /// The parts of the key.
  public let parts: EnvironmentParts

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - key: The key, in full form.
  ///   - stepsPerPoint: A finite number above 0.
  ///   - state: The state in the key; nil if the key has none.
  /// - Throws: `StoreError.invalid` if the key is not in full form or has another state, or if
  ///   `stepsPerPoint` is out of range.
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

  /// Whether the environment is a range of widths; its cells have only heights and are in no list.
  public var isRange: Bool { parts.widths != nil }

  /// The state of the template; nil if the template has no states.
  public var state: String? { parts.state }
}

/// The parts of an environment's key, as they are written in the key.
public struct EnvironmentParts: Hashable, Sendable {
  /// The width in points, or the range of widths, as written in the key.
  public let width: String
  /// The first and the last width of a range, in points; nil if the key has a single width.
  public let widths: ClosedRange<Double>?
  /// The number of device pixels per point, as written in the key, without the `x`.
  public let scale: String
  /// The text size category, such as `L`.
  public let sizeCategory: String
  /// `ltr` or `rtl`.
  public let direction: String
  /// The locale, such as `en`.
  public let locale: String
  /// The text rules, such as `uikit`.
  public let textRules: String
  /// The state of the template; nil if the key has none.
  public let state: String?

  /// Parses a key in full form; nil if the text is not one.
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

  /// The key without the state.
  public var base: String { base(width: width) }

  /// The same key with another width.
  public func key(width: String) -> String {
    base(width: width) + (state.map { "#\($0)" } ?? "")
  }

  private func base(width: String) -> String {
    "\(width)@\(scale)x/\(sizeCategory)/\(direction)/\(locale)/\(textRules)"
  }

  /// The width of this key in device pixels, if a range of widths contains it.
  ///
  /// All other parts must be equal to those of the range.
  ///
  /// - Parameter range: The key of a range; it may have any state if this key has no state.
  /// - Returns: nil if the range does not contain the width, if another part differs, or if the
  ///   width is not a whole number of pixels.
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

  /// Maximum difference between a written width and a whole device pixel, in pixels.
  ///
  /// A written width is rounded, such as 280.33 points for 841 pixels at scale 3.
  private static let pixelTolerance = 1.0 / 32
}
