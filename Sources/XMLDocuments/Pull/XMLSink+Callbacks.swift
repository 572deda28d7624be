import CLibXML2

extension XMLSink {
  /// The callbacks of libxml2 that fill a sink, which is their user data.
  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      sink, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes in
      guard let local else { return }
      XMLSink.from(sink)?.pointee.start(
        local, prefix, uri,
        namespaces: UnsafeMutableBufferPointer(start: namespaces, count: Int(namespaceCount) * 2),
        attributes: attributes, count: Int(count), defaulted: Int(defaulted))
    }
    handler.endElementNs = { sink, _, _, _ in XMLSink.from(sink)?.pointee.end() }
    handler.characters = { sink, text, count in
      guard let text, count > 0 else { return }
      XMLSink.from(sink)?.pointee.text(text, Int(count))
    }
    // The same function, by which libxml2 sees that it need not tell blanks apart.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = { sink, text, count in
      guard let text else { return }
      XMLSink.from(sink)?.pointee.section(text, Int(count))
    }
    handler.comment = { sink, _ in XMLSink.from(sink)?.pointee.pass() }
    handler.processingInstruction = { sink, _, _ in XMLSink.from(sink)?.pointee.pass() }
    handler.getEntity = { sink, name in
      guard let name else { return nil }
      return XMLSink.from(sink)?.pointee.entity(name)
    }
    handler.getParameterEntity = { sink, _ in
      XMLSink.from(sink)?.pointee.entities.noParameterEntity()
    }
    handler.entityDecl = { sink, name, kind, _, _, content in
      guard let name else { return }
      XMLSink.from(sink)?.pointee.declareEntity(name, kind: kind, content: content)
    }
    handler.unparsedEntityDecl = { sink, name, _, _, _ in
      guard let name else { return }
      XMLSink.from(sink)?.pointee.entities.declare(String(cString: name), text: nil)
    }
    handler.attributeDecl = { sink, element, name, type, _, value, choices in
      if let choices { xmlFreeEnumeration(choices) }
      guard let element, let name else { return }
      XMLSink.from(sink)?.pointee.declareAttribute(element, name, type: type, value: value)
    }
    handler.serror = { sink, error in
      guard let error else { return }
      XMLSink.from(sink)?.pointee.note(error.pointee)
    }
    return handler
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLSink>? {
    data?.assumingMemoryBound(to: XMLSink.self)
  }

  // MARK: - Entities

  /// What libxml2 is to put in place of a reference.
  private mutating func entity(_ name: InternedName) -> UnsafeMutablePointer<xmlEntity>? {
    guard failure == nil || !isInPlace, let state = context?.pointee.instate else { return nil }
    // In the document type nothing is replaced, and libxml2 asks only to keep a spelling.
    switch state {
    case XML_PARSER_DTD, XML_PARSER_ENTITY_DECL, XML_PARSER_ENTITY_VALUE: return nil
    default: break
    }
    switch entities.resolve(name) {
    case .text: break
    case .unknown: repair(.unknownEntity, name)
    case .external: repair(.externalEntity, name)
    case .refused: refuse(Self.reference(name), line: line, at: offset)
    }
    return entities.shown(inAttribute: state == XML_PARSER_ATTRIBUTE_VALUE)
  }

  /// Stops at what would add more than a record, or the whole document, may add.
  mutating func refuse(_ what: String, line: Int, at offset: Int) {
    fail(
      entities.isDocumentSpent
        ? .documentExpansion(line: line, limit: limits.documentExpansion)
        : .expansion(line: line, entity: what), at: offset)
  }

  private static func reference(_ name: InternedName) -> String {
    "&\(String(String(cString: name).prefix(64)));"
  }

  /// Repairs that are kept until somebody takes them; more are counted only.
  private static let repairsKept = 1000

  private mutating func repair(_ kind: XMLRepair.Kind, _ name: InternedName) {
    repairCount += 1
    guard repairs.count < Self.repairsKept else { return }
    // The parser stands behind the reference.
    var length = 2
    while name[length - 2] != 0 { length += 1 }
    repairs.append(
      XMLRepair(
        kind: kind, text: Self.reference(name), line: line, byteOffset: max(offset - length, 0)))
  }

  private mutating func declareEntity(
    _ name: InternedName, kind: Int32, content: UnsafeMutablePointer<xmlChar>?
  ) {
    switch xmlEntityType(rawValue: UInt32(bitPattern: kind)) {
    case XML_INTERNAL_GENERAL_ENTITY:
      let text = content.map { Array(String(cString: $0).utf8) } ?? []
      entities.declare(String(cString: name), text: text)
    case XML_EXTERNAL_GENERAL_PARSED_ENTITY, XML_EXTERNAL_GENERAL_UNPARSED_ENTITY:
      entities.declare(String(cString: name), text: nil)
    default: break
    }
  }

  /// Keeps a declaration that changes what elements say, for contexts to come.
  private mutating func declareAttribute(
    _ element: InternedName, _ name: InternedName, type: Int32,
    value: UnsafePointer<xmlChar>?
  ) {
    guard !isReopening else { return }
    let isText = type == Int32(bitPattern: XML_ATTRIBUTE_CDATA.rawValue)
    guard value != nil || !isText else { return }
    // Every use of the element compares all default values with one another and gets a copy of each.
    declaredAttributes += 1
    guard declaredAttributes <= limits.defaultAttributes else {
      return fail(.tooManyDefaults(line: self.line, limit: limits.defaultAttributes))
    }
    var line = "<!ATTLIST \(String(cString: element)) \(String(cString: name)) "
    // Of the other types only their white space is different.
    line += isText ? "CDATA " : "NMTOKENS "
    line += value.map { "\"\(XMLMarkup.attribute(String(cString: $0)))\">" } ?? "#IMPLIED>"
    declarations += Array(line.utf8)
  }

  // MARK: - Errors

  /// Turns libxml2's first fatal error into one of ours.
  private mutating func note(_ error: xmlError) {
    guard failure == nil else { return haltInPlace() }
    guard error.level == XML_ERR_FATAL else { return }
    let line = max(Int(error.line), 1) + lineBase
    if isFinishing, !hasRoot || depth > 0 { return fail(.truncated(line: line)) }
    let message = error.message.map { String(cString: $0) } ?? ""
    let reason = message.split(separator: "\n").first.map(String.init) ?? "unknown"
    switch UInt32(bitPattern: error.code) {
    case XML_ERR_UNSUPPORTED_ENCODING.rawValue, XML_ERR_UNKNOWN_ENCODING.rawValue:
      fail(.encoding(line: line, name: reason))
    case XML_ERR_NAME_TOO_LONG.rawValue:
      fail(.tooLong(line: line, limit: limits.nameBytes))
    case XML_ERR_NO_MEMORY.rawValue:
      // libxml2 says so, too, when it has 10,000,000 bytes of names.
      let isNames = context.map { xmlDictGetUsage($0.pointee.dict) > 9_000_000 } ?? false
      fail(isNames ? .tooLong(line: line, limit: limits.names) : .memory)
    case XML_ERR_ENTITY_LOOP.rawValue:
      fail(.expansion(line: line, entity: "in the document type"))
    case XML_ERR_TAG_NAME_MISMATCH.rawValue:
      // The parser is behind the tag by then.
      let place = (context?.pointee.input).map { tagPlace($0) } ?? (offset: offset, line: line)
      fail(.malformed(line: place.line, reason: reason), at: place.offset)
    default: fail(.malformed(line: line, reason: reason))
    }
  }
}
