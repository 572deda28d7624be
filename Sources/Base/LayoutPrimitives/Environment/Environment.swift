/// The conditions, besides record and template, on which the height of a cell depends.
///
/// The text form is `390@3x/L/ltr/en/uikit#expanded`. It contains the width (or a range of widths,
/// `280..900`) and the scale, then size category, direction, locale and text rules, then the state.
/// `@SCALE`, `#STATE` and trailing parts after `/` may be omitted. Any part after `/` may be empty.
/// The defaults are the scale `3x`, the size category `L`, the locale `en`, the direction of the
/// locale's script, the text rules `uikit`, and the first state that the template declares.
public struct Environment: Hashable, Sendable {
  /// Width of the cell, in points, above 0 and at most `maximumWidth`; for a range, the first
  /// width.
  public let width: Double
  /// Last width of a range, in points; nil for a single width.
  public let lastWidth: Double?
  /// Device pixels per point; within `scales`.
  public let scale: Double
  /// The user's text size.
  public let sizeCategory: SizeCategory
  /// Direction of text, which also decides which edge is the leading one.
  public let direction: LayoutDirection
  /// A BCP 47 tag in canonical case, such as `en`, `zh-Hant` or `az-Arab-IR`.
  public let locale: String
  /// The text rules: which platform's line heights and line breaks are computed.
  public let rules: TextRules
  /// Name of a state that the template declares; nil for the first state.
  public let state: String?

  /// Maximum width of a cell, in points.
  public static let maximumWidth = 100_000.0
  /// Maximum number of widths in a range, which has one width per device pixel.
  public static let maximumWidthsInRange = 16_384
  /// Range of display scales, in pixels per point.
  public static let scales = 0.1...16.0
  /// Maximum length of a locale or a state, in UTF-8 bytes.
  public static let maximumNameBytes = 64

  /// Creates an environment from its parts.
  ///
  /// - Parameters:
  ///   - width: Width of the cell, in points.
  ///   - lastWidth: Last width of a range that begins with `width`, in points; nil for one width.
  ///   - scale: Device pixels per point.
  ///   - sizeCategory: The user's text size.
  ///   - direction: The direction; nil for the direction of the locale's script.
  ///   - locale: A BCP 47 tag; letter case is made canonical and `_` becomes `-`.
  ///   - rules: The text rules.
  ///   - state: A state that the template declares; nil for its first state.
  /// - Throws: `EnvironmentError` for the first part that is invalid.
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

  /// The full text form, with all parts; stores and output use it as key.
  ///
  /// `#STATE` is missing if `state` is nil.
  public var key: String {
    let range = lastWidth.map { "..\($0.plainDecimal)" } ?? ""
    let base =
      "\(width.plainDecimal)\(range)@\(scale.plainDecimal)x/\(sizeCategory.rawValue)"
      + "/\(direction.rawValue)/\(locale)/\(rules.rawValue)"
    guard let state else { return base }
    return "\(base)#\(state)"
  }

  /// The grid to whose pixels results are rounded: `scale` pixels per point, or 64 under `css`
  /// rules.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: rules == .css ? 64 : scale)
  }

  /// The same environment with another state; nil for the template's first state.
  ///
  /// - Throws: `EnvironmentError.state` for a name that the text form cannot contain.
  public func with(state: String?) throws(EnvironmentError) -> Environment {
    try Environment(
      width: width, lastWidth: lastWidth, scale: scale, sizeCategory: sizeCategory,
      direction: direction, locale: locale,
      rules: rules, state: state)
  }

  /// The same environment at a single width, in points.
  ///
  /// - Throws: `EnvironmentError.width` for a width that is out of range.
  public func with(width: Double) throws(EnvironmentError) -> Environment {
    try Environment(
      width: width, scale: scale, sizeCategory: sizeCategory, direction: direction, locale: locale,
      rules: rules, state: state)
  }

  /// Creates the same environment at a single width, in points, which is not checked.
  init(_ other: Environment, width: Double) {
    self.width = width
    lastWidth = nil
    (scale, sizeCategory, direction) = (other.scale, other.sizeCategory, other.direction)
    (locale, rules, state) = (other.locale, other.rules, other.state)
  }

  /// Whether another environment differs from this one at most in its width or widths.
  public func equalsExceptWidth(_ other: Environment) -> Bool {
    Environment(self, width: width) == Environment(other, width: width)
  }

  /// Whether a name may follow `#`: 1 to 64 bytes without spaces and separators of the text form.
  private static func isState(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= maximumNameBytes
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
          && !"/#@{},\"".unicodeScalars.contains(scalar)
      }
  }
}

extension Environment: CustomStringConvertible {
  /// The same text as `key`, for `CustomStringConvertible`.
  public var description: String { key }
}

