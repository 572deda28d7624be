import CLibXML2

/// Parses UTF-8 that is fed piece by piece, and keeps the events until a reader pulls them.
///
/// It uses libxml2's push parser. It can be restarted in the middle of a document, inside the
/// elements that are open there. Positions in `fed`, `passed` and `sectionEnd` are byte offsets as
/// libxml2 counts them: from the first byte fed to its current context.
final class XMLPushParser {
  // libxml2's callbacks never nest, so the properties need no exclusivity checks.
  private let limits: XMLLimits
  @exclusivity(unchecked) private var context: xmlParserCtxtPtr?
  /// The events that the reader has not pulled yet.
  @exclusivity(unchecked) private(set) var buffer = XMLEventBuffer()
  @exclusivity(unchecked) private(set) var names = XMLNameTable()
  @exclusivity(unchecked) private(set) var repairs: [XMLRepair] = []
  /// The first error and its byte offset in the document; events before it are still delivered.
  @exclusivity(unchecked) private(set) var failure: (error: XMLError, byteOffset: Int)?

  @exclusivity(unchecked) private var entities: XMLEntityTable
  @exclusivity(unchecked) private var attributeGuard: XMLAttributeGuard
  @exclusivity(unchecked) private var defaults = XMLAttributeDefaults()
  /// The numbers of the open elements' names, from the root.
  @exclusivity(unchecked) private(set) var path: [Int] = []
  @exclusivity(unchecked) private var hasRoot = false
  @exclusivity(unchecked) private var total = 0
  /// The difference between byte offsets in the document and libxml2's byte offsets.
  @exclusivity(unchecked) private var offsetBase = 0
  @exclusivity(unchecked) private var lineBase: Int
  @exclusivity(unchecked) private var fed = XMLFedBytes()
  /// The offset and line, as libxml2 counts them, up to which all bytes were reported.
  @exclusivity(unchecked) private var passed = (offset: 0, line: 1)
  /// The offset after the last piece of an open CDATA section; negative outside of sections.
  @exclusivity(unchecked) private var sectionEnd = -1
  @exclusivity(unchecked) private var endsInReturn = false
  /// Number of bytes of the current run of text.
  @exclusivity(unchecked) private var runBytes = 0
  /// Whether a new context is reading the start tags of elements that were already open.
  @exclusivity(unchecked) private var isReopening = false
  @exclusivity(unchecked) private var isFinishing = false

  /// Maximum number of bytes passed to libxml2 at once; libxml2's own limit is 10,000,000.
  private static let slice = 1 << 19
  /// Multiple of `XMLLimits.names` at which parsing fails, if names cannot be removed before.
  private static let patience = 16
  /// Maximum number of repairs that are stored until they are taken.
  private static let repairsKept = 1000
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(limits: XMLLimits, firstLine: Int) {
    self.limits = limits
    lineBase = firstLine - 1
    entities = XMLEntityTable(limits: limits)
    attributeGuard = XMLAttributeGuard(limit: limits.comparedAttributes)
    xmlInitParser()
    create()
  }

  deinit { free() }

