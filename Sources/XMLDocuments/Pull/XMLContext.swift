import CLibXML2

/// A parser context of libxml2 that pushes what it is fed into a sink.
///
/// It can be made afresh in the middle of a document, inside the elements open there.
struct XMLContext {
  private let sink: UnsafeMutablePointer<XMLSink>
  private let encoding: String?
  /// Bytes handed to libxml2 at once; with what may wait there it stays below its 10,000,000.
  private static let slice = 1 << 19

  init(sink: UnsafeMutablePointer<XMLSink>, encoding: String?) throws(XMLError) {
    self.sink = sink
    self.encoding = encoding
    xmlInitParser()
    guard create() else { throw .memory }
  }

  private func create() -> Bool {
    var handler = XMLSink.handler()
    guard let context = xmlCreatePushParserCtxt(&handler, sink, nil, 0, nil) else { return false }
    sink.pointee.context = context
    var flags = XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue
    if encoding != nil { flags |= XML_PARSE_IGNORE_ENC.rawValue }
    xmlCtxtUseOptions(context, Int32(bitPattern: flags))
    context.pointee.replaceEntities = 1
    if isUTF8 {
      xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
    } else if let encoding, let decoder = xmlFindCharEncodingHandler(encoding) {
      xmlSwitchToEncoding(context, decoder)
    }
    return true
  }

  /// Frees the context; the sink must still be there.
  func free() {
    guard let context = sink.pointee.context else { return }
    // libxml2 keeps declarations in a document of its own making.
    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
    context.pointee.myDoc = nil
    xmlFreeParserCtxt(context)
    sink.pointee.context = nil
  }

  private var isUTF8: Bool { encoding?.uppercased() == "UTF-8" }

  /// Parses the next bytes.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, sink.pointee.failure == nil {
      guard let context = sink.pointee.context else { return }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.slice))
      rest = rest.dropFirst(piece.count)
      xmlParseChunk(
        context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count), 0)
      checkWaiting(context)
    }
  }

  /// Says that the document has ended.
  func finish() {
    guard sink.pointee.failure == nil, let context = sink.pointee.context else { return }
    sink.pointee.isFinishing = true
    xmlParseChunk(context, nil, 0, 1)
    sink.pointee.isFinishing = false
  }

  /// Looks at what libxml2 waits with until there is more.
  private func checkWaiting(_ context: xmlParserCtxtPtr) {
    guard let input = context.pointee.input, let current = input.pointee.cur else { return }
    let waiting = input.pointee.end - current
    guard waiting > 0, sink.pointee.failure == nil else { return }
    let limits = sink.pointee.limits
    let isSection = context.pointee.instate == XML_PARSER_CDATA_SECTION
    let limit = isSection ? min(limits.textBytes, 9_000_000) : limits.markupBytes
    if waiting > limit { sink.pointee.fail(.tooLong(line: sink.pointee.line, limit: limit)) }
    // It would wait for a `;` up to the end of the document.
    if context.pointee.instate == XML_PARSER_CONTENT, current.pointee == UInt8(ascii: "&") {
      var length = 1
      while length < waiting, Self.isReference(current[length]) { length += 1 }
      if length > limits.nameBytes {
        sink.pointee.fail(.tooLong(line: sink.pointee.line, limit: limits.nameBytes))
      } else if length < waiting {
        sink.pointee.fail(
          .malformed(line: sink.pointee.line, reason: "an & that starts no entity; write &amp;"))
      }
    }
  }

  private static func isReference(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "#"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  // MARK: - Starting afresh

  /// Whether more names are remembered than allowed, at a place where they can be forgotten.
  var isOvergrown: Bool {
    guard let context = sink.pointee.context, isUTF8, sink.pointee.failure == nil else {
      return false
    }
    let limit = sink.pointee.limits.names
    return context.pointee.instate == XML_PARSER_CONTENT
      && (sink.pointee.names.count > limit || xmlDictGetUsage(context.pointee.dict) > limit << 10)
  }

  /// The bytes that libxml2 waits with until there is more.
  var waiting: [UInt8] {
    guard let input = sink.pointee.context?.pointee.input, let current = input.pointee.cur else {
      return []
    }
    return [UInt8](UnsafeBufferPointer(start: current, count: input.pointee.end - current))
  }

  /// Makes a new context inside open elements, whose start events the sink then holds.
  ///
  /// - Parameters:
  ///   - tags: The start tags of the elements that are open.
  ///   - depth: How many they are.
  ///   - line: The line at which parsing goes on.
  ///   - byteOffset: The byte at which parsing goes on.
  /// - Returns: Whether that could be done.
  func restart(inside tags: [UInt8], depth: Int, line: Int, byteOffset: Int) -> Bool {
    free()
    sink.pointee.removeEvents()
    sink.pointee.names.removeAll()
    sink.pointee.failure = nil
    sink.pointee.depth = 0
    guard create() else { return false }
    sink.pointee.isReopening = true
    if depth > 0 {
      var opening: [UInt8] = []
      if !sink.pointee.declarations.isEmpty {
        opening += Array("<!DOCTYPE x [".utf8) + sink.pointee.declarations + Array("]>".utf8)
      }
      (opening + tags).withUnsafeBytes(feed)
    }
    sink.pointee.isReopening = false
    guard sink.pointee.depth == depth, sink.pointee.failure == nil else { return false }
    sink.pointee.move(line: line, byteOffset: byteOffset)
    return true
  }
}