extension Environment {
  /// Default maximum number of environments in one set.
  public static let maximumSetMembers = 4_096
  /// Maximum length of the text form of an environment or a set, in UTF-8 bytes.
  public static let maximumTextBytes = 16_384

  /// Reads the text form of one environment.
  ///
  /// - Parameter text: `WIDTH[..WIDTH][@SCALEx][/SIZE[/DIRECTION[/LOCALE[/RULES]]]][#STATE]`.
  /// - Throws: `EnvironmentError`, which names the invalid part and the allowed values.
  public init(parsing text: String) throws(EnvironmentError) {
    guard text.utf8.count <= Self.maximumTextBytes else {
      throw .tooLong(found: text.utf8.count, limit: Self.maximumTextBytes)
    }
    let stateMark = text.firstIndex(of: "#")
    let body = text[..<(stateMark ?? text.endIndex)]
    let state = stateMark.map { String(text[text.index(after: $0)...]) }
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 5 else { throw .tooManyParts(text) }
    func part(_ index: Int) -> String? {
      guard index < parts.count, !parts[index].isEmpty else { return nil }
      return String(parts[index])
    }
    try Self.checkOrder(of: parts, in: text)
    let metrics = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let (width, lastWidth) = try Self.widths(metrics[0])
    let scale = metrics.count > 1 ? try Self.scale(metrics[1]) : 3
    try self.init(
      width: width, lastWidth: lastWidth, scale: scale,
      sizeCategory: try Self.category(part(1)), direction: try Self.direction(part(2)),
      locale: part(3) ?? "en", rules: try Self.rules(part(4)), state: state)
  }

  /// Expands a set such as `{320,390,430}@3x/{S,L,XXL}` into its members.
  ///
  /// The alternatives in the rightmost braces vary fastest. A member that occurs twice is returned
  /// once.
  ///
  /// - Parameters:
  ///   - text: An environment with alternatives in braces, separated by commas.
  ///   - limit: Maximum number of members, counted before repeated ones are removed.
  ///   - devices: Devices whose names may replace width and scale.
  /// - Throws: `EnvironmentError`, which names the invalid part and the allowed values.
  public static func set(
    parsing text: String, limit: Int = maximumSetMembers, devices: DeviceTable = DeviceTable()
  ) throws(EnvironmentError) -> [Environment] {
    var seen: Set<Environment> = []
    var members: [Environment] = []
    for member in try texts(ofSet: text, limit: limit) {
      let environment: Environment
      do throws(EnvironmentError) {
        environment = try Environment(parsing: devices.resolved(member))
      } catch {
        throw error.of(set: text)
      }
      if seen.insert(environment).inserted { members.append(environment) }
    }
    return members
  }

  /// The texts of the members of a set, which may be invalid environments and may repeat.
  ///
  /// - Throws: `EnvironmentError.tooLong`, `.braces`, `.tooManyMembers`.
  public static func texts(
    ofSet text: String, limit: Int = maximumSetMembers
  ) throws(EnvironmentError) -> [String] {
    guard text.utf8.count <= maximumTextBytes else {
      throw .tooLong(found: text.utf8.count, limit: maximumTextBytes)
    }
    let pieces = try pieces(of: text)
    // The members are counted before the expansion, because their number is a product that may be
    // large.
    let count = pieces.reduce(1) { count, piece in
      let (product, overflows) = count.multipliedReportingOverflow(by: piece.count)
      return overflows ? .max : product
    }
    guard count <= limit else { throw .tooManyMembers(found: count, limit: limit) }
    var texts = [""]
    for piece in pieces { texts = texts.flatMap { start in piece.map { start + $0 } } }
    return texts
  }

