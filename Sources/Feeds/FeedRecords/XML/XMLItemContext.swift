import StructuredDocuments
import XMLDocuments

/// The state that readers of single items share: the XML reader, the limits, and cached meanings.
final class XMLItemContext {
  let reader: XMLPullReader
  let limits: FeedLimits
  /// Whether HTML becomes plain text.
  let convertsHTML: Bool
  /// The cached meanings of the document's names.
  let elements = FeedElements()

  /// The feed's language, for names of months in its dates; `nil` if it is unknown.
  var feedLanguage: String?
  /// Number of texts of the current record that were read as windows-1252.
  private var undeclaredTexts = 0

  init(reader: XMLPullReader, options: ReadingOptions) {
    self.reader = reader
    limits = options.limits
    convertsHTML = options.convertsHTML
  }

  /// Counts a text whose bytes are not UTF-8.
  func countUndeclaredEncoding() { undeclaredTexts += 1 }

  /// Returns the number of texts that were not UTF-8 since the last call.
  func removeUndeclaredTexts() -> Int {
    defer { undeclaredTexts = 0 }
    return undeclaredTexts
  }

  /// The base URL of relative URLs at this element, from `xml:base`; `nil` without one.
  var base: String? { reader.base?.nonEmpty }

  /// The language at this element from `xml:lang`, in which `_` is replaced by `-`; `nil` without
  /// one.
  var language: String? {
    guard let language = reader.language?.trimmed.nonEmpty else { return nil }
    return language.utf8.contains(UInt8(ascii: "_")) ? language.replacing("_", with: "-") : language
  }

  /// A URL resolved against the base at this element.
  func resolved(_ reference: String) -> String {
    Self.resolved(reference, against: base)
  }

  /// A URL resolved against a base.
  ///
  /// An empty URL is unchanged. Without a base, every URL is unchanged.
  static func resolved(_ reference: String, against base: String?) -> String {
    guard let base, !reference.isEmpty else { return reference }
    return XMLReference.resolve(reference, against: base)
  }

  // MARK: - The content of the element that has just started

  /// Reads the element's text, trimmed.
  func text() throws(XMLError) -> String {
    try reader.innerText(maxBytes: limits.recordBytes).trimmed
  }

  /// Reads the element's content, which may be HTML; `nil` when it is empty.
  ///
  /// The HTML may be escaped, or consist of elements.
  func html() throws(XMLError) -> String? { try content().text?.trimmed.nonEmpty }

  /// Reads the element's content as written.
  ///
  /// - Returns: Its HTML when it contains elements, otherwise its text, or `nil` when it is empty.
  func content() throws(XMLError) -> (text: String?, isMarkup: Bool) {
    let content = try reader.innerContent(maxBytes: limits.recordBytes)
    return ((content.markup ?? content.text).nonEmpty, content.markup != nil)
  }

  /// Reads the element's content, which may be HTML, as one line; `nil` when it shows nothing.
  func line() throws(XMLError) -> String? { try html().flatMap { line($0) } }

  /// A text that may be markup, as one line; `nil` when it shows nothing.
  func line(_ markup: String, in language: MarkupLanguage = .html) -> String? {
    let line = HTMLText.line(markup, in: language, limits: limits).visible
    return convertsHTML || line == nil ? line : markup.collapsed
  }

  /// Reads a person: a text such as `me@example.org (Me)`, or elements for name and address.
  func person() throws(XMLError) -> FeedPerson {
    let level = reader.depth
    var text = ""
    var person = FeedPerson()
    while let event = try reader.next() {
      if event == .end, reader.depth == level { break }
      if event == .text { text += try reader.text() }
      guard event == .start else { continue }
      switch reader.name.local.lowercased() {
      case "name": person.name = try self.text().collapsed.nonEmpty ?? person.name
      case "email": person.address = try self.text().nonEmpty ?? person.address
      case "uri", "url", "homepage": try reader.skipElement()
      default: text += try reader.innerText(maxBytes: limits.recordBytes)
      }
      if text.utf8.count > limits.recordBytes {
        throw .tooLong(line: reader.line, limit: limits.recordBytes)
      }
    }
    if person.name != nil || person.address != nil { return person }
    return self.person(written: text)
  }

  private func person(written text: String) -> FeedPerson {
    // As HTML, <me@example.org> would be a tag.
    let written = FeedPerson(text.collapsed)
    let isMarkup = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    return written.address != nil || !isMarkup ? written : FeedPerson(line(text) ?? "")
  }

