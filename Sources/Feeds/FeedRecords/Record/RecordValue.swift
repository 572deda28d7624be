public import StructuredDocuments

/// A value at a path of a record.
public enum RecordValue: Sendable {
  /// A text.
  case text(String)
  /// A number, and its literal as the feed writes it.
  case number(Double, literal: String)
  /// `true` or `false`.
  case boolean(Bool)
  /// An array or an object.
  case structure(JSONValue)

  init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .boolean(let value): self = .boolean(value)
    case .number(let literal): self = .number(value.number ?? .infinity, literal: literal)
    case .string(let text): self = .text(text)
    case .array, .object: self = .structure(value)
    }
  }

  /// Whether the value is an empty text, array or object, or `false`.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .number: false
    case .boolean(let value): !value
    case .structure(let value): value.isEmpty
    }
  }

  /// The value as text; elements of an array are joined by commas.
  ///
  /// It is `nil` for an object, and for an array that contains an object, an array or a null.
  public var text: String? {
    switch self {
    case .text(let text): return text
    case .number(_, let literal): return literal
    case .boolean(let value): return value ? "true" : "false"
    case .structure(let value):
      guard value.kind == .array else { return nil }
      let parts = value.elements.compactMap(\.text)
      return parts.count == value.count ? parts.joined(separator: ", ") : nil
    }
  }

  /// The value as a finite number, or the number that a text contains; otherwise `nil`.
  public var number: Double? {
    let number: Double?
    switch self {
    case .number(let value, _): number = value
    case .text(let text): number = Double(text.trimmed)
    case .boolean, .structure: number = nil
    }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Looks up values by path.
extension FeedRecord {
  /// The value at a path: a property of `FeedRecord`, otherwise a value in `fields`.
  ///
  /// If `content` or `summary` is missing, the other replaces it. A property without a value is
  /// also looked up in `fields`. A missing side of a picture comes from `imageSizes`.
  public func value(at path: RecordPath) -> RecordValue? {
    let own = ownValue(at: path)
    guard imageSizes != nil, let side = path.pictureSide, Self.length(own) == nil else {
      return own
    }
    return tabledSide(side) ?? own
  }

  /// The value at a path, without the sizes in `imageSizes`.
  func ownValue(at path: RecordPath) -> RecordValue? {
    if let word = path.word, let value = value(of: word) { return value }
    if let element = path.element, let text = text(of: element) { return .text(text) }
    return fields.flatMap { path.value(in: $0) }.flatMap(RecordValue.init)
  }

  /// The value at a path as text, or `nil`.
  public func text(at path: RecordPath) -> String? { value(at: path)?.text }

  /// The value at a path as a finite number, or `nil`.
  public func number(at path: RecordPath) -> Double? { value(at: path)?.number }

  /// The value at a path as a date, or `nil`.
  ///
  /// It is a date of the record, a text with a date, or a number of seconds or milliseconds since
  /// 1970.
  public func date(at path: RecordPath) -> FeedDate? {
    if case .field(let field)? = path.word, case .date(let own) = field.value,
      let date = own.get(self)
    {
      return date
    }
    switch value(at: path) {
    case .text(let text): return FeedDate(text)
    case .number(let number, _): return FeedDate(number: number)
    case .boolean, .structure, nil: return nil
    }
  }

  /// Whether the text at a path is the content, or its markup, with elements that a plain text does
  /// not show: `flattensContent`.
  public func isFlattened(at path: RecordPath) -> Bool {
    guard flattensContent, case .field(let field)? = path.word,
      case .text(_, let form) = field.value
    else { return false }
    switch form {
    case .markup: return true
    case .content: return contentText != nil
    // Without a summary, the content replaces it.
    case .summary: return summary == nil && contentText != nil
    case .plain, .trimmed, .line, .author: return false
    }
  }

  /// Number of elements of the array, or members of the object, at a path.
  ///
  /// It is 1 for any other value that is not empty, and 0 without a value.
  public func count(at path: RecordPath) -> Int {
    if case .field(let field)? = path.word {
      if case .tags = field.value, !tags.isEmpty { return tags.count }
      if case .attachments = field.value, !attachments.isEmpty { return attachments.count }
    }
    guard let value = value(at: path), !value.isEmpty else { return 0 }
    if case .structure(let structure) = value { return structure.count }
    return 1
  }

  /// Whether there is a value at a path, and it is not empty.
  public func isPresent(_ path: RecordPath) -> Bool {
    value(at: path).map { !$0.isEmpty } ?? false
  }

  /// How far a path leads in the record.
  public func end(of path: RecordPath) -> RecordPathEnd {
    if value(at: path) != nil { return .there }
    return fields.map { path.end(in: $0) } ?? .absent
  }

  /// The text of an element of `tags` or `attachments`, or `nil` when the list is too short.
  private func text(of element: RecordElement) -> String? {
    switch element {
    case .tag(let index): tags.indices.contains(index) ? tags[index] : nil
    case .attachmentURL(let index):
      attachments.indices.contains(index) ? attachments[index].url : nil
    case .attachmentType(let index):
      attachments.indices.contains(index) ? attachments[index].type : nil
    }
  }

  private func value(of word: RecordWord) -> RecordValue? {
    switch word {
    case .field(let field): text(of: field).map { .text($0) }
    case .imageWidth: image?.width.map { .number($0, literal: plainLiteral($0)) }
    case .imageHeight: image?.height.map { .number($0, literal: plainLiteral($0)) }
    }
  }

  private func text(of field: RecordField) -> String? {
    switch field.value {
    case .text(_, .summary): summary ?? contentText
    case .text(_, .content): contentText ?? summary
    case .text(let text, _): text.get(self)
    case .date(let date): date.get(self)?.description
    case .image: image?.url
    case .tags: tags.isEmpty ? nil : tags.joined(separator: ", ")
    case .attachments:
      attachments.isEmpty ? nil : attachments.map(\.url).joined(separator: ", ")
    case .fields: nil
    }
  }
}

/// The literal of a number, without `.0` for whole numbers.
func plainLiteral(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
}
