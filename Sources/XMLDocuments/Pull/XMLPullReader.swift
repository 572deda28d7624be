import CLibXML2

/// Reads XML front to back, one event at a time, in constant memory, over libxml2's push parser.
///
/// Bytes are pulled from a closure, or pushed by ``feed(_:)``. Nothing outside the document is ever
/// loaded: no external entities, no DTDs, no network. An entity that the document declares itself
/// is replaced by its text within limits, also one of HTML; what is unknown stays as it is and is
/// noted in ``repairs``.
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

  /// What the parser fills; a pointer, because libxml2 holds it too.
  let sink: UnsafeMutablePointer<XMLSink>
  let parser: XMLContext
  let limits: XMLLimits
  private let chunks: (() -> [UInt8])?
  /// A chunk that is not parsed wholly yet, and how far it is.
  private var chunk: [UInt8] = []
  private var position = 0
  /// Bytes of a chunk that are parsed at once, so that few events wait.
  private static let slice = 1 << 15
  /// Bytes of the document so far.
  private var total = 0
  private var hasEnded = false
  var attributeGuard: XMLAttributeGuard

  private init(
    encoding: String?, firstLine: Int, limits: XMLLimits, source: (() -> [UInt8])?
  ) throws(XMLError) {
    let sink = UnsafeMutablePointer<XMLSink>.allocate(capacity: 1)
    sink.initialize(to: XMLSink(limits: limits, firstLine: firstLine))
    self.sink = sink
    self.limits = limits
    chunks = source
    attributeGuard = XMLAttributeGuard(limit: limits.comparedAttributes)
    do {
      parser = try XMLContext(sink: sink, encoding: encoding)
    } catch {
      sink.deinitialize(count: 1)
      sink.deallocate()
      throw error
    }
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - encoding: Overrides what the document declares, such as `UTF-8`; `nil` to believe it.
  ///   - firstLine: The line number of the first byte.
  ///   - limits: What the document may ask for.
  ///   - chunks: Gives the next bytes of the document at each call, an empty array at its end.
  public convenience init(
    encoding: String? = nil, firstLine: Int = 1, limits: XMLLimits = XMLLimits(),
    chunks: @escaping () -> [UInt8]
  ) throws(XMLError) {
    try self.init(encoding: encoding, firstLine: firstLine, limits: limits, source: chunks)
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

  /// Creates a reader that is fed UTF-8, whatever the document declares.
  package convenience init(
    feeding limits: XMLLimits, firstLine: Int = 1
  ) throws(XMLError) {
    try self.init(encoding: "UTF-8", firstLine: firstLine, limits: limits, source: nil)
  }

  deinit {
    parser.free()
    sink.deinitialize(count: 1)
    sink.deallocate()
  }

  // MARK: - Moving

  /// Goes to the next event; `nil` after the last, and where bytes are pushed, after what was fed.
  public func next() throws(XMLError) -> Event? {
    while true {
      switch sink.pointee.advance() {
      case .start: return .start
      case .end: return .end
      case .text: return .text
      case .none:
        if let failure = sink.pointee.failure { throw failure.error }
        sink.pointee.drain()
        guard fill() else { return nil }
      }
    }
  }

  /// Parses a piece of the source; `false` where there is none.
  private func fill() -> Bool {
    guard let chunks, !hasEnded else { return false }
    if position == chunk.count {
      chunk = chunks()
      position = 0
      if chunk.isEmpty {
        finish()
        return true
      }
    }
    restartIfOvergrown()
    let end = min(position + Self.slice, chunk.count)
    chunk.withUnsafeBytes { parse(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
    position = end
    return true
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) {
    total += bytes.count
    if total > limits.documentBytes {
      sink.pointee.fail(.tooLarge(limit: limits.documentBytes))
    } else if !attributeGuard.allows(bytes) {
      sink.pointee.fail(
        .tooLong(line: sink.pointee.line, limit: limits.comparedAttributes))
    } else {
      parser.feed(bytes)
    }
  }

  /// Parses more of the document, UTF-8; ``next()`` then goes through its events.
  package func feed(_ bytes: UnsafeRawBufferPointer) {
    if sink.pointee.isDrained { restartIfOvergrown() }
    parse(bytes)
  }

  /// Parses the next element of the document where it lies, where that can be done.
  ///
  /// All events of what was fed before must be pulled.
  /// - Parameters:
  ///   - bytes: The document from the element on, as far as the element may go, UTF-8, with a zero
  ///     behind them.
  ///   - skipped: White space before it that is left out.
  ///   - line: The line it starts in.
  ///   - byteOffset: Where it starts in the document.
  /// - Returns: How many bytes it has, where it is well-formed and its events wait; otherwise `nil`,
  ///   and it is to be fed.
  package func parseElement(
    _ bytes: UnsafeRawBufferPointer, skipped: Int, line: Int, byteOffset: Int
  ) -> Int? {
    guard isIdle else { return nil }
    sink.pointee.drain()
    restartIfOvergrown()
    guard total + skipped + bytes.count <= limits.documentBytes, sink.pointee.failure == nil
    else { return nil }
    guard attributeGuard.allowsAlone(bytes),
      let count = parser.parseElement(bytes, line: line, byteOffset: byteOffset)
    else { return nil }
    attributeGuard.reset()
    total += skipped + count
    return count
  }

  /// Whether everything that was fed is parsed and pulled.
  package var isIdle: Bool {
    sink.pointee.isDrained && sink.pointee.failure == nil && !parser.isWaiting
  }

  /// Says that all of the document was fed.
  package func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    parser.finish()
  }
}
