import CLibXML2

/// Reads XML from start to end with libxml2's push parser, one event at a time, in constant memory.
///
/// The document must be UTF-8, regardless of its declaration. It is passed as a whole, or in pieces
/// by ``feed(_:)``. Nothing outside the document is ever loaded: no external entities, no DTDs,
/// nothing from the network. Declared entities and the entities of HTML are replaced by their text,
/// within limits. An unknown entity stays in the text and is recorded in ``repairs``.
public final class XMLPullReader {
  /// The kinds of events.
  public enum Event: Hashable, Sendable {
    /// The start of an element; an empty element also has an `end`.
    case start
    /// The end of an element.
    case end
    /// Text or a CDATA section; adjacent text may be several events.
    case text
  }

  /// The effective `xml:base` and `xml:lang` of an element.
  private final class Scope {
    let base: String?
    let language: String?

    init(base: String?, language: String?) {
      self.base = base
      self.language = language
    }
  }

  /// An open element.
  private struct OpenElement {
    let namespaces: [(prefix: String, uri: String)]
    var scope: Scope?
  }

  private let parser: XMLPushParser
  private let limits: XMLLimits
  /// The part of a whole document that is not parsed yet; `nil` if the document is fed in pieces.
  private var document: ArraySlice<UInt8>?
  private var hasFinished = false
  // These properties are never accessed while the reader moves, so they need no exclusivity checks.
  @exclusivity(unchecked) private var open: [OpenElement] = []
  /// Whether there is a current event; it has index `cursor - 1`.
  @exclusivity(unchecked) private var isOnEvent = false
  @exclusivity(unchecked) private var cursor = 0
  @exclusivity(unchecked) private var last: (line: Int, byteOffset: Int)

  /// Number of bytes of a whole document that are parsed at once; it is small, so that few events
  /// are buffered.
  private static let slice = 1 << 15

  private init(_ document: ArraySlice<UInt8>?, firstLine: Int, limits: XMLLimits) {
    self.document = document
    self.limits = limits
    last = (firstLine, 0)
    parser = XMLPushParser(limits: limits, firstLine: firstLine)
  }

  /// Creates a reader of a document in memory.
  public convenience init(bytes: [UInt8], limits: XMLLimits = XMLLimits()) {
    self.init(bytes[...], firstLine: 1, limits: limits)
  }

  /// Creates a reader whose document is fed by `feed(_:)`.
  package convenience init(feeding limits: XMLLimits, firstLine: Int = 1) {
    self.init(nil, firstLine: firstLine, limits: limits)
  }

  // MARK: - Moving

  /// Moves to the next event.
  ///
  /// - Returns: The event; `nil` after the last event of the document, and after the last event of
  ///   the bytes fed so far.
  /// - Throws: The first error of the document, after all events before it were returned.
  public func next() throws(XMLError) -> Event? {
    if isOnEvent, parser.buffer.events[cursor - 1].kind == .end { open.removeLast() }
    while cursor == parser.buffer.events.count {
      isOnEvent = false
      if let failure = parser.failure { throw failure.error }
      cursor = 0
      parser.removeEvents()
      guard feedDocument() else { return nil }
    }
    cursor += 1
    isOnEvent = true
    last = (parser.buffer.events[cursor - 1].line, parser.buffer.events[cursor - 1].byteOffset)
    let kind = parser.buffer.events[cursor - 1].kind
    if kind == .start { enter() }
    return kind
  }

  private func enter() {
    let (namespaces, attributes) = current({ ($0.namespaces, $0.attributes) }, else: (0..<0, 0..<0))
    var element = OpenElement(
      namespaces: namespaces.isEmpty ? [] : Array(parser.buffer.namespaces[namespaces]),
      scope: open.last?.scope)
    for index in attributes where parser.buffer.attributes[index].name.prefix == "xml" {
      let attribute = parser.buffer.attributes[index]
      let (base, language) = (element.scope?.base, element.scope?.language)
      switch attribute.name.local {
      case "base":
        let resolved = base.map { XMLReference.resolve(attribute.value, against: $0) }
        element.scope = Scope(base: resolved ?? attribute.value, language: language)
      case "lang": element.scope = Scope(base: base, language: attribute.value)
      default: break
      }
    }
    open.append(element)
  }

