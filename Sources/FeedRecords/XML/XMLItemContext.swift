import XMLDocuments

/// What readers of single items share.
struct XMLItemContext {
  let reader: XMLPullReader
  let limits: FeedLimits
  /// Whether HTML becomes plain text.
  let convertsHTML: Bool

  init(reader: XMLPullReader, options: ReadingOptions) {
    self.reader = reader
    limits = options.limits
    convertsHTML = options.convertsHTML
  }

  /// An address, resolved against `xml:base` where one is in force.
  func resolved(_ reference: String) -> String {
    guard let base = reader.base, !base.isEmpty else { return reference }
    return XMLReference.resolve(reference, against: base)
  }

  /// The text of the element that has just started, trimmed.
  func text() throws(XMLError) -> String {
    try reader.innerText(maxBytes: limits.recordBytes).trimmed
  }

  /// Text that may be HTML, escaped or as elements, of the element that has just started.
  func html() throws(XMLError) -> String {
    let content = try reader.innerContent(maxBytes: limits.recordBytes)
    return (content.markup ?? content.text).trimmed
  }

  /// One line of a text that may be HTML.
  func line(_ html: String) -> String {
    convertsHTML ? HTMLText.line(html, limits: limits.xml) : html.collapsed
  }

  /// The element that has just started, with all it holds, as a field.
  func field(attributes: [XMLAttribute]) throws(XMLError) -> JSONValue {
    let level = reader.depth
    var fields = XMLFields()
    for attribute in attributes { fields.add("@\(attribute.name.local)", attribute.value) }
    var text = ""
    while let event = try reader.next() {
      switch event {
      case .text: text += try reader.text()
      case .end where reader.depth == level: return fields.finish(text: text.trimmed)
      case .end: continue
      case .start:
        let name = XMLFields.name(reader.name)
        fields.add(name, try field(attributes: try reader.attributes()))
      }
      if text.utf8.count > limits.recordBytes {
        throw .tooLong(line: reader.line, limit: limits.recordBytes)
      }
    }
    return fields.finish(text: text.trimmed)
  }
}

/// Named values in order; a name that comes again makes an array.
struct XMLFields {
  private var names: [String] = []
  private var values: [String: [JSONValue]] = [:]

  /// The name of an element as a field: with the usual prefix of its vocabulary, else its own.
  static func name(_ name: XMLName) -> String {
    let vocabulary = XMLVocabulary(name)
    if vocabulary == .other { return name.qualified }
    return vocabulary.prefix.map { "\($0):\(name.local)" } ?? name.local
  }

  mutating func add(_ name: String, _ value: JSONValue) {
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }

  mutating func add(_ name: String, _ text: String) {
    var builder = JSONBuilder()
    builder.string(text)
    add(name, builder.finish())
  }

  /// An object; a text alone where there are no names.
  func finish(text: String = "") -> JSONValue {
    var builder = JSONBuilder()
    if names.isEmpty {
      builder.string(text)
      return builder.finish()
    }
    return object(text: text)
  }

  /// An object, also an empty one.
  func object(text: String = "") -> JSONValue {
    var builder = JSONBuilder()
    builder.beginObject()
    for name in names {
      let all = values[name] ?? []
      builder.key(name)
      if all.count == 1 {
        builder.value(all[0])
      } else {
        builder.beginArray()
        for value in all { builder.value(value) }
        builder.end()
      }
    }
    if !text.isEmpty {
      builder.key("#text")
      builder.string(text)
    }
    builder.end()
    return builder.finish()
  }
}
