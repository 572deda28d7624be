import CSimdjson

/// Writes a JSON value in document order, for fields that do not come from JSON.
public struct JSONBuilder {
  private var nodes: [ch_json_node] = []
  private var text: [UInt8] = []
  private var open: [Int] = []

  /// An empty builder; write exactly one value.
  public init() {}

  /// Begins an object; every `beginObject` needs its `end`.
  public mutating func beginObject() { begin(CH_JSON_OBJECT) }

  /// Begins an array; every `beginArray` needs its `end`.
  public mutating func beginArray() { begin(CH_JSON_ARRAY) }

  /// Ends the innermost open object or array.
  public mutating func end() {
    guard let index = open.popLast() else { return }
    nodes[index].next = UInt32(nodes.count)
  }

  /// Writes the name of the next member of an object.
  public mutating func key(_ name: String) {
    if let parent = open.last { nodes[parent].length += 1 }
    push(CH_JSON_STRING, name)
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    count()
    push(CH_JSON_STRING, text)
  }

  /// Writes a number from its literal; a literal that is no number becomes a string.
  public mutating func number(_ literal: String) {
    count()
    push(Double(literal) == nil ? CH_JSON_STRING : CH_JSON_NUMBER, literal)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    count()
    push(value ? CH_JSON_TRUE : CH_JSON_FALSE)
  }

  /// Writes `null`.
  public mutating func null() {
    count()
    push(CH_JSON_NULL)
  }

  /// Writes a copy of another value.
  public mutating func value(_ value: JSONValue) {
    count()
    let shift = nodes.count - value.index
    for index in value.index..<Int(value.tape.nodes[value.index].next) {
      var node = value.tape.nodes[index]
      if node.hasText {
        node.offset = UInt32(text.count)
        text.append(contentsOf: value.tape.bytes(at: index))
      }
      node.next = UInt32(Int(node.next) + shift)
      nodes.append(node)
    }
  }

  /// The value written; `null` when nothing was.
  public consuming func finish() -> JSONValue {
    while !open.isEmpty { end() }
    if nodes.isEmpty { null() }
    return JSONValue(tape: JSONTape(nodes: nodes, text: text))
  }

  private mutating func begin(_ kind: Int) {
    count()
    open.append(nodes.count)
    push(kind)
  }

  /// Counts an element of the open array; members are counted by their key.
  private mutating func count() {
    guard let parent = open.last, Int(nodes[parent].kind) == CH_JSON_ARRAY else { return }
    nodes[parent].length += 1
  }

  private mutating func push(_ kind: Int, _ content: String = "") {
    let bytes = content.utf8
    // A container counts its elements as they come.
    nodes.append(
      ch_json_node(
        offset: UInt32(text.count), length: UInt32(bytes.count), next: UInt32(nodes.count + 1),
        kind: UInt8(kind)))
    text.append(contentsOf: bytes)
  }
}
