import LayoutPrimitives

/// The explanations of all codes, read from the embedded `codes.txt`.
struct CodeCatalog {
  /// In ascending order of the codes.
  let entries: [CodeExplanation]

  init() {
    let text = String(decoding: PackageResources.codes_txt, as: UTF8.self)
    entries = text.split(separator: "\n\n").compactMap(CodeExplanation.init)
  }

  /// The explanation of a code in any accepted spelling: `CH0412`, `ch412` or `412`.
  func entry(_ text: String) -> CodeExplanation? {
    Self.code(text).flatMap { code in entries.first { $0.code == code } }
  }

  /// A suggestion for a text that is no code; empty if no code is similar.
  func suggestion(for text: String) -> String {
    NearestName(entries.map(\.code)).suggestion(for: Self.code(text) ?? text)
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
