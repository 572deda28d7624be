/// What relative units refer to, in CSS pixels.
package struct CSSUnits: Hashable, Sendable {
  /// Font size of the element: `em`.
  package var em: Double
  /// Font size of the root: `rem`.
  package var rem: Double
  /// Width of a zero in the element's font: `ch`; `nil` for half a font size.
  package var zeroWidth: Double?
  /// Width of the viewport: `vw`.
  package var viewportWidth: Double
  /// Height of the viewport: `vh`; `nil` if it is not known.
  package var viewportHeight: Double?
  /// Width of the content box of the nearest container: `cqw`; `nil` for that of the viewport.
  package var containerWidth: Double?

  /// Creates units.
  package init(
    em: Double = 16, rem: Double = 16, viewportWidth: Double = 0, viewportHeight: Double? = nil,
    containerWidth: Double? = nil
  ) {
    self.em = em
    self.rem = rem
    self.viewportWidth = viewportWidth
    self.viewportHeight = viewportHeight
    self.containerWidth = containerWidth
  }

  /// What a relative unit refers to.
  private enum Base {
    case width, height, least, greatest
    case containerWidth, containerHeight, containerLeast, containerGreatest

    /// Whether the height of the viewport is needed.
    ///
    /// A container has a height only with `container-type: size`, which is not supported. Without
    /// one, the unit refers to the viewport.
    var needsHeight: Bool { self != .width && self != .containerWidth }
    /// Whether the width of the viewport is needed.
    var needsWidth: Bool { self != .height && self != .containerHeight }
    /// Whether the width of a container is needed.
    var needsContainer: Bool {
      self == .containerWidth || self == .containerLeast || self == .containerGreatest
    }
  }

  /// The base of a unit of the viewport or of a container; `nil` for other units.
  ///
  /// The small, large and dynamic viewports are the same: there are no bars that come and go.
  private static func base(of unit: String) -> Base? {
    switch unit {
    case "cqw", "cqi": return .containerWidth
    case "cqh", "cqb": return .containerHeight
    case "cqmin": return .containerLeast
    case "cqmax": return .containerGreatest
    default: break
    }
    var name = Substring(unit)
    if let first = name.first, "sld".contains(first) { name.removeFirst() }
    switch name {
    case "vw", "vi": return .width
    case "vh", "vb": return .height
    case "vmin": return .least
    case "vmax": return .greatest
    default: return nil
    }
  }

  /// What a unit in lower case refers to.
  static func references(of unit: String) -> CSSValue.References {
    if unit == "ch" { return .zeroWidth }
    guard let base = base(of: unit) else { return [] }
    var references: CSSValue.References = []
    if base.needsHeight { references.insert(.viewportHeight) }
    if base.needsWidth { references.insert(.viewportWidth) }
    if base.needsContainer { references.insert(.container) }
    return references
  }

  /// A length in CSS pixels.
  ///
  /// - Parameters:
  ///   - unit: The unit in lower case.
  ///   - text: The whole value, for messages.
  /// - Throws: `CSSError` for a unit that is not supported, or whose base is not known.
  func pixels(_ value: Double, _ unit: String, in text: String) throws(CSSError) -> Double {
    switch unit {
    case "px": return value
    case "em": return value * em
    case "rem": return value * rem
    case "ch": return value * (zeroWidth ?? em / 2)
    case "pt": return value * 4 / 3
    case "pc": return value * 16
    case "in": return value * 96
    case "cm": return value * 96 / 2.54
    case "mm": return value * 96 / 25.4
    case "q": return value * 96 / 101.6
    default: break
    }
    let found = "the unit '\(unit)' in '\(text)'"
    guard let base = Self.base(of: unit) else {
      throw CSSError(
        found: found,
        expected: "expected px, em, rem, ch, vw, vh, vmin, vmax, cqw, pt, pc, in, cm, mm, Q or %"
          + (Self.ofFonts.contains(unit) ? "; write the length in em" : ""), unit: unit)
    }
    guard viewportHeight != nil || !base.needsHeight else {
      throw CSSError(
        found: found,
        expected: "expected the height of the viewport in the template, as in "
          + "'viewport: {height: 800}'", unit: unit)
    }
    return value * percent(of: base)
  }

  /// Units of fonts that are not supported.
  private static let ofFonts: Set = [
    "ex", "cap", "ic", "lh", "rex", "rcap", "rch", "ric", "rlh",
  ]

  /// One percent of a base.
  private func percent(of base: Base) -> Double {
    let height = viewportHeight ?? 0
    let container = containerWidth ?? viewportWidth
    let length =
      switch base {
      case .width: viewportWidth
      case .height, .containerHeight: height
      case .least: min(viewportWidth, height)
      case .greatest: max(viewportWidth, height)
      case .containerWidth: container
      case .containerLeast: min(container, height)
      case .containerGreatest: max(container, height)
      }
    return length / 100
  }
}
