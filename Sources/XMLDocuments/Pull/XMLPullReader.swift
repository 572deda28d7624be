/// Reads XML front to back, one event at a time, in constant memory, over libxml2's push parser.
///
/// The document is UTF-8, regardless of its declaration, read whole or pushed by ``feed(_:)``.
/// Nothing outside the document is ever loaded: no external entities, no DTDs, no network. Declared
/// entities and those of HTML are replaced by their text within limits. Unknown ones stay and are
/// noted in ``repairs``.
public final class XMLPullReader {
  /// The current event.
  public enum Event: Hashable, Sendable {
    /// The start of an element. An empty element is followed by its end too.
    case start
    /// The end of an element.
    case end
    /// Text or a CDATA section, possibly in several events.
    case text
  }

  /// The `xml:base` and `xml:lang` in force in an element.
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
  /// What was not parsed yet of a document that was handed over whole.
  private var document: ArraySlice<UInt8>?
  private var hasFinished = false
  // These are never read while the reader moves, so they need no checks.
  @exclusivity(unchecked) private var open: [OpenElement] = []
  /// Whether there is a current event, the one before `cursor`.
  @exclusivity(unchecked) private var isOnEvent = false
  @exclusivity(unchecked) private var cursor = 0
  @exclusivity(unchecked) private var last: (line: Int, byteOffset: Int)

  /// Bytes of a whole document that are parsed at once, so that few events wait.
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

  /// Creates a reader that is fed.
  package convenience init(feeding limits: XMLLimits, firstLine: Int = 1) {
    self.init(nil, firstLine: firstLine, limits: limits)
  }

  // MARK: - Moving

  /// Goes to the next event, `nil` after the last, and where bytes are pushed, after what was fed.
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

  /// Parses a piece of a whole document, or `false` where there is none.
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

  /// Parses more of the document, UTF-8, whose events ``next()`` delivers.
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

  /// A value of the current event, or a default without one.
  private func current<Value>(_ value: (XMLEvent) -> Value, else other: Value) -> Value {
    isOnEvent ? value(parser.buffer.events[cursor - 1]) : other
  }

  /// Elements open around the event, it not counted.
  public var depth: Int { current({ $0.depth }, else: open.count) }

  /// The name of the element that starts or ends.
  public var name: XMLName { parser.names[nameNumber] }

  /// A number that identifies ``name`` until ``namesGeneration`` changes, which saves comparing
  /// texts.
  package var nameNumber: Int { current({ $0.name }, else: -1) }

  /// Grows when names were forgotten and are numbered anew, which happens only where more is fed and
  /// in ``resume(depth:line:byteOffset:)``.
  package var namesGeneration: Int { parser.names.generation }

  /// Names and namespaces that are remembered now.
  package var namesRemembered: Int { parser.names.count }

  /// The line of the event, from 1.
  public var line: Int { last.line }

  /// Where the event starts, in bytes from 0.
  public var byteOffset: Int { last.byteOffset }

  /// The byte offset of the last error, else of the current event.
  public var errorOffset: Int { parser.failure?.byteOffset ?? last.byteOffset }

  /// The first thousand repairs so far.
  public var repairs: [XMLRepair] { parser.repairs }

  /// Gives the repairs noted since the last call.
  package func takeRepairs() -> [XMLRepair] { parser.takeRepairs() }

  /// The base URI in force here by `xml:base`, if any.
  public var base: String? { open.last?.scope?.base }

  /// The language in force here by `xml:lang`, if any.
  public var language: String? { open.last?.scope?.language }

  /// The text of a text event, or empty for others.
  public func text() throws(XMLError) -> String {
    guard current({ $0.kind == .text }, else: false) else { return "" }
    try checkLimit()
    return String(decoding: parser.buffer.texts[current({ $0.text }, else: 0..<0)], as: UTF8.self)
  }

  /// The attributes of the element that starts, without namespace declarations.
  ///
  /// - Throws: `XMLError.tooLong` where they are more or longer than allowed.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    guard current({ $0.kind == .start }, else: false) else { return [] }
    try checkLimit()
    return Array(parser.buffer.attributes[current({ $0.attributes }, else: 0..<0)])
  }

  /// Refuses an event whose attributes or text are more or longer than allowed.
  package func checkLimit() throws(XMLError) {
    if let limit = current({ $0.exceeded }, else: nil) {
      throw .tooLong(line: last.line, limit: limit)
    }
  }

  /// The value of the first attribute with a local name, of the element that starts.
  package func attribute(_ local: String) -> String? {
    let range = current({ $0.attributes }, else: 0..<0)
    return parser.buffer.attributes[range].first { $0.name.local == local }?.value
  }

  // MARK: - Going on elsewhere

  /// Continues after an error: what was fed and not pulled is dropped, and what is fed next is read
  /// inside the outermost open elements, with their namespaces, base and language.
  ///
  /// Entities that the document declares stay known.
  /// - Parameters:
  ///   - depth: How many elements stay open, at most those that are.
  ///   - line: The line of the next byte fed.
  ///   - byteOffset: The place in the document of the next byte fed.
  /// - Throws: The error of a new parser inside these elements.
  package func resume(depth: Int, line: Int, byteOffset: Int) throws(XMLError) {
    open.removeLast(max(open.count - max(depth, 0), 0))
    (isOnEvent, cursor, last) = (false, 0, (line, byteOffset))
    // Elements that it could not be in before it cannot be in now.
    guard parser.depth >= open.count else { throw parser.failure?.error ?? .memory }
    parser.restart(inside: openTags(), line: line, byteOffset: byteOffset)
    if let failure = parser.failure { throw failure.error }
  }

  /// Begins a record: expansions of entities are counted anew, so that a long document may use
  /// its own in every record, within what the document may add in all.
  ///
  /// - Parameter again: Whether it is the same record once more, after it was resumed at: what
  ///   entities added to it is forgotten.
  package func beginRecord(again: Bool = false) { parser.beginRecord(again: again) }

  /// Skips bytes of the document before those that are fed next.
  ///
  /// It must be called between elements, when all events are pulled.
  package func jump(line: Int, byteOffset: Int) { parser.move(line: line, byteOffset: byteOffset) }

  /// The namespaces declared by the open elements, for hashing: what an element inherits.
  package var namespacesInScope: [UInt8] {
    open.flatMap(\.namespaces).flatMap { Array($0.prefix.utf8) + [0] + Array($0.uri.utf8) + [0] }
  }

  /// The start tags of all open elements, with their namespaces alone.
  private func openTags() -> [String] {
    zip(open, parser.path).map { element, number in
      let namespaces = element.namespaces.map { prefix, uri in
        " xmlns\(prefix.isEmpty ? "" : ":")\(prefix)=\"\(XMLMarkup.attribute(uri))\""
      }
      return "<\(parser.names[number].qualified)\(namespaces.joined())>"
    }
  }
}
