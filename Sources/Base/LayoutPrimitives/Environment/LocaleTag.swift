/// A BCP 47 language tag in canonical letter case.
public struct LocaleTag: Hashable, Sendable {
  /// The tag: language in lowercase, script capitalized, region in uppercase, separated by `-`.
  public let text: String

  /// Reads a tag; nil if it has not the form of a language tag.
  ///
  /// The first part must be a language of 2 to 8 letters. Each further part must have 1 to 8
  /// letters or digits. `_` is read as `-`, and letter case is made canonical.
  ///
  /// - Parameter text: A tag such as `en`, `pt_BR` or `AZ-arab`, at most 64 bytes.
  public init?(_ text: String) {
    guard text.utf8.count <= Environment.maximumNameBytes else { return nil }
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
    var canonical: [String] = []
    var extended = false
    for (index, part) in parts.enumerated() {
      let bytes = part.utf8
      let letters = bytes.allSatisfy { Self.isLetter($0) }
      guard (1...8).contains(bytes.count),
        bytes.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) }),
        index > 0 || (letters && bytes.count >= 2)
      else { return nil }
      let small = part.lowercased()
      // A single letter or digit begins an extension (`-u-…`, `-x-…`), which has no script or
      // region.
      extended = extended || bytes.count == 1
      if index == 0 || extended {
        canonical.append(small)
      } else if letters, bytes.count == 4 {
        canonical.append(small.prefix(1).uppercased() + small.dropFirst())
      } else if letters, bytes.count == 2 {
        canonical.append(part.uppercased())
      } else {
        canonical.append(small)
      }
    }
    self.text = canonical.joined(separator: "-")
  }

  /// The direction of the script that the tag names, or else of the language's usual script.
  ///
  /// In some regions, the usual script of a language is another one.
  ///
  /// Source: ISO 15924 and UAX #9 for scripts; CLDR's likely subtags for languages and regions.
  public var direction: LayoutDirection {
    let parts = text.split(separator: "-")
    let before = parts.prefix { $0.utf8.count > 1 }
    let language = before.first.map { String($0) } ?? ""
    if let script = before.dropFirst().first(where: { Self.isScript($0) }) {
      return Self.scripts.contains(String(script)) ? .rightToLeft : .leftToRight
    }
    if let region = before.dropFirst().first(where: { $0.utf8.count == 2 }) {
      if Self.rightToLeftIn[language]?.contains(String(region)) == true { return .rightToLeft }
      if Self.leftToRightIn[language]?.contains(String(region)) == true { return .leftToRight }
    }
    return Self.languages.contains(language) ? .rightToLeft : .leftToRight
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isScript(_ part: Substring) -> Bool {
    part.utf8.count == 4 && part.utf8.allSatisfy { isLetter($0) }
  }

  /// Scripts that are written from right to left.
  private static let scripts: Set<String> = [
    "Adlm", "Arab", "Aran", "Armi", "Avst", "Chrs", "Cprt", "Elym", "Hatr", "Hebr", "Hung", "Khar",
    "Lydi", "Mand", "Mani", "Mend", "Merc", "Mero", "Narb", "Nbat", "Nkoo", "Orkh", "Ougr", "Palm",
    "Phli", "Phlp", "Phnx", "Prti", "Rohg", "Samr", "Sarb", "Sogd", "Sogo", "Syrc", "Syre", "Syrj",
    "Syrn", "Thaa", "Yezi",
  ]
  /// Languages whose usual script is written from right to left.
  private static let languages: Set<String> = [
    "ae", "aeb", "ajt", "apc", "apd", "ar", "ara", "arc", "arq", "ars", "ary", "arz", "ave", "avl",
    "bal", "bej", "bft", "bgn", "bqi", "brh", "cja", "ckb", "dcc", "dgl", "div", "dv", "fa", "fas",
    "fia", "fub", "gbz", "gjk", "gju", "glk", "gwc", "gwt", "haz", "he", "heb", "hnd", "hno", "iw",
    "ji", "kas", "kby", "khw", "ks", "kvx", "kxp", "kzh", "lad", "lah", "lki", "lrc", "luz", "mde",
    "mfa", "mki", "mvy", "myz", "mzn", "nqo", "oru", "ota", "otk", "oui", "pal", "phl", "phn",
    "pra", "prd", "prs", "ps", "pus", "rhg", "rmt", "scl", "sd", "sdh", "shu", "skr", "smp", "snd",
    "sog", "swb", "syr", "trw", "ug", "uig", "ur", "urd", "uzs", "wni", "xco", "xld", "xmn", "xmr",
    "xna", "xpr", "xsa", "yi", "yid", "zdj",
  ]
  /// Regions in which a language that is otherwise left to right is written from right to left.
  private static let rightToLeftIn: [String: Set<String>] = [
    "az": ["IQ", "IR"], "ha": ["CM", "SD"], "kk": ["AF", "CN", "IR", "MN"], "ku": ["LB"],
    "ky": ["CN"], "ms": ["CC"], "pa": ["PK"], "tg": ["PK"], "uz": ["AF", "CN"],
  ]
  /// Regions in which a language that is otherwise right to left is written from left to right.
  private static let leftToRightIn: [String: Set<String>] = ["sd": ["IN"]]
}
