/// A buffered event that the reader has not pulled yet.
struct XMLEvent {
  let kind: XMLPullReader.Event
  /// Number of elements open around it.
  let depth: Int
  /// Line at which it starts, from 1.
  let line: Int
  let byteOffset: Int
  /// Number of the element's name in the name table, or -1 for text.
  var name = -1
  /// Range of a start's attributes in the buffer's `attributes`.
  var attributes = 0..<0
  /// Range of a start's namespaces in the buffer's `namespaces`.
  var namespaces = 0..<0
  /// For a text event, the range of its bytes in the buffer's `texts`; otherwise empty.
  var text = 0..<0
  /// The limit that the event's attributes or text exceed, or `nil`.
  ///
  /// What exceeds it is left out.
  var exceeded: Int?
}

/// The buffered events with their texts, attributes and namespaces.
struct XMLEventBuffer {
  var events: [XMLEvent] = []
  /// The texts of all events, UTF-8.
  var texts: [UInt8] = []
  var attributes: [XMLAttribute] = []
  /// Namespaces declared by all events, with an empty prefix for the default namespace.
  var namespaces: [(prefix: String, uri: String)] = []

  mutating func removeAll() {
    events.removeAll(keepingCapacity: events.count <= 1 << 14)
    texts.removeAll(keepingCapacity: texts.count <= 1 << 21)
    attributes.removeAll(keepingCapacity: attributes.count <= 1 << 14)
    namespaces.removeAll()
  }
}
