import CLibXML2

extension XMLSink {
  /// Whether the reader stands on the last event.
  var isDrained: Bool { cursor == events.count }

  /// Goes to the next event and keeps count of what is open; `none` where there is none.
  @inline(__always)
  mutating func advance() -> XMLEventRecord.Kind {
    if current.kind == .end { close(to: open.count - 1) }
    guard cursor < events.count else {
      // Behind the last event its place stays, but nothing else.
      current.kind = .none
      current.name = -1
      current.depth = UInt16(truncatingIfNeeded: open.count)
      return .none
    }
    current = events[cursor]
    cursor += 1
    if current.kind == .start { enter() }
    return current.kind
  }

  /// The text of the element that has just started where nothing else is in it; ends at its end.
  mutating func takePlainText(maxBytes: Int) -> UnsafeRawBufferPointer? {
    guard current.kind == .start, cursor < events.count else { return nil }
    let next = events[cursor]
    if next.kind == .end {
      current = next
      cursor &+= 1
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    guard next.kind == .text, !next.marks.contains(.longText), Int(next.count) <= maxBytes,
      cursor + 1 < events.count, events[cursor + 1].kind == .end
    else { return nil }
    // Nothing opens or closes between the two.
    current = events[cursor &+ 1]
    cursor &+= 2
    return UnsafeRawBufferPointer(
      start: bytes.base + Int(next.first), count: Int(next.count))
  }

  /// Attributes of the element that has just started.
  @inline(__always)
  var attributeCount: Int { current.kind == .start ? Int(current.count) : 0 }

  /// The value of the first attribute of the element that has just started with a local name.
  @inline(__always)
  func attribute(_ local: StaticString) -> UnsafeRawBufferPointer? {
    var place = Int(current.first)
    // Events that were used up have taken their attributes with them.
    let end = min(place + attributeCount, attributes.count)
    while place < end {
      let attribute = attributes[place]
      if names.isLocal(attribute.name, local) {
        return UnsafeRawBufferPointer(
          start: bytes.base + Int(attribute.first), count: Int(attribute.count))
      }
      place += 1
    }
    return nil
  }

  /// Gives the room of events that are used up to the next.
  mutating func drain() {
    (cursor, namespacesTaken) = (0, 0)
    removeEvents()
  }

  @inline(__always)
  private mutating func enter() {
    open.append(XMLOpenElement(name: current.name, namespaces: current.namespaces))
    let declared = Int(current.namespaces)
    if declared > 0 {
      openNamespaces.append(namespaces.base + namespacesTaken, count: declared)
      namespacesTaken += declared
    }
    if current.marks.contains(.scope) { enterScope() }
  }

  /// Takes `xml:base` and `xml:lang` of the element that starts.
  @inline(never)
  private mutating func enterScope() {
    for index in current.range {
      let attribute = attributes[index]
      let name = names[attribute.name]
      guard name.prefix == "xml" else { continue }
      let value = string(attribute.first, attribute.count)
      scopeDepth = Int(current.depth)
      if name.local == "base" {
        let whole = bases.last.map { XMLReference.resolve(value, against: $0.value) } ?? value
        bases.append((current.depth, whole))
      } else if name.local == "lang" {
        languages.append((current.depth, value))
      }
    }
  }

  /// Closes elements until no more than that many are open.
  @inline(__always)
  mutating func close(to count: Int) {
    while open.count > count, open.count > 0 {
      let declared = Int(open[open.count - 1].namespaces)
      if declared > 0 { openNamespaces.truncate(to: openNamespaces.count - declared) }
      open.truncate(to: open.count - 1)
    }
    if scopeDepth >= count { closeScope(to: count) }
  }

  @inline(never)
  private mutating func closeScope(to count: Int) {
    while let last = bases.last, last.depth >= count { bases.removeLast() }
    while let last = languages.last, last.depth >= count { languages.removeLast() }
    scopeDepth = max(Int(bases.last?.depth ?? 0), Int(languages.last?.depth ?? 0))
    if bases.isEmpty, languages.isEmpty { scopeDepth = -1 }
  }

  /// Takes the elements that a new context has opened again.
  mutating func reopen(line: Int, byteOffset: Int) {
    open.truncate(to: 0)
    openNamespaces.truncate(to: 0)
    for index in 0..<events.count {
      let event = events[index]
      open.append(XMLOpenElement(name: event.name, namespaces: event.namespaces))
    }
    openNamespaces.append(namespaces.base, count: namespaces.count)
    drain()
    current = XMLEventRecord(
      kind: .none, depth: open.count, line: line, offset: byteOffset)
  }

  /// Bytes that the parser has left here, as text.
  @inline(__always)
  func string(_ first: UInt32, _ count: UInt32) -> String {
    String(
      decoding: UnsafeBufferPointer(start: bytes.base + Int(first), count: Int(count)),
      as: UTF8.self)
  }
}
