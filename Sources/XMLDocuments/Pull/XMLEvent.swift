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
  var attributes: [XMLAttribute] = []
  /// Namespaces that a start declares; without a prefix, the prefix is empty.
  var namespaces: [(prefix: String, uri: String)] = []
  /// Where a text stands among all texts.
  var text = 0..<0
  /// The limit that its attributes or its text are beyond; what is too long is left out.
  var exceeded: Int?
}
