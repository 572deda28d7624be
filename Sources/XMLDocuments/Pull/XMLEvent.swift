/// One event as it waits for the reader.
struct XMLEvent {
  let kind: XMLPullReader.Event
  /// Elements open around it.
  let depth: Int
  /// Its line, from 1.
  let line: Int
  let byteOffset: Int
  /// The number of a start's or end's name.
  var name = -1
  /// The range of a start's attributes among all attributes.
  var attributes = 0..<0
  /// The range of a start's namespaces among all namespaces.
  var namespaces = 0..<0
  /// The range of a text among all texts.
  var text = 0..<0
  /// The limit that its attributes or its text exceed, which are left out.
  var exceeded: Int?
}

/// Events that wait for the reader, and what they hold.
struct XMLEventBuffer {
  var events: [XMLEvent] = []
  /// UTF-8.
  var texts: [UInt8] = []
  var attributes: [XMLAttribute] = []
  /// Declared namespaces, with an empty prefix for the default one.
  var namespaces: [(prefix: String, uri: String)] = []

  mutating func removeAll() {
    events.removeAll(keepingCapacity: events.count <= 1 << 14)
    texts.removeAll(keepingCapacity: texts.count <= 1 << 21)
    attributes.removeAll(keepingCapacity: attributes.count <= 1 << 14)
    namespaces.removeAll()
  }
}
