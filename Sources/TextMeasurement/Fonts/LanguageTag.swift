/// A language as text measurement uses it: its primary subtag, and for Chinese script and region.
///
/// Other subtags are dropped, so that hostile tags cannot fill the locale tables of ICU and
/// HarfBuzz.
struct LanguageTag: Hashable, Sendable {
  /// Primary subtag: two or three lowercase letters; empty when no language is known.
  let primary: String
  /// Script and region of Chinese, lowercased, in the order of the tag.
  let subtags: [String]

  /// Reads a BCP 47 tag; a malformed tag counts as an unknown language.
  init(_ tag: String?) {
    let parts = (tag ?? "").prefix(35).lowercased().split { $0 == "-" || $0 == "_" }
    let letters = parts.first.map { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } } ?? false
    guard letters, let first = parts.first, (2...3).contains(first.utf8.count), first != "und"
    else {
      primary = ""
      subtags = []
      return
    }
    primary = String(first)
    let telling = ["hans", "hant", "cn", "sg", "tw", "hk", "mo"]
    subtags = first == "zh" ? parts.dropFirst().map(String.init).filter(telling.contains) : []
  }

  /// The language as a BCP 47 tag, for HarfBuzz.
  var bcp47: String { ([primary] + subtags.prefix(2)).joined(separator: "-") }

  /// The language as a locale of ICU; empty for the root locale.
  var locale: String { bcp47.replacing("-", with: "_") }
}