  func field() throws(XMLError) -> JSONValue {
    let level = reader.depth
    var fields = XMLFields()
    for attribute in try reader.attributes() {
      fields.add("@\(attribute.name.local)", attribute.value)
    }
    var text = ""
    while let event = try reader.next() {
      switch event {
      case .text: text += try reader.text()
      case .end where reader.depth == level: return fields.finish(text: text.trimmed)
      case .end: continue
      case .start:
        let name = elements.field(reader)
        fields.add(name, try field())
      }
      if text.utf8.count > limits.recordBytes {
        throw .tooLong(line: reader.line, limit: limits.recordBytes)
      }
    }
    return fields.finish(text: text.trimmed)
  }

  // MARK: - The attributes of the element, which are lost once its content is read

  /// The trimmed value of the element's first attribute with a local name; `nil` when it is empty.
  func attribute(_ local: String) -> String? { reader.attribute(local)?.trimmed.nonEmpty }

  /// The value of the element's first attribute with a local name, in lower case, or `nil`.
  func lowercased(_ local: String) -> String? { attribute(local)?.lowercased() }

  /// The size in pixels in the element's first attribute with a local name, or `nil`.
  func pixels(_ local: String) -> Double? { attribute(local).flatMap(FeedImage.pixels) }

  /// The URL in the element's first attribute with a local name, resolved against the base, or
  /// `nil`.
  func address(_ local: String) -> String? { attribute(local).map(resolved) }
}

struct FeedPerson {
  var name: String?
  var address: String?

  init() {}

  /// Parses `me@example.org (Me)`, `Me (me@example.org)`, `Me <me@example.org>`, or either part
  /// alone.
  init(_ text: String) {
    if let last = text.utf8.last, last == UInt8(ascii: ")") || last == UInt8(ascii: ">") {
      let inBrackets = last == UInt8(ascii: ")")
      let open = inBrackets ? UInt8(ascii: "(") : UInt8(ascii: "<")
      if let start = text.utf8.firstIndex(of: open) {
        let before = text[..<start].trimmed
        let inside = text[text.index(after: start)...].dropLast().trimmed
        let (name, address) =
          inBrackets && !Self.isAddress(inside) ? (inside, before) : (before, inside)
        if Self.isAddress(address), !name.isEmpty {
          (self.name, self.address) = (name.unquoted, address)
          return
        }
      }
    }
    name = text.nonEmpty
  }

  /// Whether a text is a mail address, rather than markup that contains one.
  private static func isAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "@"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
  }

  /// The name, or without one the mail address.
  var shown: String? { name ?? address }
}

extension String {
  /// The text without the quotation marks that mail programs put around names.
  fileprivate var unquoted: String {
    guard utf8.count > 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}

/// The content of an XML element as members of a JSON object, in order.
///
/// A repeated name has an array of values.
struct XMLFields {
  private var members: [JSONValue.Member] = []
  private var indices: [String: Int] = [:]

  var isEmpty: Bool { members.isEmpty }

  /// The field name of an element: with the usual prefix of its vocabulary, otherwise as written.
  static func name(_ name: XMLName) -> String {
    let vocabulary = XMLVocabulary(name)
    if vocabulary == .other || XMLVocabulary.undeclaredPrefix(name) != nil {
      return name.qualified
    }
    return vocabulary.prefix.map { "\($0):\(name.local)" } ?? name.local
  }

  /// Adds a value; if the name is repeated, its values become an array.
  ///
  /// - Parameter value: Any value except an array.
  mutating func add(_ name: String, _ value: JSONValue) {
    guard let index = indices[name] else {
      indices[name] = members.count
      return members.append(JSONValue.Member(key: name, value: value))
    }
    var values = members[index].value.elements
    if values.isEmpty { values = [members[index].value] }
    // The value is taken out first, so that its array is not copied.
    members[index].value = .null
    values.append(value)
    members[index].value = .array(values)
  }

  mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

  /// The values as an object, or `text` alone when there are no values.
  func finish(text: String = "") -> JSONValue {
    members.isEmpty ? .string(text) : object(text: text)
  }

  /// The values as an object, which may be empty; a nonempty `text` is its member `#text`.
  func object(text: String = "") -> JSONValue {
    let own = JSONValue.Member(key: "#text", value: .string(text))
    return .object(text.isEmpty ? members : members + [own])
  }
}
