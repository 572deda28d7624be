import StructuredDocuments

/// Conversions for readers of records.
extension JSONValue {
  /// The text of a scalar, or of an object that stands for an XML element.
  var content: String? { kind == .object ? self["#text"]?.text : text }

  /// A finite number, or the number that a string contains.
  var numeric: Double? {
    let value = string.flatMap { Double($0.trimmed) } ?? number
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The date that a string, a number, or an object for an XML element stands for; otherwise `nil`.
  ///
  /// - Parameter form: How the date is written.
  func date(_ form: FeedDateForm = .auto) -> FeedDate? {
    switch self {
    case .string(let text): FeedDate(text, form: form)
    case .number: number.flatMap { FeedDate(number: $0, form: form) }
    case .object: self["#text"]?.date(form)
    case .null, .boolean, .array: nil
    }
  }
}
