extension XMLPullReader {
  /// The attributes of the element that starts, without namespace declarations.
  public func attributes() throws(XMLError) -> [XMLAttribute] {
    guard try attributeCount() > 0 else { return [] }
    let event = sink.pointee.current
    let sink = sink
    return [XMLAttribute](unsafeUninitializedCapacity: Int(event.count)) { places, count in
      while count < event.count {
        let attribute = sink.pointee.attributes[Int(event.first) + count]
        let whole = XMLAttribute(
          name: sink.pointee.names[attribute.name],
          value: sink.pointee.string(attribute.first, attribute.count))
        places.initializeElement(at: count, to: whole)
        count += 1
      }
    }
  }

  /// How many attributes the element has that starts, without namespace declarations.
  ///
  /// - Throws: `XMLError.tooLong` where they are more or longer than allowed.
  @inline(__always)
  package func attributeCount() throws(XMLError) -> Int {
    let count = sink.pointee.attributeCount
    return sink.pointee.current.marks.isDisjoint(with: [.tooManyAttributes, .longAttribute])
      ? count : try checkedCount()
  }

  @inline(never)
  private func checkedCount() throws(XMLError) -> Int {
    let event = sink.pointee.current
    guard event.kind == .start, event.count > 0 else { return 0 }
    throw .tooLong(
      line: Int(event.line),
      limit: event.marks.contains(.tooManyAttributes) ? limits.attributes : limits.attributeBytes)
  }

  /// The value of the first attribute with a local name, of the element that starts.
  ///
  /// - Returns: UTF-8, valid until the next event is asked for; `nil` where there is none.
  package func attribute(_ local: StaticString) -> UnsafeRawBufferPointer? {
    sink.pointee.attribute(local)
  }
}
