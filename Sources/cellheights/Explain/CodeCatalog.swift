import LayoutPrimitives

/// Every code with its explanation: the one source of `explain` and of the tables in the documents.
struct CodeCatalog {
  /// In ascending order of the codes.
  let entries: [CodeExplanation]

  init() {
    let groups: [[CodeExplanation]] = [
      CodeExplanation.layout, CodeExplanation.text, CodeExplanation.sources,
      CodeExplanation.records, CodeExplanation.readingWarnings, CodeExplanation.documents,
      CodeExplanation.interfaceBuilder, CodeExplanation.configuration, CodeExplanation.habits,
      CodeExplanation.findings,
    ]
    entries = groups.flatMap(\.self).sorted { $0.number < $1.number }
  }

  /// The explanation of a code as people write it: `CH0412`, `ch412` or `412`.
  func entry(_ text: String) -> CodeExplanation? {
    guard let number = Self.number(of: text) else { return nil }
    return entries.first { $0.number == number }
  }

  /// What may have been meant by a text that is no code; empty where nothing is near.
  func suggestion(for text: String) -> String {
    let codes = NearestName(entries.map(\.code))
    guard let number = Self.number(of: text) else {
      return codes.suggestion(for: text)
    }
    return codes.suggestion(for: CodeExplanation.code(number))
  }

  /// The number of a code; `nil` for what has not the form of one.
  private static func number(of text: String) -> Int? {
    let lowered = text.lowercased()
    let digits = lowered.hasPrefix("ch") ? lowered.dropFirst(2) : lowered[...]
    guard (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
