import CLibXML2

/// Parses HTML of any quality with libxml2's parser, without building a tree.
package enum HTMLParser {
  /// Parses a fragment or a document and reports what it holds.
  ///
  /// The attributes `alt`, `class`, `id`, `rel`, `target` and `title` are left out.
  ///
  /// - Parameter wantsLinks: Whether `href` is wanted.
  /// - Returns: Whether it was read whole; `false` when a limit was met: elements nested too deep,
  ///   where reading stops; more attributes than an element may have, which are left out; more than
  ///   libxml2 can read, or the events' own word.
  @discardableResult
  package static func parse(
    _ html: String, limits: XMLLimits = XMLLimits(), wantsLinks: Bool = true, events: any HTMLEvents
  ) -> Bool {
    xmlInitParser()
    var html = html
    let input = html.withUTF8 {
      HTMLInput($0, attributeLimit: limits.attributes, wantsLinks: wantsLinks)
    }
    guard input.bytes.count < Int(Int32.max) else { return false }
    let isWhole = input.bytes.withUnsafeBufferPointer { bytes -> Bool in
      guard
        let context = bytes.withMemoryRebound(
          to: CChar.self, { htmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count)) })
      else { return false }
      defer { htmlFreeParserCtxt(context) }
      return HTMLSink(events: events, limits: limits, context: context).run()
    }
    return isWhole && !input.isCut
  }
}

/// What libxml2's callbacks see of a run.
private final class HTMLSink {
  private let events: any HTMLEvents
  private let limits: XMLLimits
  private let context: htmlParserCtxtPtr
  private let tags = HTMLTagTable.all
  // Callbacks never meet within one another, so that nothing need watch over these.
  /// Elements open, the one around the text included.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var isStopped = false
  /// A reference that began in the last text and may go on in the next.
  @exclusivity(unchecked) private var carried: [UInt8] = []

  /// Bytes of a reference that are waited for; only numbers with many zeros are so long.
  private static let longestCarried = 4096

  init(events: any HTMLEvents, limits: XMLLimits, context: htmlParserCtxtPtr) {
    self.events = events
    self.limits = limits
    self.context = context
  }

  func run() -> Bool {
    let options =
      HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOIMPLIED.rawValue
      | HTML_PARSE_IGNORE_ENC.rawValue
    htmlCtxtUseOptions(context, Int32(bitPattern: options))
    // So that it does not guess; there is nothing to convert.
    context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
    var handler = xmlSAXHandler()
    handler.startElement = { context, name, attributes in
      guard let context, let name else { return }
      Unmanaged<HTMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.start(name, HTMLAttributes(attributes))
      }
    }
    handler.endElement = { context, name in
      guard let context, let name else { return }
      Unmanaged<HTMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.end(name) }
    }
    handler.characters = { context, text, count in
      guard let context, let text, count > 0 else { return }
      Unmanaged<HTMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.text(UnsafeBufferPointer(start: text, count: Int(count)))
      }
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    context.pointee.sax?.pointee = handler
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    return withExtendedLifetime(self) {
      htmlParseDocument(context)
      finishText()
      return !isStopped && !Self.hasGivenUp(context)
    }
  }

  /// Whether libxml2 met a limit of its own, such as 10 MB of one comment or attribute.
  private static func hasGivenUp(_ context: htmlParserCtxtPtr) -> Bool {
    context.pointee.disableSAX != 0
  }

  private func start(_ name: UnsafePointer<UInt8>, _ attributes: HTMLAttributes) {
    finishText()
    guard !isStopped else { return }
    depth += 1
    guard depth > 1 else { return }
    if depth > limits.depth + 1 { return stop() }
    if !events.start(tags.tag(name), attributes) || attributes.count > limits.attributes { stop() }
  }

  private func end(_ name: UnsafePointer<UInt8>) {
    finishText()
    guard !isStopped else { return }
    depth -= 1
    if depth > 0 { events.end(tags.tag(name)) }
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isStopped else { return }
    if carried.isEmpty {
      decode(bytes, mayGoOn: true)
    } else {
      let whole = carried + bytes
      carried.removeAll(keepingCapacity: true)
      whole.withUnsafeBufferPointer { decode($0, mayGoOn: $0.count < Self.longestCarried) }
    }
  }

  /// No more text follows at once.
  private func finishText() {
    guard !carried.isEmpty else { return }
    let last = carried
    carried.removeAll(keepingCapacity: true)
    last.withUnsafeBufferPointer { decode($0, mayGoOn: false) }
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, mayGoOn: Bool) {
    var end = bytes.count
    if mayGoOn, let tail = HTMLReferences.tail(of: bytes) {
      carried.append(contentsOf: bytes[tail...])
      end = tail
    }
    var place = 0
    while place < end, !isStopped {
      let rest = UnsafeBufferPointer(rebasing: bytes[place..<end])
      guard let mark = rest.firstPlace(of: HTMLReferences.mark) else { return send(rest) }
      if mark > 0 { send(UnsafeBufferPointer(rebasing: rest[..<mark])) }
      let marked = UnsafeBufferPointer(rebasing: rest[mark...])
      place += mark
      if let decoded = HTMLReferences.read(marked, inAttribute: false) {
        if let scalar = decoded.scalar { send(scalar) }
        if let second = decoded.second { send(second) }
        place += decoded.length
      } else {
        send("&")
        place += 1
      }
    }
  }

  private func send(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !isStopped, !events.text(bytes) { stop() }
  }

  private func send(_ scalar: Unicode.Scalar) {
    guard let encoded = UTF8.encode(scalar) else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
      var count = 0
      for byte in encoded {
        buffer[count] = byte
        count += 1
      }
      send(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func stop() {
    isStopped = true
    xmlStopParser(context)
  }
}
