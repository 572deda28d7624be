import XMLDocuments

/// What readers of single items share.
final class XMLItemContext {
  let reader: XMLPullReader
  let limits: FeedLimits
  /// Whether HTML becomes plain text.
  let convertsHTML: Bool
  /// What the names in the document mean.
  let elements = FeedElements()

  /// Texts of the record that are in no encoding that anybody says.
  private var undeclaredTexts = 0

  init(reader: XMLPullReader, options: ReadingOptions) {
    self.reader = reader
    limits = options.limits
    convertsHTML = options.convertsHTML
  }

  /// Notes a text whose bytes are not UTF-8.
  func noteUndeclaredEncoding() { undeclaredTexts += 1 }

  /// How many there were since somebody asked last.
  func takeUndeclaredTexts() -> Int {
    defer { undeclaredTexts = 0 }
    return undeclaredTexts
  }

  /// The base that addresses are resolved against here: `xml:base`, where one is in force.
  var base: String? { reader.base?.nonEmpty }

  /// The language in force here by `xml:lang`, as a tag; feeds also write `en_US`.
  var language: String? {
    guard let language = reader.language?.trimmed.nonEmpty else { return nil }
    return language.utf8.contains(UInt8(ascii: "_")) ? language.replacing("_", with: "-") : language
  }

  /// An address, resolved against the base in force.
  func resolved(_ reference: String) -> String {
    Self.resolved(reference, against: base)
  }

  /// An address, resolved against a base where there is one; an empty one stays empty.
  static func resolved(_ reference: String, against base: String?) -> String {
    guard let base, !reference.isEmpty else { return reference }
    return XMLReference.resolve(reference, against: base)
  }

  /// The text of the element that has just started, trimmed.
  func text() throws(XMLError) -> String {
    if let bytes = plainText() { return bytes.trimmedText }
    return try reader.innerText(maxBytes: limits.recordBytes).trimmed
  }

  /// Text that may be HTML, escaped or as elements, of the element that has just started.
  func html() throws(XMLError) -> String? { try content().text?.trimmed.nonEmpty }

  /// What stands in the element that has just started, as it is written.
  func content() throws(XMLError) -> (text: String?, isMarkup: Bool) {
    if let bytes = plainText() { return (bytes.checkedText(0..<bytes.count).nonEmpty, false) }
    let content = try reader.innerContent(maxBytes: limits.recordBytes)
    return ((content.markup ?? content.text).nonEmpty, content.markup != nil)
  }

  /// The date in the element that has just started.
  func date() throws(XMLError) -> FeedDate? {
    if let bytes = plainText() {
      return FeedDate(
        utf8: UnsafeRawBufferPointer(rebasing: bytes[bytes.trimmedRange]), form: .auto)
    }
    return FeedDate(try text())
  }

  /// One line of the element that has just started, which may be HTML.
  func line() throws(XMLError) -> String? { try html().flatMap { line($0).nonEmpty } }

  /// The bytes of the element that has just started, where it is text alone; ends at its end.
  private func plainText() -> UnsafeRawBufferPointer? {
    reader.takePlainText(maxBytes: limits.recordBytes)
  }

  /// One line of a text that may be HTML.
  func line(_ html: String) -> String {
    convertsHTML ? HTMLText.line(html, limits: limits.xml) : html.collapsed
  }

  /// A person: a text such as `me@example.org (Me)`, or elements for name and address.
  func person() throws(XMLError) -> FeedPerson {
    if let bytes = plainText() { return person(written: bytes.trimmedText) }
    let level = reader.depth
    var text = ""
    var person = FeedPerson()
    while let event = try reader.next() {
      if event == .end, reader.depth == level { break }
      if event == .text { text += try reader.text() }
      guard event == .start else { continue }
      switch reader.isNamed("name") ? "name" : reader.name.local.lowercased() {
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
    return written.address != nil ? written : FeedPerson(line(text))
  }

  /// The element that has just started, with all it holds, as a field.
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
}
