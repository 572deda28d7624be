extension Environment {
  /// Default maximum number of environments in one set.
  public static let maximumSetMembers = 4_096
  /// Maximum length of the text form of an environment or a set, in UTF-8 bytes.
  public static let maximumTextBytes = 16_384

  /// Reads the text form of one environment.
  ///
  /// - Parameter text: `WIDTH[..WIDTH][@SCALEx][/SIZE[/DIRECTION[/LOCALE[/RULES]]]][#STATE]`.
  /// - Throws: `EnvironmentError` with the invalid part and the allowed values.
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
    try Self.checkPlaces(of: parts, in: text)
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
  /// The rightmost braces vary fastest. Repeated members are omitted.
  ///
  /// - Parameters:
  ///   - text: An environment with alternatives in braces, separated by commas.
  ///   - limit: Maximum number of members.
  ///   - devices: Devices whose names may stand for width and scale.
  /// - Throws: `EnvironmentError` with the invalid part and the allowed values.
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

  /// The texts of a set's members, which are not read.
  ///
  /// - Throws: `EnvironmentError.tooLong`, `.braces`, `.tooManyMembers`.
  public static func texts(
    ofSet text: String, limit: Int = maximumSetMembers
  ) throws(EnvironmentError) -> [String] {
    guard text.utf8.count <= maximumTextBytes else {
      throw .tooLong(found: text.utf8.count, limit: maximumTextBytes)
    }
    let pieces = try pieces(of: text)
    // Counted before the expansion, because the numbers of alternatives multiply.
    let count = pieces.reduce(1) { count, piece in
      let (product, overflows) = count.multipliedReportingOverflow(by: piece.count)
      return overflows ? .max : product
    }
    guard count <= limit else { throw .tooManyMembers(found: count, limit: limit) }
    var texts = [""]
    for piece in pieces { texts = texts.flatMap { start in piece.map { start + $0 } } }
    return texts
  }

  /// Divides a text at its braces: returns the alternatives of each piece, one for text outside
  /// braces.
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

  /// Throws when a value is at the position of another part.
  ///
  /// Almost any letters have the form of a language tag, even `css`. The values of other parts are
  /// therefore not read as locales.
  private static func checkPlaces(
    of parts: [Substring], in text: String
  ) throws(EnvironmentError) {
    for (word, place) in zip(parts, EnvironmentPart.places) where !word.isEmpty {
      guard let part = EnvironmentPart(of: word), part != place else { continue }
      throw .misplaced(
        String(word), part: part, place: place, rewritten: EnvironmentPart.rewritten(text))
    }
  }

  /// Reads a width, or the two of a range.
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
