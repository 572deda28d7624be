extension XMLPullReader {
  /// Elements open around the event, it not counted.
  public var depth: Int { Int(current.depth) }

  /// The name of the element that starts or ends.
  public var name: XMLName {
    let names = sink.pointee.names.names
    let index = Int(current.name)
    guard index < names.count else { return XMLName(namespace: "", local: "", prefix: "") }
    return names[index]
  }

  /// The line of the event, from 1.
  public var line: Int { current.line }

  /// Where the event starts, in bytes from 0; of UTF-8, also where another encoding is fed.
  public var byteOffset: Int { current.offset }

  /// Where the error that was thrown last stands, in bytes from 0; else the current event.
  public var errorOffset: Int { sink.pointee.failure?.byteOffset ?? current.offset }

  /// What was repaired so far; of many, the first thousand.
  public var repairs: [XMLRepair] { sink.pointee.repairs }

  /// Names and namespaces that are remembered now.
  package var namesRemembered: Int { sink.pointee.names.count }

  /// Gives the repairs noted since the last call.
  package func takeRepairs() -> [XMLRepair] {
    defer { sink.pointee.repairs.removeAll(keepingCapacity: true) }
    return sink.pointee.repairs
  }

  /// The base URI in force here by `xml:base`, if any.
  public var base: String? { bases.last?.value }

  /// The language in force here by `xml:lang`, if any.
  public var language: String? { languages.last?.value }

  /// The text of a text event; empty for others.
  public func text() throws(XMLError) -> String {
    guard current.kind == .text else { return "" }
    if current.marks.contains(.longText) {
      throw .tooLong(line: current.line, limit: limits.textBytes)
    }
    return string(current.first, current.count)
  }

  /// The attributes of the element that starts, without namespace declarations.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    guard current.kind == .start, current.count > 0 else { return [] }
    if current.marks.contains(.tooManyAttributes) {
      throw .tooLong(line: current.line, limit: limits.attributes)
    }
    if current.marks.contains(.longAttribute) {
      throw .tooLong(line: current.line, limit: limits.attributeBytes)
    }
    var result: [XMLAttribute] = []
    result.reserveCapacity(current.count)
    for index in current.first..<(current.first + current.count) {
      let attribute = sink.pointee.attributes[index]
      result.append(
        XMLAttribute(
          name: sink.pointee.names.names[Int(attribute.name)],
          value: string(attribute.first, attribute.count)))
    }
    return result
  }

  /// Bytes of the sink as text.
  func string(_ first: Int, _ count: Int) -> String {
    String(
      decoding: UnsafeBufferPointer(start: sink.pointee.bytes.base + first, count: count),
      as: UTF8.self)
  }
}
