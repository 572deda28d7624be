/// What stands at a path of a record.
public enum RecordValue: Sendable {
  /// Text.
  case text(String)
  /// A number, and how it was written.
  case number(Double, literal: String)
  /// `true` or `false`.
  case boolean(Bool)
  /// An array or an object.
  case structure(JSONValue)

  init?(_ value: JSONValue) {
    switch value.kind {
    case .null: return nil
    case .boolean: self = .boolean(value.boolean == true)
    case .number: self = .number(value.number ?? .infinity, literal: value.literal ?? "")
    case .string: self = .text(value.string ?? "")
    case .array, .object: self = .structure(value)
    }
  }

  /// Whether there is nothing to show: empty text, array or object, or `false`.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .number: false
    case .boolean(let value): !value
    case .structure(let value): value.isEmpty
    }
  }

  /// The value as text; `nil` for arrays of anything but texts, and for objects.
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

  /// The value as a finite number; a text that is a number counts.
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

extension FeedRecord {
  /// The value at a path: the record's own words first, then `fields`.
  ///
  /// Of `content` and `summary` the one stands in for the other where it is missing. A path with
  /// one of the own words that is absent is looked up in `fields` too.
  public func value(at path: RecordPath) -> RecordValue? {
    if let word = path.word, let value = value(of: word) { return value }
    if let element = path.element, let text = text(of: element) { return .text(text) }
    return fields.flatMap { path.value(in: $0) }.flatMap(RecordValue.init)
  }

  /// The value at a path as text.
  public func text(at path: RecordPath) -> String? {
    if let word = path.word, !word.isNumber, let text = text(of: word) { return text }
    return value(at: path)?.text
  }

  /// The value at a path as a finite number.
  public func number(at path: RecordPath) -> Double? {
    switch path.word {
    case .imageWidth: if let width = storage.imageWidth { return width }
    case .imageHeight: if let height = storage.imageHeight { return height }
    default: break
    }
    return value(at: path)?.number
  }

  /// Whether the value at a path is there and not empty.
  public func isPresent(_ path: RecordPath) -> Bool {
    value(at: path).map { !$0.isEmpty } ?? false
  }

  /// Where a path ends.
  public func end(of path: RecordPath) -> RecordPathEnd {
    if value(at: path) != nil { return .there }
    return fields.map { path.end(in: $0) } ?? .absent
  }

  /// The text of an element of the record's own lists; `nil` where the list is shorter.
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
    guard word.isNumber else { return text(of: word).map { .text($0) } }
    let number = word == .imageWidth ? storage.imageWidth : storage.imageHeight
    return number.map { .number($0, literal: plainLiteral($0)) }
  }

  /// The text of an own word; `nil` for absent ones and for those that are numbers.
  private func text(of word: RecordWord) -> String? {
    switch word {
    case .id: id
    case .version: version
    case .title: title
    case .summary: summary ?? contentText
    case .content, .contentText: contentText ?? summary
    case .contentHTML: contentHTML
    case .author: author
    case .published: published?.description
    case .updated: updated?.description
    case .url: url
    case .image, .imageURL: image?.url
    case .imageWidth, .imageHeight: nil
    case .tags: tags.isEmpty ? nil : tags.joined(separator: ", ")
    case .attachments:
      attachments.isEmpty ? nil : attachments.map(\.url).joined(separator: ", ")
    case .language: language
    }
  }
}

/// A number without a needless `.0`.
func plainLiteral(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
}