  private func create() {
    var handler = Self.handler()
    let owner = Unmanaged.passUnretained(self).toOpaque()
    context = xmlCreatePushParserCtxt(&handler, owner, nil, 0, nil)
    guard let context else { return fail(.memory) }
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(bitPattern: options))
    (fed, passed, sectionEnd, runBytes) = (XMLFedBytes(), (0, 1), -1, 0)
  }

  private func free() {
    // This also frees the document in which libxml2 keeps declarations.
    xmlCtxtReset(context)
    xmlFreeParserCtxt(context)
    context = nil
  }

  // MARK: - Positions

  /// libxml2's byte offset in its current context.
  private var offset: Int { context.map { ch_xml_place($0) } ?? 0 }
  private var contextLine: Int { Int(xmlSAX2GetLineNumber(context)) }

  /// The parser's line in the document, from 1.
  var line: Int { contextLine + lineBase }
  /// The parser's byte offset in the document.
  var byteOffset: Int { offset + offsetBase }
  /// Number of open elements.
  var depth: Int { path.count }

  /// The bytes that were fed but that libxml2 has not parsed, because it needs more bytes.
  private var waiting: ArraySlice<UInt8> { fed[offset..<fed.end] }

  /// Sets the line and the byte offset in the document of the byte that is fed next.
  func move(line: Int, byteOffset: Int) {
    lineBase = line - contextLine - waiting.count { $0 == 0x0A }
    offsetBase = byteOffset - fed.end
  }

  /// The line and byte offset in the document of the `<` of the tag that libxml2 has just read.
  private func tagLocation() -> (line: Int, byteOffset: Int) {
    // Usually the tag is everything that was not reported yet. A declaration is never reported.
    if depth > 0, fed[passed.offset..<passed.offset + 1].first == UInt8(ascii: "<") {
      return (passed.line + lineBase, passed.offset + offsetBase)
    }
    let offset = offset
    let tag = fed.tag(before: offset)
    return (line - tag.lines, offset + offsetBase - tag.count)
  }

  /// Records that everything up to libxml2's offset plus `more` bytes was reported.
  private func pass(_ more: Int = 0) { passed = (offset + more, contextLine) }

  // MARK: - Feeding

  /// Parses the next bytes.
  func feed(_ bytes: ArraySlice<UInt8>) {
    guard failure == nil, let first = bytes.first else { return }
    total += bytes.count
    if total > limits.documentBytes { return fail(.tooLarge(limit: limits.documentBytes)) }
    guard attributeGuard.allows(bytes) else {
      return fail(.tooLong(line: line, limit: limits.comparedAttributes))
    }
    // If there is a byte order mark, libxml2 does not guess the encoding.
    if fed.end == 0, first != Self.mark[0] { beginWithMark() }
    var rest = bytes
    while !rest.isEmpty, failure == nil {
      let piece = rest.prefix(Self.slice)
      rest = rest.dropFirst(piece.count)
      if names.count > Self.patience * limits.names {
        return fail(.tooLong(line: line, limit: limits.names))
      }
      parse(piece)
    }
  }

  private func beginWithMark() {
    offsetBase -= Self.mark.count
    parse(Self.mark[...])
  }

  private func parse(_ bytes: ArraySlice<UInt8>) {
    fed.append(bytes, keeping: passed.offset)
    _ = bytes.withUnsafeBytes {
      xmlParseChunk(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, Int32($0.count), 0)
    }
    guard failure == nil else { return }
    let end = offset
    if fed.has("<![CDATA[".utf8, before: end) {
      // No part of the section was reported yet, so its start counts as the position.
      passed = (end - 9, contextLine)
      (sectionEnd, endsInReturn) = (end, false)
    } else {
      pass()
    }
    checkWaiting(end)
  }

  /// Ends the document.
  func finish() {
    guard failure == nil else { return }
    isFinishing = true
    xmlParseChunk(context, nil, 0, 1)
    isFinishing = false
  }

  /// Fails if the bytes that libxml2 holds back exceed a limit, or if they cannot become an entity
  /// reference.
  private func checkWaiting(_ offset: Int) {
    let waiting = waiting
    let isInSection = sectionEnd == offset
    let limit = isInSection ? min(limits.textBytes, 9_000_000) : limits.markupBytes
    if waiting.count > limit { return fail(.tooLong(line: line, limit: limit)) }
    // libxml2 would wait for a `;` until the end of the document.
    guard !isInSection, depth > 0, waiting.first == UInt8(ascii: "&") else { return }
    let length = XMLFedBytes.reference(waiting).count
    if length > limits.nameBytes {
      fail(.tooLong(line: line, limit: limits.nameBytes))
    } else if length < waiting.count {
      fail(.malformed(line: line, reason: "an & that starts no entity; write &amp;"))
    }
  }

  /// Removes the buffered events; the reader must have pulled all of them.
  func removeEvents() { buffer.removeAll() }

  /// Returns the repairs since the last call and removes them.
  func removeRepairs() -> [XMLRepair] {
    defer { repairs.removeAll() }
    return repairs
  }

  /// Begins to count the bytes that entities add to a record.
  ///
  /// - Parameter again: Whether the current record is read once more.
  func beginRecord(again: Bool) {
    if again { entities.forgetCharges() } else { entities.settleCharges() }
  }

  // MARK: - Restarting

  /// Whether more names are stored than allowed, and they can be removed at this point.
  var isOvergrown: Bool {
    (names.count > limits.names || names.bytes > limits.names << 10)
      && depth > 0 && failure == nil && sectionEnd != offset
  }

  /// Continues after an error in a new context; bytes that were not reported are dropped.
  ///
  /// - Parameters:
  ///   - tags: The start tags of the elements that are open.
  ///   - line: The line of the byte that is fed next, from 1.
  ///   - byteOffset: The byte offset in the document of the byte that is fed next.
  func restart(inside tags: [String], line: Int, byteOffset: Int) {
    attributeGuard = XMLAttributeGuard(limit: limits.comparedAttributes)
    reopen(tags, line: line, byteOffset: byteOffset)
  }

  /// Removes all names: continues in a new context inside the open elements.
  func forgetNames(inside tags: [String]) {
    let waiting = waiting
    reopen(tags, line: line, byteOffset: byteOffset)
    if failure == nil { parse(waiting) }
  }

  private func reopen(_ tags: [String], line: Int, byteOffset: Int) {
    free()
    names.removeAll()
    (path, failure) = ([], nil)
    create()
    if !tags.isEmpty {
      isReopening = true
      beginWithMark()
      let types = defaults.count == 0 ? "" : "<!DOCTYPE x [\(defaults.declarations)]>"
      parse(ArraySlice((types + tags.joined()).utf8))
      isReopening = false
    }
    removeEvents()
    guard depth == tags.count, failure == nil else { return fail(.memory) }
    move(line: line, byteOffset: byteOffset)
  }

  // MARK: - Failing

  private func fail(_ error: XMLError, at offset: Int? = nil) {
    if failure == nil { failure = (error, offset ?? byteOffset) }
  }

  /// Fails because a reference or default attributes would exceed the limit of the record or of the
  /// document.
  private func refuse(_ what: String, line: Int, at offset: Int) {
    fail(
      entities.isDocumentSpent
        ? .documentExpansion(line: line, limit: limits.documentExpansion)
        : .expansion(line: line, entity: what), at: offset)
  }

  /// Fails with libxml2's first fatal error, converted to an `XMLError`.
  private func record(_ error: xmlError) {
    guard failure == nil, error.level == XML_ERR_FATAL else { return }
    let line = max(Int(error.line), 1) + lineBase
    if isFinishing, !hasRoot || depth > 0 { return fail(.truncated(line: line)) }
    // In this case the parser is already past the tag that does not match.
    let isBehind = UInt32(bitPattern: error.code) == XML_ERR_TAG_NAME_MISMATCH.rawValue
    let location = isBehind ? tagLocation() : (line: line, byteOffset: byteOffset)
    fail(
      XMLError(error, line: location.line, limits: limits, nameBytes: names.bytes),
      at: location.byteOffset)
  }

  // MARK: - Reports of libxml2

  private typealias Text = UnsafePointer<xmlChar>

  private static func parser(_ data: UnsafeMutableRawPointer?) -> XMLPushParser? {
    data.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      parser, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes in
      guard let local else { return }
      XMLPushParser.parser(parser)?.start(
        local, prefix, uri,
        namespaces: array(namespaces, 2 * namespaceCount), attributes: array(attributes, 5 * count),
        defaulted: Int(defaulted))
    }
    handler.endElementNs = { parser, _, _, _ in XMLPushParser.parser(parser)?.end() }
    handler.characters = { parser, text, count in
      XMLPushParser.parser(parser)?.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    // It is the same function, so that libxml2 reports blanks like other text.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = { parser, text, count in
      XMLPushParser.parser(parser)?.section(array(text, count))
    }
    handler.comment = { parser, _ in XMLPushParser.parser(parser)?.pass() }
    handler.processingInstruction = { parser, target, _ in
      XMLPushParser.parser(parser)?.instruction(target)
    }
    handler.getEntity = { parser, name in name.flatMap { XMLPushParser.parser(parser)?.entity($0) }
    }
    handler.getParameterEntity = { parser, _ in
      XMLPushParser.parser(parser)?.entities.noParameterEntity()
    }
    handler.entityDecl = { parser, name, kind, _, _, content in
      guard let name else { return }
      XMLPushParser.parser(parser)?.entities.declare(name, kind: kind, content: content)
    }
    handler.unparsedEntityDecl = { parser, name, _, _, _ in
      guard let name else { return }
      XMLPushParser.parser(parser)?.entities.declare(
        name, kind: Int32(XML_EXTERNAL_GENERAL_UNPARSED_ENTITY.rawValue), content: nil)
    }
    handler.attributeDecl = { parser, element, name, type, _, value, choices in
      if let choices { xmlFreeEnumeration(choices) }
      guard let element, let name else { return }
      XMLPushParser.parser(parser)?.declareAttribute(element, name, type: type, value: value)
    }
    handler.serror = { parser, error in
      guard let error else { return }
      XMLPushParser.parser(parser)?.record(error.pointee)
    }
    return handler
  }

  private func start(
    _ local: Text, _ prefix: Text?, _ uri: Text?, namespaces declared: [Text?],
    attributes list: [Text?], defaulted: Int
  ) {
    guard failure == nil else { return }
    let location = isReopening ? (line, byteOffset) : tagLocation()
    guard depth < limits.depth else {
      return fail(.tooDeep(line: location.line, limit: limits.depth), at: location.byteOffset)
    }
    hasRoot = true
    var event = XMLEvent(
      kind: .start, depth: depth, line: location.line, byteOffset: location.byteOffset,
      name: names.number(local, prefix, uri))
    let first = buffer.namespaces.count
    for pair in stride(from: 0, to: declared.count, by: 2) {
      let parts = declared[pair...].prefix(2).map { $0.map { String(cString: $0) } ?? "" }
      buffer.namespaces.append((parts[0], parts[1]))
    }
    event.namespaces = first..<buffer.namespaces.count
    if !list.isEmpty { add(list, defaulted: defaulted, to: &event) }
    if names.longest > limits.nameBytes {
      fail(.tooLong(line: location.line, limit: limits.nameBytes), at: location.byteOffset)
    }
    guard failure == nil else { return }
    path.append(event.name)
    buffer.events.append(consume event)
    runBytes = 0
    pass(1)
  }

  private func add(_ list: [Text?], defaulted: Int, to event: inout XMLEvent) {
    let count = list.count / 5
    if count > limits.attributes { event.exceeded = limits.attributes }
    let start = buffer.attributes.count
    for index in 0..<min(count, limits.attributes) {
      let first = 5 * index
      guard let local = list[first], let value = list[first + 3], let end = list[first + 4] else {
        continue
      }
      var length = end - value
      if length > limits.attributeBytes {
        event.exceeded = event.exceeded ?? limits.attributeBytes
        length = 0
      }
      // An attribute with an empty value uses memory, too.
      if index >= count - defaulted, !isReopening,
        !entities.charge(length + XMLEntityTable.attributeCost)
      {
        return refuse("of default attributes", line: event.line, at: event.byteOffset)
      }
      let name = names.number(local, list[first + 1], list[first + 2])
      buffer.attributes.append(
        XMLAttribute(
          name: names[name],
          value: String(decoding: UnsafeBufferPointer(start: value, count: length), as: UTF8.self)))
    }
    event.attributes = start..<buffer.attributes.count
  }

  private func end() {
    guard failure == nil, let name = path.popLast() else { return }
    let location = tagLocation()
    buffer.events.append(
      XMLEvent(
        kind: .end, depth: depth, line: location.line, byteOffset: location.byteOffset, name: name))
    runBytes = 0
    pass()
  }

  private func instruction(_ target: Text?) {
    // libxml2 stores the target in the same way as names.
    if let target { names.countBytes(String(cString: target).utf8.count) }
    pass()
  }

  private func text(_ characters: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    append(characters)
    pass()
  }

  private func append(_ characters: some Collection<UInt8>) {
    guard !characters.isEmpty else { return }
    if buffer.events.last?.kind != .text {
      buffer.events.append(
        XMLEvent(
          kind: .text, depth: depth, line: passed.line + lineBase,
          byteOffset: passed.offset + offsetBase, text: buffer.texts.count..<buffer.texts.count))
    }
    let last = buffer.events.count - 1
    runBytes += characters.count
    if runBytes > limits.textBytes {
      buffer.events[last].exceeded = limits.textBytes
    } else {
      buffer.texts.append(contentsOf: characters)
      buffer.events[last].text = buffer.events[last].text.lowerBound..<buffer.texts.count
    }
  }

  /// Reports a CDATA section, or a piece of a section, that starts at libxml2's offset.
  ///
  /// libxml2 does not normalize line ends in CDATA sections when data is pushed, so this function
  /// does. Source: XML 1.0, section 2.11.
  private func section(_ characters: [UInt8]) {
    guard failure == nil else { return }
    let start = offset
    var rest = characters[...]
    // Drops a line feed if the previous piece ended with the carriage return of the pair.
    if start == sectionEnd, endsInReturn, rest.first == 0x0A { rest = rest.dropFirst() }
    while let index = rest.firstIndex(of: 0x0D) {
      append(rest[..<index] + [0x0A])
      rest = rest[(index + 1)...]
      if rest.first == 0x0A { rest = rest.dropFirst() }
    }
    append(rest)
    let end = start + characters.count
    let isEnd = fed[end..<(end + 3)].elementsEqual("]]>".utf8)
    (sectionEnd, endsInReturn) = (isEnd ? -1 : end, characters.last == 0x0D)
    passed = (isEnd ? end + 3 : end, contextLine + characters.count { $0 == 0x0A })
  }

  // MARK: - Declarations and entities

  /// Returns the entity to pass to libxml2 for the reference that ends at libxml2's offset.
  private func entity(_ name: Text) -> UnsafeMutablePointer<xmlEntity>? {
    let offset = offset
    // libxml2 also calls this after a declaration, to keep the name as written.
    guard failure == nil, fed.has(";".utf8, before: offset) else { return nil }
    let word = String(cString: name)
    names.countBytes(word.utf8.count)
    let answer: [UInt8]
    switch entities.resolve(word) {
    case .text(let text): answer = text
    case .unknown:
      repair(.unknownEntity, word)
      answer = Array("&\(word);".utf8)
    case .external:
      repair(.externalEntity, word)
      answer = []
    case .refused:
      refuse(Self.reference(word), line: line, at: byteOffset)
      return nil
    }
    // The bytes that were not reported are text, or they begin with the tag that contains the
    // reference.
    let inAttribute = fed[passed.offset..<offset].contains(UInt8(ascii: "<"))
    return entities.shown(answer, inAttribute: inAttribute)
  }

  private static func reference(_ name: String) -> String { "&\(name.prefix(64));" }

  private func repair(_ kind: XMLRepair.Kind, _ name: String) {
    guard repairs.count < Self.repairsKept else { return }
    // The parser is already past the reference, so its length is subtracted.
    repairs.append(
      XMLRepair(
        kind: kind, text: Self.reference(name), line: line,
        byteOffset: max(byteOffset - name.utf8.count - 2, 0)))
  }

  private func declareAttribute(_ element: Text, _ name: Text, type: Int32, value: Text?) {
    guard !isReopening else { return }
    defaults.declare(element, name, type: type, value: value)
    if defaults.count > limits.defaultAttributes {
      fail(.tooManyDefaults(line: line, limit: limits.defaultAttributes))
    }
  }
}

/// A copy of an array that libxml2 passes to a callback.
private func array<Element>(_ first: UnsafePointer<Element>?, _ count: Int32) -> [Element] {
  Array(UnsafeBufferPointer(start: first, count: Int(count)))
}
