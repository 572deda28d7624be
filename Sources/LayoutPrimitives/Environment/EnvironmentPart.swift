/// A part of an environment's text form; the raw value is its name in messages.
public enum EnvironmentPart: String, Hashable, Sendable {
  /// The width in points, the first part.
  case width
  /// Device pixels per point, after the width: `@3x`.
  case scale
  /// The user's text size, the first part after a `/`.
  case sizeCategory = "size category"
  /// The direction of text, the second part after a `/`.
  case direction
  /// The language tag, the third part after a `/`.
  case locale
  /// The text rules, the fourth and last part after a `/`.
  case rules = "text rules"

  /// The parts that slashes separate, in order; the scale is not among them, as it follows `@`.
  static let places: [EnvironmentPart] = [.width, .sizeCategory, .direction, .locale, .rules]

  /// Identifies the part that a value belongs to, in any letter case; nil for an unknown value.
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

  /// The canonical spelling of a value of this part: its letter case, and `@` before a scale.
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

  /// Reorders the text of an environment or a set so that each value is at its part's position.
  ///
  /// - Returns: nil when a value belongs to no part, two values to one part, or the width is
  ///   missing.
  static func rewritten(_ text: String) -> String? {
    let state = text.firstIndex(of: "#").map { text[$0...] } ?? ""
    let words = text.dropLast(state.count).split(
      separator: "/", omittingEmptySubsequences: false
    )
    .filter { !$0.isEmpty }
    var found: [EnvironmentPart: String] = [:]
    for word in words {
      guard let (part, spelled) = member(word) else { return nil }
      guard found.updateValue(spelled, forKey: part) == nil else { return nil }
    }
    guard let width = found[.width] else { return nil }
    var result = width
    if let scale = found[.scale] {
      guard !width.contains("@") else { return nil }
      result += scale
    }
    let rest = places.dropFirst().map { found[$0] ?? "" }
    guard let last = rest.lastIndex(where: { !$0.isEmpty }) else { return result + state }
    return result + rest[...last].map { "/\($0)" }.joined() + state
  }

  /// Identifies the part that the text between two slashes belongs to, and spells it canonically.
  ///
  /// Several values in braces must belong to the same part.
  ///
  /// - Returns: nil when the text belongs to no part.
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
        guard let known = EnvironmentPart(of: value + rest), part ?? known == known else {
          return nil
        }
        part = known
      }
      values.append(part?.spelling(of: value) ?? String(value))
    }
    return part.map { ($0, "{" + values.joined(separator: ",") + "}" + rest) }
  }
}
