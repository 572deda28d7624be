import StructuredDocuments

extension ConfigurationReader {
  /// The arguments that `nightly` passes to `build`.
  func nightlyArguments(
    _ node: DocumentNode
  ) throws(DocumentProblem) -> Resolved<[String]>? {
    let entries = try node.entries(of: "{build_arguments: [WORD, …]}", known: ["build_arguments"])
    guard let value = entries.first?.value else { return nil }
    let words = try value.requiredTexts("an argument of build such as --strict")
    for (word, place) in zip(words, value.elements ?? [value]) {
      if let reason = NightlyCommand.refusal(of: word) { throw place.problem(reason) }
    }
    return Resolved(words, origin(value))
  }
}
