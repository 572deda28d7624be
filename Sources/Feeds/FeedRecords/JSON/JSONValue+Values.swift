import StructuredDocuments

/// Converts values of records to texts, numbers, dates and pictures.
///
/// A value may be wrapped in an object or an array, as an API or an XML element has it where a feed
/// has a plain value.
extension JSONValue {
  /// Maximum number of objects and arrays around a value.
  private static let wrappers = 3

  /// The keys of an object's member that has the text of a field, the first of which is used.
  private static func keys(of form: RecordField.TextForm) -> [String] {
    switch form {
    case .trimmed: ["#text", "$oid", "url", "href", "@href", "value", "id"]
    case .author:
      [
        "name", "display_name", "displayName", "full_name", "screen_name", "username", "login",
        "#text", "value", "text", "title", "email",
      ]
    case .plain, .line, .content, .summary, .markup:
      ["#text", "value", "rendered", "text", "content", "html", "name", "title"]
    }
  }

  /// The text of a field, or `nil` if the value has none.
  ///
  /// Of an array, the elements of a content are lines, and the names of authors are separated by
  /// commas; of other fields the first element with a text is used.
  func text(_ form: RecordField.TextForm) -> String? {
    let texts = texts(Self.keys(of: form), depth: 0)
    switch form {
    case .trimmed: return texts.lazy.compactMap { $0.trimmed.nonEmpty }.first
    case .line: return texts.lazy.compactMap { $0.collapsed.nonEmpty }.first
    case .plain: return texts.first
    case .author:
      let names = texts.compactMap { $0.collapsed.nonEmpty }
      return names.isEmpty ? nil : names.joined(separator: ", ")
    case .content, .summary, .markup:
      return texts.count > 1 ? texts.joined(separator: "\n") : texts.first
    }
  }

  private func texts(_ keys: [String], depth: Int) -> [String] {
    switch self {
    case .string, .number: return text?.nonEmpty.map { [$0] } ?? []
    case .boolean: return depth == 0 ? text.map { [$0] } ?? [] : []
    case .null: return []
    case .array(let elements):
      guard depth < Self.wrappers else { return [] }
      return elements.flatMap { $0.texts(keys, depth: depth + 1) }
    case .object:
      guard depth < Self.wrappers else { return [] }
      for key in keys {
        if let values = self[key]?.texts(keys, depth: depth + 1), !values.isEmpty { return values }
      }
      return []
    }
  }

  /// A finite number, or the number that a string contains; otherwise `nil`.
  var numeric: Double? {
    let value = string.flatMap { Double($0.trimmed) } ?? number
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The date in a string, a number, or an object or array that wraps one of them; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - form: How the date is written.
  ///   - language: The tag of the language of its words, or `nil` if it is unknown.
  func date(_ form: FeedDateForm = .auto, language: String? = nil) -> FeedDate? {
    switch self {
    case .string(let text): return FeedDate(text, form: form, language: language)
    case .number: return number.flatMap { FeedDate(number: $0, form: form) }
    case .object:
      let inner = self["#text"] ?? self["$date"] ?? self["value"] ?? self["date"]
      return inner.flatMap { $0.kind == .object ? nil : $0.date(form, language: language) }
    case .array(let elements):
      return elements.first.flatMap {
        $0.kind == .array ? nil : $0.date(form, language: language)
      }
    case .null, .boolean: return nil
    }
  }

  /// The value as written, for messages.
  var written: String {
    if let text { return text }
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
