/// Why an environment is invalid: the part and the allowed values.
public enum EnvironmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width is missing, not a decimal, or out of range.
  case width(String)
  /// A range of widths does not ascend, or has fewer than two whole device pixels.
  case range(String)
  /// A range has more widths than `Environment.maximumWidthsInRange`.
  case wideRange(String, widths: Int)
  /// The scale is not a decimal followed by `x`, or out of range.
  case scale(String)
  /// The size category is unknown.
  case sizeCategory(String)
  /// The direction is unknown.
  case direction(String)
  /// The locale does not have the form of a BCP 47 tag, or is too long.
  case locale(String)
  /// The text rules are unknown.
  case rules(String)
  /// The state is empty, too long, or contains a separator of the text form.
  case state(String)
  /// The device is unknown; with the names of the nearest ones.
  case device(String, nearest: [String])
  /// The device has no window of this name; with those it has.
  case deviceVariant(String, device: String, known: [String])
  /// The name of a device, or of its window, cannot be written in an environment.
  case deviceName(String)
  /// There are more than four parts after the width.
  case tooManyParts(String)
  /// A value is at the position of another part; `rewritten` is the text in the right order, if
  /// known.
  case misplaced(
    String, part: EnvironmentPart, place: EnvironmentPart, rewritten: String?)
  /// Braces are unmatched, nested, or empty.
  case braces(String)
  /// The set has more members than the limit; `found` is at most `Int.max`.
  case tooManyMembers(found: Int, limit: Int)
  /// The text is longer than the limit, both in UTF-8 bytes.
  case tooLong(found: Int, limit: Int)

  /// One sentence: the problem and the allowed values.
  public var description: String {
    switch self {
    case .width(let found) where Self.list(of: found) != nil:
      "environment '\(found)' is a list of widths; write it as a set: "
        + "'{\(Self.list(of: found)?.joined(separator: ",") ?? "")}'"
    case .width(let found):
      "environment width '\(found)' is not a number of points above 0 and at most "
        + "\(Environment.maximumWidth.plainDecimal); write an environment as 390@3x/L/ltr/en/uikit"
    case .range(let found):
      "environment range '\(found)' is not two ascending widths with whole device pixels between "
        + "them; write it as 280..900@2x"
    case .wideRange(let found, let widths):
      "environment range '\(found)' has \(widths) widths of a device pixel, the limit is "
        + "\(Environment.maximumWidthsInRange); name a narrower range or a lower scale"
    case .scale(let found) where Self.lacksUnit(found):
      "environment scale '\(found)' lacks its unit; write @\(found)x, as in 390@\(found)x"
    case .scale(let found):
      "environment scale '\(found)' is not a number of pixels per point from "
        + "\(Environment.scales.lowerBound.plainDecimal) to "
        + "\(Environment.scales.upperBound.plainDecimal); write it as @3x"
    case .sizeCategory(let found):
      "size category '\(found)' does not exist; allowed are "
        + Self.list(SizeCategory.allCases.map(\.rawValue), for: found)
    case .direction(let found):
      "direction '\(found)' does not exist; allowed are "
        + Self.list(
          LayoutDirection.allCases.map(\.rawValue), ", or nothing to follow the locale", for: found)
    case .locale(let found):
      "locale '\(found)' is not a language tag such as en, zh-Hant or pt-BR of at most "
        + "\(Environment.maximumNameBytes) letters"
    case .rules(let found):
      "text rules '\(found)' do not exist; allowed are "
        + Self.list(TextRules.allCases.map(\.rawValue), for: found)
    case .state(let found):
      "state '\(found)' is not 1 to \(Environment.maximumNameBytes) bytes without spaces and "
        + "/ # @ { } , \"; leave '#' out for the template's first state"
    case .device(let found, let nearest):
      "environment '\(found)' is neither a number of points nor a known device; nearest are "
        + "\(nearest.joined(separator: ", ")); cellheights config devices lists all of them"
    case .deviceVariant(let found, let device, let known):
      "'\(found)' is no window of device '\(device)' and no size category; it has "
        + (["portrait"] + known).joined(separator: ", ")
    case .deviceName(let found):
      "'\(found)' is no name of a device or of its windows; it is a letter and then letters, digits, "
        + "-, _ and ., at most \(Device.maximumNameBytes), and no word of another part of environments"
    case .tooManyParts(let found):
      "environment '\(found)' has more than four parts after the width; they are size category, "
        + "direction, locale and text rules"
    case .misplaced(let word, let part, let place, let rewritten):
      "environment part '\(word)' \(part == .rules ? "names" : "is a") \(part.rawValue) and stands "
        + "in the place of the \(place.rawValue); "
        + (rewritten.map { "write \($0)" }
          ?? "the order is width, size category, direction, locale, text rules, as in "
          + "390@3x/L/ltr/en/uikit")
    case .braces(let found):
      "environment set '\(found)' needs each '{' closed by '}', with values parted by commas "
        + "between them and no braces inside, as in {320,390}@3x/{S,L}"
    case .tooManyMembers(let found, let limit):
      "environment set has at least \(found) members, and at most \(limit) are allowed; name fewer at "
        + "a time"
    case .tooLong(let found, let limit):
      "environment has \(found) bytes, and at most \(limit) are allowed; name fewer at a time"
    }
  }

  /// This error for a whole set: the rewritten text is that of the set instead of one member.
  func of(set text: String) -> EnvironmentError {
    guard case .misplaced(let word, let part, let place, let rewritten) = self else { return self }
    return .misplaced(
      word, part: part, place: place, rewritten: EnvironmentPart.rewritten(text) ?? rewritten)
  }

  /// The numbers of a list that is separated by commas and spaces; nil for other text.
  private static func list(of found: String) -> [Substring]? {
    let members = found.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace })
    let isList = members.count > 1 && members.allSatisfy { Double($0) != nil }
    return isList ? members : nil
  }

  /// Whether a scale lacks only its `x`.
  private static func lacksUnit(_ found: String) -> Bool {
    found.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
      && Double(found).map { Environment.scales.contains($0) } ?? false
  }

  /// Lists the allowed names and other values, and suggests the nearest name.
  private static func list(
    _ names: [String], _ rest: String = "", for found: String
  ) -> String {
    names.joined(separator: ", ") + rest + NearestName(names).suggestion(for: found)
  }
}