  /// Parses the next piece of a whole document.
  ///
  /// - Returns: `false` if there is no further piece.
  private func feedDocument() -> Bool {
    guard let document, !hasFinished else { return false }
    if document.isEmpty {
      finish()
    } else {
      feed(document.prefix(Self.slice))
      self.document = document.dropFirst(Self.slice)
    }
    return true
  }

  /// Parses more UTF-8 of the document; ``next()`` returns its events.
  package func feed(_ bytes: ArraySlice<UInt8>) {
    if cursor == parser.buffer.events.count, parser.isOvergrown, open.count == parser.depth {
      parser.forgetNames(inside: openTags())
      (isOnEvent, cursor) = (false, 0)
    }
    parser.feed(bytes)
  }

  /// Ends the document.
  package func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    parser.finish()
  }

  // MARK: - The event

  /// A value of the current event, or a default if there is no current event.
  private func current<Value>(_ value: (XMLEvent) -> Value, else other: Value) -> Value {
    isOnEvent ? value(parser.buffer.events[cursor - 1]) : other
  }

  /// Number of open elements that contain the event, without the element that starts or ends.
  public var depth: Int { current({ $0.depth }, else: open.count) }

  /// The name of the element that starts or ends; empty for text.
  public var name: XMLName { parser.names[nameNumber] }

  /// A number that identifies ``name`` until ``namesGeneration`` changes; -1 for text.
  ///
  /// Numbers are faster to compare than names.
  package var nameNumber: Int { current({ $0.name }, else: -1) }

  /// A number that grows when names are removed and numbered anew.
  ///
  /// This happens only in `feed(_:)` and `resume(depth:line:byteOffset:)`.
  package var namesGeneration: Int { parser.names.generation }

  /// Number of names that are stored now.
  package var namesRemembered: Int { parser.names.count }

  /// The line of the event, from 1.
  public var line: Int { last.line }

  /// Byte offset in the document at which the event starts, from 0.
  public var byteOffset: Int { last.byteOffset }

  /// Byte offset of the error in the document; the offset of the current event if there is no
  /// error.
  public var errorOffset: Int { parser.failure?.byteOffset ?? last.byteOffset }

  /// The repairs since `removeRepairs()`, at most the first 1000.
  public var repairs: [XMLRepair] { parser.repairs }

  /// Returns the repairs since the last call, at most 1000, and removes them.
  package func removeRepairs() -> [XMLRepair] { parser.removeRepairs() }

  /// The base URI at the current event, from `xml:base`; `nil` if there is none.
  public var base: String? { open.last?.scope?.base }

  /// The language at the current event, from `xml:lang`; `nil` if there is none.
  public var language: String? { open.last?.scope?.language }

  /// The text of a text event; empty for other events.
  ///
  /// - Throws: `XMLError.tooLong` if the run of text exceeds its limit.
  public func text() throws(XMLError) -> String {
    guard current({ $0.kind == .text }, else: false) else { return "" }
    try checkLimit()
    return String(decoding: parser.buffer.texts[current({ $0.text }, else: 0..<0)], as: UTF8.self)
  }

  /// The attributes of the element that starts, without namespace declarations.
  ///
  /// - Throws: `XMLError.tooLong` if their number or the length of a value exceeds a limit.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    guard current({ $0.kind == .start }, else: false) else { return [] }
    try checkLimit()
    return Array(parser.buffer.attributes[current({ $0.attributes }, else: 0..<0)])
  }

  /// Throws if the attributes or text of the event exceed a limit.
  package func checkLimit() throws(XMLError) {
    if let limit = current({ $0.exceeded }, else: nil) {
      throw .tooLong(line: last.line, limit: limit)
    }
  }

  /// The value of the first attribute with the given local name, for an element that has just
  /// started; `nil` if there is none.
  package func attribute(_ local: String) -> String? {
    let range = current({ $0.attributes }, else: 0..<0)
    return parser.buffer.attributes[range].first { $0.name.local == local }?.value
  }

  // MARK: - Resuming and skipping

  /// Continues after an error.
  ///
  /// Bytes that were fed but whose events were not pulled are dropped. The bytes that are fed next
  /// are read inside the outermost `depth` open elements, with the namespaces, base and language of
  /// these elements. The entities that the document declares are kept.
  ///
  /// - Parameters:
  ///   - depth: Number of elements that stay open, at most the number of currently open elements.
  ///   - line: The line of the byte that is fed next, from 1.
  ///   - byteOffset: The byte offset in the document of the byte that is fed next.
  /// - Throws: The error of the new parser, if it cannot open these elements.
  package func resume(depth: Int, line: Int, byteOffset: Int) throws(XMLError) {
    open.removeLast(max(open.count - max(depth, 0), 0))
    (isOnEvent, cursor, last) = (false, 0, (line, byteOffset))
    // Elements that the parser has not reached cannot be open.
    guard parser.depth >= open.count else { throw parser.failure?.error ?? .memory }
    parser.restart(inside: openTags(), line: line, byteOffset: byteOffset)
    if let failure = parser.failure { throw failure.error }
  }

  /// Begins a record; the bytes that entities add to it are counted from 0.
  ///
  /// Each record of a long document may use entities, up to the limit of the whole document.
  ///
  /// - Parameter again: Whether the current record is read once more after `resume`. The bytes that
  ///   entities added to it are then not counted twice.
  package func beginRecord(again: Bool = false) { parser.beginRecord(again: again) }

  /// Sets the line and the byte offset of the byte that is fed next, if bytes of the document are
  /// skipped.
  ///
  /// Call it only between elements, after all events are pulled.
  package func jump(line: Int, byteOffset: Int) { parser.move(line: line, byteOffset: byteOffset) }

  /// The prefixes and URIs of the namespaces that open elements declare, as bytes for hashing.
  package var namespacesInScope: [UInt8] {
    var bytes: [UInt8] = []
    for (prefix, uri) in open.flatMap(\.namespaces) {
      bytes += prefix.utf8
      bytes.append(0)
      bytes += uri.utf8
      bytes.append(0)
    }
    return bytes
  }

  /// The start tags of all open elements; they have no attributes except namespace declarations.
  private func openTags() -> [String] {
    zip(open, parser.path).map { element, number in
      let namespaces = element.namespaces.map { prefix, uri in
        " xmlns\(prefix.isEmpty ? "" : ":")\(prefix)=\"\(XMLMarkup.attribute(uri))\""
      }
      return "<\(parser.names[number].qualified)\(namespaces.joined())>"
    }
  }
}