  /// Divides a text at its braces, and returns the alternatives of each piece, in order.
  ///
  /// A piece outside braces has one alternative, its text.
  ///
  /// - Throws: `EnvironmentError.braces`.
  private static func pieces(of text: String) throws(EnvironmentError) -> [[String]] {
    var pieces: [[String]] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      let inside = rest[rest.index(after: brace)...]
      guard rest[brace] == "{",
        let end = inside.firstIndex(where: { $0 == "{" || $0 == "}" }),
        inside[end] == "}", end != inside.startIndex
      else { throw .braces(text) }
      pieces.append([String(rest[..<brace])])
      let values = inside[..<end].split(separator: ",", omittingEmptySubsequences: false)
      pieces.append(values.map { String($0) })
      rest = inside[inside.index(after: end)...]
    }
    pieces.append([String(rest)])
    return pieces
  }

  /// Throws `EnvironmentError.misplaced` if a value belongs to another part than its position.
  ///
  /// Almost any word, even `css`, has the form of a language tag. So a value that has the form of
  /// another part is not accepted as a locale.
  private static func checkOrder(
    of parts: [Substring], in text: String
  ) throws(EnvironmentError) {
    for (word, expected) in zip(parts, EnvironmentPart.inOrder) where !word.isEmpty {
      guard let part = EnvironmentPart(of: word), part != expected else { continue }
      throw .misplaced(
        String(word), part: part, expected: expected, rewritten: EnvironmentPart.rewritten(text))
    }
  }

  /// Reads one width, or the two widths of a range.
  private static func widths(
    _ text: Substring
  ) throws(EnvironmentError) -> (width: Double, last: Double?) {
    guard let dots = text.firstRange(of: "..") else {
      guard let width = decimal(text) else { throw .width(String(text)) }
      return (width, nil)
    }
    guard let first = decimal(text[..<dots.lowerBound]),
      let last = decimal(text[dots.upperBound...])
    else { throw .range(String(text)) }
    return (first, last)
  }

  /// Reads a decimal without sign and exponent; nil for other text.
  private static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      text.utf8.first != 0x2E, text.utf8.last != 0x2E
    else { return nil }
    return Double(text)
  }

  private static func scale(_ text: Substring) throws(EnvironmentError) -> Double {
    guard text.last == "x", let value = decimal(text.dropLast()) else {
      throw .scale(String(text))
    }
    return value
  }

  private static func category(_ text: String?) throws(EnvironmentError) -> SizeCategory {
    guard let text else { return .large }
    guard let value = SizeCategory(rawValue: text) else { throw .sizeCategory(text) }
    return value
  }

  private static func direction(_ text: String?) throws(EnvironmentError) -> LayoutDirection? {
    guard let text else { return nil }
    guard let value = LayoutDirection(rawValue: text) else { throw .direction(text) }
    return value
  }

  private static func rules(_ text: String?) throws(EnvironmentError) -> TextRules {
    guard let text else { return .uikit }
    guard let value = TextRules(rawValue: text) else { throw .rules(text) }
    return value
  }
}

extension Environment {
  /// The widths of a range in whole device pixels; nil for a single width.
  ///
  /// A pixel is `1 / scale` points wide under all text rules.
  public var widthPixels: ClosedRange<Int>? {
    lastWidth.map { Self.pixels(from: width, to: $0, scale: scale) }
  }

  /// The environment of a range's first width; for a single width, this environment.
  public var firstWidth: Environment {
    widthPixels.map { Environment(self, width: Double($0.lowerBound) / scale) } ?? self
  }

  /// The environments of a range's single widths, in ascending order, one per device pixel.
  ///
  /// For a single width, the list contains only this environment.
  public var singleWidths: [Environment] {
    guard let widthPixels else { return [self] }
    return widthPixels.map { Environment(self, width: Double($0) / scale) }
  }

  /// Throws unless a range has at least two widths, and at most `maximumWidthsInRange`.
  ///
  /// - Throws: `EnvironmentError.range` or `.wideRange`.
  static func check(
    width: Double, lastWidth: Double, scale: Double
  ) throws(EnvironmentError) {
    let text = "\(width.plainDecimal)..\(lastWidth.plainDecimal)"
    guard lastWidth.isFinite, lastWidth > width, lastWidth <= maximumWidth,
      (lastWidth * scale).rounded(.down) > (width * scale).rounded(.up)
    else { throw .range(text) }
    let pixels = pixels(from: width, to: lastWidth, scale: scale)
    guard pixels.count <= maximumWidthsInRange else {
      throw .wideRange(text, widths: pixels.count)
    }
  }

  private static func pixels(from: Double, to: Double, scale: Double) -> ClosedRange<Int> {
    Int((from * scale).rounded(.up))...Int((to * scale).rounded(.down))
  }
}

/// The user's text size, named as in Dynamic Type; `large` is the default of iOS.
public enum SizeCategory: String, Hashable, Sendable, CaseIterable {
  /// The smallest size.
  case extraSmall = "XS"
  /// Two sizes below the default.
  case small = "S"
  /// One size below the default.
  case medium = "M"
  /// The default size.
  case large = "L"
  /// One size above the default.
  case extraLarge = "XL"
  /// Two sizes above the default.
  case extraExtraLarge = "XXL"
  /// The largest size without the accessibility setting.
  case extraExtraExtraLarge = "XXXL"
  /// The smallest accessibility size.
  case accessibility1 = "AX1"
  /// The second accessibility size.
  case accessibility2 = "AX2"
  /// The third accessibility size.
  case accessibility3 = "AX3"
  /// The fourth accessibility size.
  case accessibility4 = "AX4"
  /// The largest accessibility size.
  case accessibility5 = "AX5"
}

/// The platform whose line heights and line breaks are computed.
public enum TextRules: String, Hashable, Sendable, CaseIterable {
  /// UIKit's line heights and line breaks; text heights are rounded up to a device pixel.
  case uikit
  /// CSS line heights with Chromium's line breaks; all frames snap to a grid of 1/64 px.
  case css
  /// Android's line heights with the line breaks of UAX #14.
  case android
}
