import CLibXML2

extension XMLSink {
  /// A name whose prefix nobody declared is known by all it is written as.
  @inline(__always)
  mutating func index(
    _ local: InternedName, _ prefix: InternedName?, _ uri: InternedName?
  ) -> Int32 {
    if prefix != nil, uri == nil, let whole = xmlDictQLookup(context?.pointee.dict, prefix, local) {
      return names.index(local: whole, prefix: nil, uri: nil)
    }
    return names.index(local: local, prefix: prefix, uri: uri)
  }

  @inline(__always)
  mutating func add(
    _ list: UnsafeMutablePointer<InternedName?>, count: Int, defaulted: Int,
    to event: inout XMLEventRecord, _ context: xmlParserCtxtPtr
  ) {
    if count > limits.attributes { event.marks.insert(.tooManyAttributes) }
    let kept = min(count, limits.attributes)
    for index in 0..<kept {
      let parts = list + index * 5
      guard let local = parts[0], let value = parts[3], let end = parts[4] else { continue }
      if parts[1] == context.pointee.str_xml { event.marks.insert(.scope) }
      var length = end - value
      if length > limits.attributeBytes {
        event.marks.insert(.longAttribute)
        length = 0
      }
      // One without a text takes its place in memory all the same.
      if index >= count - defaulted, !isReopening,
        !entities.charge(length + XMLEntityTable.attributeCost)
      {
        return refuse("of default attributes", line: Int(event.line), at: event.offset)
      }
      attributes.append(
        XMLAttributeRecord(
          name: self.index(local, parts[1], parts[2]),
          first: UInt32(truncatingIfNeeded: bytes.count),
          count: UInt32(truncatingIfNeeded: length)))
      bytes.append(value, count: length)
      event.count &+= 1
    }
  }

  /// Keeps the namespaces that a start declares.
  mutating func add(
    _ declared: UnsafeMutableBufferPointer<InternedName?>, to event: inout XMLEventRecord
  ) {
    var pair = 0
    while pair + 1 < declared.count {
      namespaces.append(XMLNamespaceRecord(prefix: declared[pair], uri: declared[pair + 1]))
      event.namespaces &+= 1
      pair += 2
    }
  }
}