extension XMLPullReader {
  /// Skips the element that has just started, including its end.
  ///
  /// - Throws: Errors of the document.
  public func skipElement() throws(XMLError) {
    let level = depth
    while let event = try next() {
      if event == .end, depth == level { return }
    }
  }

  /// Reads all text inside the element that has just started, including the element's end.
  ///
  /// - Parameter maxBytes: Maximum size of the text, in UTF-8 bytes.
  /// - Throws: `XMLError.tooLong` if the text is larger, and errors of the document.
  public func innerText(maxBytes: Int = .max) throws(XMLError) -> String {
    let level = depth
    var result = ""
    while let event = try next() {
      if event == .end, depth == level { break }
      if event == .text {
        let piece = try text()
        // Usually there is only one piece, which is then not copied.
        if result.isEmpty { result = piece } else { result += piece }
        if result.utf8.count > maxBytes { throw .tooLong(line: line, limit: maxBytes) }
      }
    }
    return result
  }

  /// Reads the content of the element that has just started: its text and, if it contains elements,
  /// its HTML.
  ///
  /// Prefixes are dropped, because the markup will be read as HTML.
  ///
  /// - Parameter maxBytes: Maximum size of the text, and of the markup, in UTF-8 bytes.
  /// - Throws: `XMLError.tooLong` if one of them is larger, and errors of the document.
  public func innerContent(maxBytes: Int = .max) throws(XMLError) -> XMLContent {
    let level = depth
    var plain = ""
    var markup: String?
    while let event = try next() {
      switch event {
      case .end:
        if depth == level { return XMLContent(text: plain, markup: markup) }
        if !Self.voidElements.contains(name.local) { markup? += "</\(name.local)>" }
      case .start:
        var tag = "<\(name.local)"
        for attribute in try attributes() {
          tag += " \(attribute.name.local)=\"\(Self.escaped(attribute.value, quotes: true))\""
        }
        markup = (markup ?? Self.escaped(plain, quotes: false)) + tag + ">"
      case .text:
        let piece = try text()
        if plain.isEmpty { plain = piece } else { plain += piece }
        markup? += Self.escaped(piece, quotes: false)
      }
      if max(plain.utf8.count, markup?.utf8.count ?? 0) > maxBytes {
        throw .tooLong(line: line, limit: maxBytes)
      }
    }
    return XMLContent(text: plain, markup: markup)
  }

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  private static func escaped(_ text: String, quotes: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The content of an element.
public struct XMLContent: Hashable, Sendable {
  /// All text inside the element, with entities decoded.
  public let text: String
  /// The element's content as HTML; `nil` if it contains no elements.
  public let markup: String?

  /// Creates content.
  public init(text: String, markup: String?) {
    self.text = text
    self.markup = markup
  }
}

/// Resolves relative references to resources, such as URLs.
public enum XMLReference {
  /// Resolves a reference against a base URI; returns the reference unchanged if that fails.
  ///
  /// Source: RFC 3986, section 5, implemented by libxml2.
  public static func resolve(_ reference: String, against base: String) -> String {
    guard let resolved = xmlBuildURI(reference, base) else { return reference }
    defer { ch_xml_free(resolved) }
    return String(cString: resolved)
  }
}

/// A buffered event, which the reader has not pulled yet.
struct XMLEvent {
  let kind: XMLPullReader.Event
  /// Number of open elements that contain the event.
  let depth: Int
  /// Line at which the event starts, from 1.
  let line: Int
  let byteOffset: Int
  /// Number of the element's name in the name table, or -1 for text.
  var name = -1
  /// For a start event, the range of its attributes in the buffer's `attributes`.
  var attributes = 0..<0
  /// For a start event, the range of its namespaces in the buffer's `namespaces`.
  var namespaces = 0..<0
  /// For a text event, the range of its bytes in the buffer's `texts`; otherwise empty.
  var text = 0..<0
  /// The limit that the event's attributes or text exceed; `nil` if they exceed none.
  ///
  /// Content beyond the limit is omitted.
  var exceeded: Int?
}

/// The buffered events, with their texts, attributes and namespaces.
struct XMLEventBuffer {
  var events: [XMLEvent] = []
  /// The texts of all events, in UTF-8.
  var texts: [UInt8] = []
  var attributes: [XMLAttribute] = []
  /// The namespaces that all events declare; the prefix is empty for the default namespace.
  var namespaces: [(prefix: String, uri: String)] = []

  mutating func removeAll() {
    events.removeAll(keepingCapacity: events.count <= 1 << 14)
    texts.removeAll(keepingCapacity: texts.count <= 1 << 21)
    attributes.removeAll(keepingCapacity: attributes.count <= 1 << 14)
    namespaces.removeAll()
  }
}

/// Escapes text for markup.
enum XMLMarkup {
  /// Escapes a value for an attribute in double quotes, so that a parser reads the same value.
  static func attribute(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
