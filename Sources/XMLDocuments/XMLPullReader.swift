import CLibXML2

/// Reads XML front to back, one event at a time, in constant memory, over libxml2's text reader.
///
/// Nothing outside the document is ever loaded: no external entities, no DTDs, no network. An
/// entity that the document declares itself is replaced where it is plain text and within limits.
public final class XMLPullReader {
  /// What the reader stands on.
  public enum Event: Hashable, Sendable {
    /// The start of an element; an empty element is followed by its end like any other.
    case start
    /// The end of an element.
    case end
    /// Text or a CDATA section; one text may come in several events.
    case text
  }

  private let reader: xmlTextReaderPtr
  private let input: XMLChunkInput
  private let limits: XMLLimits
  private let firstLine: Int
  private var pendingEnd = false
  private var names: [NameKey: XMLName] = [:]
  private var expanded = 0
  private var entityText: String?
  private var root: String?
  /// Elements open around the event, it not counted.
  public private(set) var depth = 0
  /// The name of the element that starts or ends.
  public private(set) var name = XMLName(namespace: "", local: "", prefix: "")

  private struct NameKey: Hashable {
    let local: UnsafePointer<xmlChar>?
    let namespace: UnsafePointer<xmlChar>?
    let prefix: UnsafePointer<xmlChar>?
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - encoding: Overrides what the document declares, such as `UTF-8`; `nil` to believe it.
  ///   - firstLine: The line number of the first byte.
  ///   - limits: What the document may ask for.
  ///   - chunks: Gives the next bytes of the document at each call, an empty array at its end.
  public init(
    encoding: String? = nil, firstLine: Int = 1, limits: XMLLimits = XMLLimits(),
    chunks: @escaping () -> [UInt8]
  ) throws(XMLError) {
    xmlInitParser()
    input = XMLChunkInput(limit: limits.documentBytes, chunks: chunks)
    self.limits = limits
    self.firstLine = firstLine
    var flags = XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue
    if encoding != nil { flags |= XML_PARSE_IGNORE_ENC.rawValue }
    let options = Int32(bitPattern: flags)
    let reader = xmlReaderForIO(
      { context, buffer, count in XMLChunkInput.from(context)?.fill(buffer, count) ?? -1 },
      { _ in 0 }, Unmanaged.passUnretained(input).toOpaque(), nil, encoding, options)
    guard let reader else { throw .memory }
    self.reader = reader
    xmlTextReaderSetStructuredErrorHandler(
      reader,
      { context, error in
        guard let error else { return }
        XMLChunkInput.from(context)?.note(error.pointee)
      }, Unmanaged.passUnretained(input).toOpaque())
  }

  /// Creates a reader of a document in memory.
  public convenience init(
    bytes: [UInt8], encoding: String? = nil, limits: XMLLimits = XMLLimits()
  ) throws(XMLError) {
    var rest: [UInt8]? = bytes
    try self.init(encoding: encoding, limits: limits) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  deinit { xmlFreeTextReader(reader) }

  /// The line the reader has come to, from 1.
  public var line: Int {
    let line = xmlTextReaderGetParserLineNumber(reader)
    return max(Int(line), 1) + firstLine - 1
  }

  /// Goes to the next event; `nil` after the last.
  public func next() throws(XMLError) -> Event? {
    entityText = nil
    if pendingEnd {
      pendingEnd = false
      return .end
    }
    while true {
      let status = xmlTextReaderRead(reader)
      if status == 0 {
        if let error = failure() { throw error }
        return nil
      }
      if status < 0 { throw failure() ?? .malformed(line: line, reason: "unknown") }
      switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
      case XML_READER_TYPE_ELEMENT.rawValue:
        depth = Int(xmlTextReaderDepth(reader))
        if depth >= limits.depth { throw .tooDeep(line: line, limit: limits.depth) }
        name = currentName()
        root = root ?? name.qualified
        pendingEnd = xmlTextReaderIsEmptyElement(reader) == 1
        return .start
      case XML_READER_TYPE_END_ELEMENT.rawValue:
        depth = Int(xmlTextReaderDepth(reader))
        name = currentName()
        return .end
      case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
        XML_READER_TYPE_WHITESPACE.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
        depth = Int(xmlTextReaderDepth(reader))
        return .text
      case XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
        depth = Int(xmlTextReaderDepth(reader))
        entityText = try expandEntity()
        return .text
      default:
        continue
      }
    }
  }

