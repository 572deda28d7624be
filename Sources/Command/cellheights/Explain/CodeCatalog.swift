import LayoutPrimitives

/// The explanations of all codes and words, read from the embedded `codes.txt` and `words.txt`.
struct CodeCatalog {
  /// In ascending order of the codes.
  let entries: [CodeExplanation]
  /// Words of output that are no codes, in ascending order: trust warnings, findings, causes, grades.
  let words: [CodeExplanation]

  init() {
    entries = Self.explanations(PackageResources.codes_txt)
    words = Self.explanations(PackageResources.words_txt)
  }

  private static func explanations(_ bytes: [UInt8]) -> [CodeExplanation] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n\n")
      .compactMap(CodeExplanation.init)
  }

  /// All of them, codes first.
  var all: [CodeExplanation] { entries + words }

  /// The explanation of a word, or of a code in any accepted spelling: `CH0412`, `ch412` or `412`.
  func entry(_ text: String) -> CodeExplanation? {
    let name = Self.code(text) ?? text.lowercased()
    return all.first { $0.code == name }
  }

  /// A suggestion for a text that is neither code nor word; empty if none is similar.
  func suggestion(for text: String) -> String {
    NearestName(all.map(\.code)).suggestion(for: Self.code(text) ?? text)
  }

  /// The canonical spelling of a code; `nil` for a text that has not the form of one.
  private static func code(_ text: String) -> String? {
    let lowered = text.lowercased()
    let digits = lowered.hasPrefix("ch") ? lowered.dropFirst(2) : lowered[...]
    guard (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return "CH" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
