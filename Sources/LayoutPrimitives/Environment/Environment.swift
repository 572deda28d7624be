/// The conditions that a height depends on in addition to content and template.
///
/// Written `390@3x/L/ltr/en/uikit#expanded`: width, or a range of widths `280..900`, and scale, then size category, direction, locale
/// and text rules, then the state. `@SCALE`, `#STATE` and trailing parts after `/` may
/// be omitted, and any part after `/` may be empty. The defaults are `@3x/L/…/en/uikit`, with the
/// direction of the locale's script and the first state that the template declares.
public struct Environment: Hashable, Sendable {
  /// Width of the cell, in points; finite, `> 0`, at most `maximumWidth`.
  ///
  /// It is the first width of a range.
  public let width: Double
  /// Last width of a range, in points; nil for a single width.
  public let lastWidth: Double?
  /// Device pixels per point; within `scales`.
  public let scale: Double
  /// The user's text size.
  public let sizeCategory: SizeCategory
  /// Direction of text and of leading edges.
  public let direction: LayoutDirection
  /// A BCP 47 tag in canonical case, such as `en`, `zh-Hant` or `az-Arab-IR`.
  public let locale: String
  /// Rules of line heights and line breaks.
  public let rules: TextRules
  /// Name of a state that the template declares; nil for the first state.
  public let state: String?

  /// Maximum width of a cell, in points.
  public static let maximumWidth = 100_000.0
  /// Maximum number of widths in a range, each a whole device pixel.
  public static let maximumWidthsInRange = 16_384
  /// Range of display scales, in pixels per point.
  public static let scales = 0.1...16.0
  /// Maximum length of a locale or a state, in UTF-8 bytes.
  public static let maximumNameBytes = 64

  /// Creates an environment from its parts; a nil direction follows the locale.
  ///
  /// - Parameters:
  ///   - width: Width of the cell, in points.
  ///   - lastWidth: Last width of a range that begins with `width`, in points; nil for one width.
  ///   - scale: Device pixels per point.
  ///   - sizeCategory: The user's text size.
  ///   - direction: The direction; nil for that of the locale's script.
  ///   - locale: A BCP 47 tag; letter case is made canonical and `_` becomes `-`.
  ///   - rules: Rules of line heights and line breaks.
  ///   - state: A state that the template declares; nil for the first.
  /// - Throws: `EnvironmentError` with the part that is out of range or misspelled.
  public init(
    width: Double, lastWidth: Double? = nil, scale: Double = 3,
    sizeCategory: SizeCategory = .large,
    direction: LayoutDirection? = nil, locale: String = "en", rules: TextRules = .uikit,
    state: String? = nil
  ) throws(EnvironmentError) {
    guard width.isFinite, width > 0, width <= Self.maximumWidth else {
      throw .width(width.plainDecimal)
    }
    guard Self.scales.contains(scale) else { throw .scale(scale.plainDecimal) }
    if let lastWidth { try Self.check(width: width, lastWidth: lastWidth, scale: scale) }
    guard let tag = LocaleTag(locale) else { throw .locale(locale) }
    if let state, !Self.isState(state) { throw .state(state) }
    self.width = width
    self.lastWidth = lastWidth
    self.scale = scale
    self.sizeCategory = sizeCategory
    self.direction = direction ?? tag.direction
    self.locale = tag.text
    self.rules = rules
    self.state = state
  }

  /// The full text form, the key in stores and output; without `#STATE` when the state is nil.
  public var key: String {
    let range = lastWidth.map { "..\($0.plainDecimal)" } ?? ""
    let base =
      "\(width.plainDecimal)\(range)@\(scale.plainDecimal)x/\(sizeCategory.rawValue)"
      + "/\(direction.rawValue)/\(locale)/\(rules.rawValue)"
    guard let state else { return base }
    return "\(base)#\(state)"
  }

  /// The pixel grid of results: `scale` steps per point, or 64 under `css` rules.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: rules == .css ? 64 : scale)
  }

  /// The same environment in another state.
  ///
  /// - Throws: `EnvironmentError.state` when the name cannot be written in a key.
  public func with(state: String?) throws(EnvironmentError) -> Environment {
    try Environment(
      width: width, lastWidth: lastWidth, scale: scale, sizeCategory: sizeCategory,
      direction: direction, locale: locale,
      rules: rules, state: state)
  }

  /// The same environment at one width, in points.
  ///
  /// - Throws: `EnvironmentError.width` when it is out of range.
  public func with(width: Double) throws(EnvironmentError) -> Environment {
    try Environment(
      width: width, scale: scale, sizeCategory: sizeCategory, direction: direction, locale: locale,
      rules: rules, state: state)
  }

  /// The same environment at one width, which must be in range.
  init(_ other: Environment, width: Double) {
    self.width = width
    lastWidth = nil
    (scale, sizeCategory, direction) = (other.scale, other.sizeCategory, other.direction)
    (locale, rules, state) = (other.locale, other.rules, other.state)
  }

  /// Whether a name is valid after `#`: not empty and without the separators of the text form.
  private static func isState(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= maximumNameBytes
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
          && !"/#@{},\"".unicodeScalars.contains(scalar)
      }
  }
}

extension Environment: CustomStringConvertible {
  /// The same text as `key`.
  public var description: String { key }
}
