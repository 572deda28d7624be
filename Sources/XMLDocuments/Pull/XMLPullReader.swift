/// Reads XML front to back, one event at a time, in constant memory, over libxml2's push parser.
///
/// The document is UTF-8, whatever it declares; it is handed over whole, or pushed by ``feed(_:)``.
/// Nothing outside the document is ever loaded: no external entities, no DTDs, no network. An entity
/// that the document declares itself is replaced by its text within limits, also one of HTML; what is
/// unknown stays as it is and is noted in ``repairs``.
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

  /// An element that is open where the reader stands, and what is in force in it.
  private struct OpenElement {
    let name: XMLName
    let namespaces: [(prefix: String, uri: String)]
    var base: String?
    var language: String?
  }

  private let parser: XMLPushParser
  private let limits: XMLLimits
  /// What was not parsed yet of a document that was handed over whole.
  private var document: ArraySlice<UInt8>?
  private var hasFinished = false
  private var open: [OpenElement] = []
  /// What the reader stands on; behind the last event only its place stays.
  private var current: XMLEvent?
  private var cursor = 0
  private var last: (line: Int, byteOffset: Int)

  /// Bytes of a whole document that are parsed at once, so that few events wait.
  private static let slice = 1 << 15

  private init(
    _ document: ArraySlice<UInt8>?, firstLine: Int, limits: XMLLimits
  ) throws(XMLError) {
    self.document = document
    self.limits = limits
    last = (firstLine, 0)
    parser = try XMLPushParser(limits: limits, firstLine: firstLine)
  }

  /// Creates a reader of a document in memory.
  public convenience init(bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    try self.init(bytes[...], firstLine: 1, limits: limits)
  }

  /// Creates a reader that is fed.
  package convenience init(feeding limits: XMLLimits, firstLine: Int = 1) throws(XMLError) {
    try self.init(nil, firstLine: firstLine, limits: limits)
  }

  // MARK: - Moving

  /// Goes to the next event; `nil` after the last, and where bytes are pushed, after what was fed.
  public func next() throws(XMLError) -> Event? {
    if current?.kind == .end { open.removeLast() }
    while cursor == parser.events.count {
      current = nil
      if let failure = parser.failure { throw failure.error }
      cursor = 0
      parser.removeEvents()
      guard feedDocument() else { return nil }
    }
    let event = parser.events[cursor]
    cursor += 1
    current = event
    last = (event.line, event.byteOffset)
    if event.kind == .start { enter(event) }
    return event.kind
  }

  private func enter(_ event: XMLEvent) {
    var element = OpenElement(
      name: parser.names[event.name], namespaces: event.namespaces, base: base, language: language)
    for attribute in event.attributes where attribute.name.prefix == "xml" {
      switch attribute.name.local {
      case "base":
        element.base =
          base.map { XMLReference.resolve(attribute.value, against: $0) } ?? attribute.value
      case "lang": element.language = attribute.value
      default: break
      }
    }
    open.append(element)
  }

  /// Parses a piece of a whole document; `false` where there is none.
  private func feedDocument() -> Bool {
    guard let document, !hasFinished else { return false }
    if document.isEmpty {
      finish()
    } else {
      document.prefix(Self.slice).withUnsafeBytes { feed($0) }
      self.document = document.dropFirst(Self.slice)
    }
    return true
  }

  /// Parses more of the document, UTF-8; ``next()`` then goes through its events.
  package func feed(_ bytes: UnsafeRawBufferPointer) {
    if cursor == parser.events.count, parser.isOvergrown, open.count == parser.depth {
      parser.forgetNames(inside: openTags())
      cursor = 0
    }
    parser.feed(bytes)
  }

  /// Says that all of the document was fed.
  package func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    parser.finish()
  }

  // MARK: - The event

  /// Elements open around the event, it not counted.
  public var depth: Int { current?.depth ?? open.count }

  /// The name of the element that starts or ends.
  public var name: XMLName { parser.names[current?.name ?? -1] }

  /// A number that stands for ``name`` until ``namesGeneration`` changes; it saves comparing texts.
  package var nameNumber: Int { current?.name ?? -1 }

  /// Grows when names were forgotten and are numbered anew, which happens only where more is fed and
  /// in ``resume(depth:line:byteOffset:)``.
  package var namesGeneration: Int { parser.names.generation }

  /// Names and namespaces that are remembered now.
  package var namesRemembered: Int { parser.names.count }

  /// The line of the event, from 1.
  public var line: Int { last.line }

  /// Where the event starts, in bytes from 0.
  public var byteOffset: Int { last.byteOffset }

  /// Where the error that was thrown last stands, in bytes from 0; else the current event.
  public var errorOffset: Int { parser.failure?.byteOffset ?? last.byteOffset }

  /// What was repaired so far; of many, the first thousand.
  public var repairs: [XMLRepair] { parser.repairs }

  /// Gives the repairs noted since the last call.
  package func takeRepairs() -> [XMLRepair] { parser.takeRepairs() }

  /// The base URI in force here by `xml:base`, if any.
  public var base: String? { open.last?.base }

  /// The language in force here by `xml:lang`, if any.
  public var language: String? { open.last?.language }

  /// The text of a text event; empty for others.
  public func text() throws(XMLError) -> String {
    guard let current, current.kind == .text else { return "" }
    if let limit = current.exceeded { throw .tooLong(line: current.line, limit: limit) }
    return String(decoding: parser.texts[current.text], as: UTF8.self)
  }

  /// The attributes of the element that starts, without namespace declarations.
  ///
  /// - Throws: `XMLError.tooLong` where they are more or longer than allowed.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    guard let current, current.kind == .start else { return [] }
    if let limit = current.exceeded { throw .tooLong(line: current.line, limit: limit) }
    return current.attributes
  }

  /// The value of the first attribute with a local name, of the element that starts.
  package func attribute(_ local: String) -> String? {
    current?.attributes.first { $0.name.local == local }?.value
  }

  // MARK: - Going on elsewhere

  /// Goes on behind an error: what was fed and not pulled is dropped, and what is fed next is read
  /// inside the outermost open elements, with their namespaces, base and language.
  ///
  /// Entities that the document declares stay known.
  /// - Parameters:
  ///   - depth: How many elements stay open; no more than are.
  ///   - line: The line of the next byte fed.
  ///   - byteOffset: The place in the document of the next byte fed.
  /// - Throws: ``XMLError/memory`` where no new parser can be made.
  package func resume(depth: Int, line: Int, byteOffset: Int) throws(XMLError) {
    open.removeLast(max(open.count - max(depth, 0), 0))
    (current, cursor, last) = (nil, 0, (line, byteOffset))
    try parser.restart(inside: openTags(), line: line, byteOffset: byteOffset)
  }

  /// Says that a record begins: what entities add is counted anew, so that a long document may use
  /// its own in every record, within what the document may add in all.
  ///
  /// - Parameter again: Whether it is the same record once more, after it was resumed at: what
  ///   entities added to it is forgotten.
  package func beginRecord(again: Bool = false) { parser.beginRecord(again: again) }

  /// Says that bytes of the document are left out: what is fed next stands elsewhere.
  ///
  /// It must be called between elements, when all events are pulled.
  package func jump(line: Int, byteOffset: Int) { parser.move(line: line, byteOffset: byteOffset) }

  /// The namespaces declared by the open elements, for hashing: what an element inherits.
  package var namespacesInScope: [UInt8] {
    open.flatMap(\.namespaces).flatMap { Array($0.prefix.utf8) + [0] + Array($0.uri.utf8) + [0] }
  }

  /// The start tags of all open elements, with their namespaces alone.
  private func openTags() -> [String] {
    open.map { element in
      let namespaces = element.namespaces.map { prefix, uri in
        " xmlns\(prefix.isEmpty ? "" : ":")\(prefix)=\"\(XMLMarkup.attribute(uri))\""
      }
      return "<\(element.name.qualified)\(namespaces.joined())>"
    }
  }
}
