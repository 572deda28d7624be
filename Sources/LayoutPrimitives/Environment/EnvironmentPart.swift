/// A part of an environment's text form, by the name that messages give it.
public enum EnvironmentPart: String, Hashable, Sendable {
  /// Points, first of all.
  case width
  /// Device pixels per point, behind the width: `@3x`.
  case scale
  /// First of the parts after `/`.
  case sizeCategory = "size category"
  /// Second of them.
  case direction
  /// Third of them.
  case locale
  /// Last of them.
  case rules = "text rules"

  /// The parts between slashes, in their order.
  static let places: [EnvironmentPart] = [.width, .sizeCategory, .direction, .locale, .rules]

  /// The part whose value a word is, letter case aside; nil for a word of none.
  ///
  /// A tag is only known by its shape here, so that it must look like one: two small letters, or
  /// parts with `-` between.
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

  /// How a word of this part is written.
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

  /// An environment or a set with each word in the place of its part.
  ///
  /// - Returns: nil where a word is of no part, two are of one, or no width is among them.
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

  /// The part of what stands between two slashes, braces included, and how it is written.
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
