import CLibXML2

extension XMLPullReader {
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
    attributeGuard.reset()
    sink.pointee.close(to: max(depth, 0))
    try restart(line: line, byteOffset: byteOffset)
  }

  /// Says that a record begins: what entities add is counted anew, so that a long document may use
  /// its own in every record, within what the document may add in all.
  package func beginRecord() { sink.pointee.entities.settleCharges() }

  /// Says that the record is read once more from its beginning: what entities added is forgotten.
  package func beginAgain() { sink.pointee.entities.forgetCharges() }

  /// Says that bytes of the document are left out: what is fed next stands elsewhere.
  ///
  /// It must be called between elements, when all events are pulled.
  package func jump(line: Int, byteOffset: Int) {
    let waiting = parser.waiting
    sink.pointee.move(
      line: line - waiting.count { $0 == 0x0A }, byteOffset: byteOffset - waiting.count)
  }

  /// Starts the parser afresh where it has remembered too many names.
  func restartIfOvergrown() {
    guard parser.isOvergrown, sink.pointee.open.count == sink.pointee.depth else { return }
    let waiting = parser.waiting
    let (line, offset) = (sink.pointee.line, sink.pointee.offset)
    do {
      try restart(line: line, byteOffset: offset)
      waiting.withUnsafeBytes(parser.feed)
    } catch {
      sink.pointee.fail(error)
    }
  }

  private func restart(line: Int, byteOffset: Int) throws(XMLError) {
    let depth = sink.pointee.open.count
    guard parser.restart(inside: openTags(), depth: depth, line: line, byteOffset: byteOffset)
    else { throw .memory }
    sink.pointee.reopen(line: line, byteOffset: byteOffset)
  }

  /// The namespaces declared by the open elements, for hashing: what an element inherits.
  package var namespacesInScope: [UInt8] {
    var result: [UInt8] = []
    for index in 0..<sink.pointee.openNamespaces.count {
      let namespace = sink.pointee.openNamespaces[index]
      for part in [namespace.prefix, namespace.uri] {
        if let part { result += Array(String(cString: part).utf8) }
        result.append(0)
      }
    }
    return result
  }

  /// The start tags of all open elements, with their namespaces alone.
  private func openTags() -> [UInt8] {
    var result = ""
    var next = 0
    for index in 0..<sink.pointee.open.count {
      let element = sink.pointee.open[index]
      result += "<\(sink.pointee.names[element.name].qualified)"
      for _ in 0..<element.namespaces {
        let namespace = sink.pointee.openNamespaces[next]
        next += 1
        let uri = namespace.uri.map { String(cString: $0) } ?? ""
        let prefix = namespace.prefix.map { ":" + String(cString: $0) } ?? ""
        result += " xmlns\(prefix)=\"\(XMLMarkup.attribute(uri))\""
      }
      result += ">"
    }
    return Array(result.utf8)
  }
}
