import CLibXML2

/// A parser context of libxml2 that pushes what it is fed into a sink.
///
/// It can be made afresh in the middle of a document, inside the elements open there.
struct XMLContext {
  let sink: UnsafeMutablePointer<XMLSink>
  private let encoding: String?
  /// Whether no document may say that it is anything but UTF-8.
  private let isUTF8Known: Bool
  /// Bytes handed to libxml2 at once; with what may wait there it stays below its 10,000,000.
  static let slice = 1 << 19
  /// How many times the limit of names is borne where they cannot be forgotten.
  static let patience = 16
  /// Bytes of text that may wait to be pulled; their places have 32 bits.
  private static let waitingEvents = 1 << 30

  init(sink: UnsafeMutablePointer<XMLSink>, encoding: String?) throws(XMLError) {
    self.sink = sink
    self.encoding = encoding
    isUTF8Known = encoding?.uppercased() == "UTF-8"
    xmlInitParser()
    guard create(isFirst: true) else { throw .memory }
  }

  private func create(isFirst: Bool) -> Bool {
    var handler = XMLSink.handler()
    guard let context = xmlCreatePushParserCtxt(&handler, sink, nil, 0, nil) else { return false }
    sink.pointee.context = context
    var flags = XML_PARSE_NONET.rawValue
    if encoding != nil { flags |= XML_PARSE_IGNORE_ENC.rawValue }
    xmlCtxtUseOptions(context, Int32(bitPattern: flags))
    context.pointee.replaceEntities = 1
    // With a document at hand libxml2 does not make one itself to keep declarations in.
    context.pointee.myDoc = xmlNewDoc("1.0")
    if !isFirst || isUTF8Known {
      xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
      if isFirst { sink.pointee.markBytes = 0 }
    } else if let encoding, let decoder = xmlFindCharEncodingHandler(encoding) {
      xmlSwitchToEncoding(context, decoder)
    }
    return true
  }

  /// Frees the context; the sink must still be there.
  func free() {
    guard let context = sink.pointee.context else { return }
    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
    context.pointee.myDoc = nil
    xmlFreeParserCtxt(context)
    sink.pointee.context = nil
  }

  /// Whether bytes are parsed as they are fed.
  var isUTF8: Bool {
    sink.pointee.context?.pointee.input?.pointee.buf?.pointee.encoder == nil
  }

  /// Parses the next bytes.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    if sink.pointee.markBytes >= 0 { rest = afterMark(rest) }
    while !rest.isEmpty, sink.pointee.failure == nil {
      guard let context = sink.pointee.context else { return }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.slice))
      rest = rest.dropFirst(piece.count)
      let names = sink.pointee.limits.names
      if sink.pointee.names.count > Self.patience * names {
        return sink.pointee.fail(.tooLong(line: sink.pointee.line, limit: names))
      }
      if sink.pointee.bytes.count > Self.waitingEvents {
        return sink.pointee.fail(.tooLarge(limit: Self.waitingEvents))
      }
      parse(piece, isLast: false, context)
      checkWaiting(context)
    }
  }

  /// Passes over the mark at the start of UTF-8, whose bytes may come one by one.
  private func afterMark(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes
    while let byte = rest.first, sink.pointee.markBytes >= 0 {
      let seen = sink.pointee.markBytes
      if byte == mark[seen] {
        rest = rest.dropFirst()
        sink.pointee.markBytes = seen + 1
        if seen + 1 == mark.count {
          sink.pointee.markBytes = -1
          sink.pointee.move(line: sink.pointee.line, byteOffset: mark.count)
        }
      } else {
        // Only the beginning of one, which is then a broken document.
        sink.pointee.markBytes = -1
        mark[..<seen].withUnsafeBytes { feed($0) }
      }
    }
    return rest
  }

  /// Says that the document has ended.
  func finish() {
    guard sink.pointee.failure == nil, let context = sink.pointee.context else { return }
    sink.pointee.isFinishing = true
    parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, context)
    sink.pointee.isFinishing = false
  }

  private func parse(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ context: xmlParserCtxtPtr
  ) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let count = Int32(bytes.count)
    if isUTF8Known {
      xmlParseChunk(context, start, count, isLast ? 1 : 0)
      return
    }
    ch_xml_parse_quietly(context, start, count, isLast ? 1 : 0)
    // Where it cannot convert it stops without a word, at once or at the end.
    let hasStopped =
      isLast
      ? !sink.pointee.hasRoot || sink.pointee.depth > 0
      : context.pointee.instate == XML_PARSER_EOF
    if hasStopped, sink.pointee.failure == nil {
      sink.pointee.fail(
        .malformed(
          line: sink.pointee.line, reason: "bytes that are no text in the document's encoding"))
    }
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
    // In these states it waits at the start of a tag or in a text.
    switch context.pointee.instate {
    case XML_PARSER_CONTENT, XML_PARSER_START_TAG, XML_PARSER_END_TAG: break
    default: return false
    }
    let limit = sink.pointee.limits.names
    return sink.pointee.depth > 0
      && (sink.pointee.names.count > limit || xmlDictGetUsage(context.pointee.dict) > limit << 10)
  }

  /// Whether libxml2 waits with bytes until there is more.
  var isWaiting: Bool {
    guard let input = sink.pointee.context?.pointee.input else { return false }
    return input.pointee.cur != input.pointee.end
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
    sink.pointee.reset()
    guard create(isFirst: false) else { return false }
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
