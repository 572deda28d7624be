/// The reason why the text or a part of an environment is invalid.
///
/// An unnamed value is the invalid text.
public enum EnvironmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width is missing, not a decimal, or out of range.
  case width(String)
  /// A range does not ascend, exceeds the maximum width, or has fewer than two device pixels.
  case range(String)
  /// A range has more widths, `widths`, than `Environment.maximumWidthsInRange`.
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
  /// The device is unknown; `nearest` contains the most similar names.
  case device(String, nearest: [String])
  /// The device has no orientation or window with this name; `known` contains those that it has.
  case deviceVariant(String, device: String, known: [String])
  /// The name of a device, or of its orientation or window, cannot be written in an environment.
  case deviceName(String)
  /// There are more than four parts after the width.
  case tooManyParts(String)
  /// A value belongs to another part, `part`, than the one expected at its position, `expected`.
  ///
  /// `rewritten` is the text with its parts in the right order; nil if that order is unclear.
  case misplaced(
    String, part: EnvironmentPart, expected: EnvironmentPart, rewritten: String?)
  /// Braces are unmatched, nested or empty.
  case braces(String)
  /// The set has more members than `limit`; `found` is `Int.max` if their number overflows.
  case tooManyMembers(found: Int, limit: Int)
  /// The text is longer than the limit; both numbers are UTF-8 bytes.
  case tooLong(found: Int, limit: Int)

  /// The problem and the allowed values, in one sentence.
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
    case .misplaced(let word, let part, let expected, let rewritten):
      "environment part '\(word)' \(part == .rules ? "names" : "is a") \(part.rawValue) and stands "
        + "in the place of the \(expected.rawValue); "
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

  /// The same error for a set: `rewritten` becomes the rewritten text of the whole set.
  func of(set text: String) -> EnvironmentError {
    guard case .misplaced(let word, let part, let expected, let rewritten) = self else {
      return self
    }
    return .misplaced(
      word, part: part, expected: expected, rewritten: EnvironmentPart.rewritten(text) ?? rewritten)
  }

  /// The numbers in a text that consists of at least two; nil for any other text.
  ///
  /// Commas, semicolons and spaces separate them.
  private static func list(of found: String) -> [Substring]? {
    let members = found.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace })
    let isList = members.count > 1 && members.allSatisfy { Double($0) != nil }
    return isList ? members : nil
  }

  /// Whether a text is a valid scale without its `x`.
  private static func lacksUnit(_ found: String) -> Bool {
    found.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
      && Double(found).map { Environment.scales.contains($0) } ?? false
  }

  /// The allowed names, then `rest`, then the nearest name as a suggestion; for a message.
  private static func list(
    _ names: [String], _ rest: String = "", for found: String
  ) -> String {
    names.joined(separator: ", ") + rest + NearestName(names).suggestion(for: found)
  }
}

/// A part of an environment's text form; the raw value names the part in messages.
public enum EnvironmentPart: String, Hashable, Sendable {
  /// The width in points, the first part.
  case width
  /// Device pixels per point, which follow the width after `@`: `@3x`.
  case scale
  /// The user's text size, the first part after a `/`.
  case sizeCategory = "size category"
  /// The direction of text, the second part after a `/`.
  case direction
  /// The language tag, the third part after a `/`.
  case locale
  /// The text rules, the fourth and last part after a `/`.
  case rules = "text rules"

  /// The parts that slashes separate, in order; the scale is not one of them.
  static let inOrder: [EnvironmentPart] = [.width, .sizeCategory, .direction, .locale, .rules]

  /// Identifies the part of which a word has the form, in any letter case; nil if there is none.
  ///
  /// A language tag is recognized by its form: two lowercase letters, or parts separated by `-`.
  init?(of word: some StringProtocol) {
    let small = word.lowercased()
    if SizeCategory.allCases.contains(where: { $0.rawValue.lowercased() == small }) {
      self = .sizeCategory
    } else if LayoutDirection(rawValue: small) != nil {
      self = .direction
    } else if TextRules(rawValue: small) != nil {
      self = .rules
    } else if Self.isDecimal(small.split(separator: "@", omittingEmptySubsequences: false)[0]) {
      self = .width
    } else if small.last == "x", Self.isDecimal(small.dropLast().drop { $0 == "@" }) {
      self = .scale
    } else if word.utf8.count == 2 || word.contains("-"), word == small || word.contains("-"),
      LocaleTag(String(word)) != nil
    {
      self = .locale
    } else {
      return nil
    }
  }

  /// The canonical spelling of a value of this part: in its letter case, and with `@` for a scale.
  func spelling(of word: some StringProtocol) -> String {
    switch self {
    case .sizeCategory: word.uppercased()
    case .direction, .rules: word.lowercased()
    case .scale: "@" + word.lowercased().drop { $0 == "@" }
    case .width, .locale: String(word)
    }
  }

  private static func isDecimal(_ text: some StringProtocol) -> Bool {
    text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }

  /// Reorders the text of an environment or of a set, so that each value is at its part's position.
  ///
  /// - Returns: nil if a value belongs to no part, two values belong to the same part, or the width
  ///   is missing.
  static func rewritten(_ text: String) -> String? {
    let state = text.firstIndex(of: "#").map { text[$0...] } ?? ""
    let words = text.dropLast(state.count).split(
      separator: "/", omittingEmptySubsequences: false
    )
    .filter { !$0.isEmpty }
    var texts: [EnvironmentPart: String] = [:]
    for word in words {
      guard let (part, spelled) = member(word) else { return nil }
      guard texts.updateValue(spelled, forKey: part) == nil else { return nil }
    }
    guard let width = texts[.width] else { return nil }
    var result = width
    if let scale = texts[.scale] {
      guard !width.contains("@") else { return nil }
      result += scale
    }
    let rest = inOrder.dropFirst().map { texts[$0] ?? "" }
    guard let last = rest.lastIndex(where: { !$0.isEmpty }) else { return result + state }
    return result + rest[...last].map { "/\($0)" }.joined() + state
  }

  /// The part to which the text between two slashes belongs, and the text in canonical spelling.
  ///
  /// Several values in braces must belong to the same part.
  ///
  /// - Returns: nil if the text belongs to no part.
  private static func member(_ text: Substring) -> (part: EnvironmentPart, spelled: String)? {
    guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}"), open < close
    else {
      guard let part = EnvironmentPart(of: text) else { return nil }
      return (part, part.spelling(of: text))
    }
    let rest = text[text.index(after: close)...]
    guard open == text.startIndex, !rest.contains(where: { $0 == "{" || $0 == "}" }) else {
      return nil
    }
    var part: EnvironmentPart?
    var values: [String] = []
    for value in text[text.index(after: open)..<close].split(
      separator: ",", omittingEmptySubsequences: false)
    {
      if !value.isEmpty {
        guard let recognized = EnvironmentPart(of: value + rest), part ?? recognized == recognized
        else {
          return nil
        }
        part = recognized
      }
      values.append(part?.spelling(of: value) ?? String(value))
    }
    return part.map { ($0, "{" + values.joined(separator: ",") + "}" + rest) }
  }
}
