/// A language as text measurement uses it.
struct LanguageTag: Hashable, Sendable {
  /// Primary subtag: two or three lowercase letters; empty when no language is known.
  let primary: String
  /// Script and region of Chinese, lowercased, in the order of the tag.
  let subtags: [String]
  /// The language as a BCP 47 tag for HarfBuzz, which knows variants and private subtags.
  let shaping: String

  /// Reads a BCP 47 tag; a malformed tag counts as an unknown language.
  init(_ tag: String?) {
    let parts = (tag ?? "").prefix(Self.longest).lowercased().split { $0 == "-" || $0 == "_" }
    let letters = parts.first.map { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } } ?? false
    guard letters, let first = parts.first, (2...3).contains(first.utf8.count) else {
      primary = ""
      subtags = []
      shaping = "und"
      return
    }
    let isAlphanumeric = parts.allSatisfy { $0.utf8.allSatisfy { UInt16($0).isASCIIAlphanumeric } }
    shaping = isAlphanumeric ? parts.joined(separator: "-") : String(first)
    guard first != "und" else {
      primary = ""
      subtags = []
      return
    }
    primary = String(first)
    let telling = ["hans", "hant", "cn", "sg", "tw", "hk", "mo"]
    subtags = first == "zh" ? parts.dropFirst().map(String.init).filter(telling.contains) : []
  }

  /// The same language without the subtags that only HarfBuzz knows.
  var plain: LanguageTag { LanguageTag(primary.isEmpty ? nil : bcp47) }

  /// Number of characters of a tag that are read.
  ///
  /// Source: RFC 5646, section 4.4.1.
  private static let longest = 35

  /// The primary subtag, and script and region of Chinese, as a BCP 47 tag.
  private var bcp47: String { ([primary] + subtags.prefix(2)).joined(separator: "-") }

  /// The language as a locale of ICU; empty for the root locale.
  var locale: String { bcp47.replacing("-", with: "_") }
}
