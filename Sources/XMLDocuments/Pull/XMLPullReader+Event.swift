extension XMLPullReader {
  /// Elements open around the event, it not counted.
  public var depth: Int { Int(sink.pointee.current.depth) }

  /// The name of the element that starts or ends.
  public var name: XMLName { sink.pointee.names[sink.pointee.current.name] }

  /// Whether the local part of ``name`` is a text.
  package func isNamed(_ local: StaticString) -> Bool {
    let name = sink.pointee.current.name
    return name >= 0 && sink.pointee.names.isLocal(name, local)
  }

  /// A number that stands for ``name`` until ``namesGeneration`` changes; it saves comparing texts.
  package var nameIndex: Int { Int(sink.pointee.current.name) }

  /// What its reader keeps with ``name``, zero until it does and again where names were forgotten:
  /// a document has few names, so each need be understood only once.
  package var nameMark: UInt16 {
    get { sink.pointee.names.mark(sink.pointee.current.name) }
    set { sink.pointee.names.setMark(newValue, of: sink.pointee.current.name) }
  }

  /// Grows when names were forgotten and are numbered anew, which happens only in ``feed(_:)``,
  /// ``next()`` at the end of a chunk, and ``resume(depth:line:byteOffset:)``.
  package var namesGeneration: Int { sink.pointee.names.generation }

  /// The line of the event, from 1.
  public var line: Int { Int(sink.pointee.current.line) }

  /// Where the event starts, in bytes from 0; of UTF-8, also where another encoding is fed.
  public var byteOffset: Int { sink.pointee.current.offset }

  /// Where the error that was thrown last stands, in bytes from 0; else the current event.
  public var errorOffset: Int { sink.pointee.failure?.byteOffset ?? sink.pointee.current.offset }

  /// What was repaired so far; of many, the first thousand.
  public var repairs: [XMLRepair] { sink.pointee.repairs }

  /// Names and namespaces that are remembered now.
  package var namesRemembered: Int { sink.pointee.names.count }

  /// Whether repairs were noted since they were taken.
  package var hasRepairs: Bool { !sink.pointee.repairs.isEmpty }

  /// Gives the repairs noted since the last call.
  package func takeRepairs() -> [XMLRepair] {
    defer { sink.pointee.repairs.removeAll(keepingCapacity: true) }
    return sink.pointee.repairs
  }

  /// The base URI in force here by `xml:base`, if any.
  public var base: String? { sink.pointee.bases.last?.value }

  /// The language in force here by `xml:lang`, if any.
  public var language: String? { sink.pointee.languages.last?.value }

  /// The texts and attribute values of all events that were parsed since more was fed, UTF-8; valid
  /// until more is fed or ``next()`` has said that there is nothing more.
  package var texts: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: sink.pointee.bytes.base, count: sink.pointee.bytes.count)
  }

  /// The text of a text event; empty for others.
  public func text() throws(XMLError) -> String {
    let event = sink.pointee.current
    guard event.kind == .text else { return "" }
    if event.marks.contains(.longText) {
      throw .tooLong(line: Int(event.line), limit: limits.textBytes)
    }
    return sink.pointee.string(event.first, event.count)
  }
}