  /// The text of a text event; empty for others.
  public func text() throws(XMLError) -> String {
    if let entityText { return entityText }
    guard let value = xmlTextReaderConstValue(reader) else { return "" }
    let text = String(cString: value)
    if text.utf8.count > limits.textBytes { throw .tooLong(line: line, limit: limits.textBytes) }
    return text
  }

  /// The attributes of the element that starts, without namespace declarations.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    var result: [XMLAttribute] = []
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      if xmlTextReaderIsNamespaceDecl(reader) == 1 { continue }
      if result.count == limits.attributes {
        xmlTextReaderMoveToElement(reader)
        throw .tooLong(line: line, limit: limits.attributes)
      }
      let value = xmlTextReaderConstValue(reader).map { String(cString: $0) } ?? ""
      result.append(XMLAttribute(name: currentName(), value: value))
    }
    xmlTextReaderMoveToElement(reader)
    return result
  }

  /// The base URI in force here by `xml:base`, if any.
  public var base: String? {
    xmlTextReaderConstBaseUri(reader).map { String(cString: $0) }
  }

  /// The language in force here by `xml:lang`, if any.
  public var language: String? {
    xmlTextReaderConstXmlLang(reader).map { String(cString: $0) }
  }

  private func currentName() -> XMLName {
    // libxml2 interns these strings for the life of the reader, so their address names them.
    let key = NameKey(
      local: xmlTextReaderConstLocalName(reader),
      namespace: xmlTextReaderConstNamespaceUri(reader), prefix: xmlTextReaderConstPrefix(reader))
    if let known = names[key] { return known }
    let name = XMLName(
      namespace: key.namespace.map { String(cString: $0) } ?? "",
      local: key.local.map { String(cString: $0) } ?? "",
      prefix: key.prefix.map { String(cString: $0) } ?? "")
    names[key] = name
    return name
  }

  /// The text of the entity that the reader stands on: one that the document declares itself, and
  /// whose replacement is plain text.
  private func expandEntity() throws(XMLError) -> String {
    let name = xmlTextReaderConstName(reader).map { String(cString: $0) } ?? "?"
    guard let node = xmlTextReaderCurrentNode(reader), let document = node.pointee.doc,
      let entity = xmlGetDocEntity(document, name),
      entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY,
      let content = entity.pointee.content
    else { return "" }
    let text = String(cString: content)
    expanded += text.utf8.count
    guard expanded <= limits.expansion, !text.utf8.contains(UInt8(ascii: "&")) else {
      throw .expansion(line: line, entity: "&\(name);")
    }
    return text
  }

  private func failure() -> XMLError? {
    if input.exceeded { return .tooLarge(limit: limits.documentBytes) }
    guard let error = input.error else { return nil }
    let line = max(error.line, 1) + firstLine - 1
    // An error at the very end means that something is missing there.
    if input.ended, xmlTextReaderByteConsumed(reader) >= input.total {
      return .truncated(line: line)
    }
    switch error.code {
    case XML_ERR_TAG_NOT_FINISHED.rawValue, XML_ERR_CDATA_NOT_FINISHED.rawValue:
      return .truncated(line: line)
    case XML_ERR_ENTITY_LOOP.rawValue:
      return .expansion(line: line, entity: "in the document type")
    case XML_ERR_UNSUPPORTED_ENCODING.rawValue, XML_ERR_UNKNOWN_ENCODING.rawValue:
      return .encoding(line: line, name: error.message)
    default:
      if error.message.contains("Excessive depth") {
        return .tooDeep(line: line, limit: limits.depth)
      }
      // Cut in a tag, libxml2 speaks of what it expected there, or of content after the end.
      if input.ended, line >= self.line, let root, !input.closes(root) {
        return .truncated(line: line)
      }
      return .malformed(line: line, reason: error.message)
    }
  }
}
