import CSimdjson

/// The flat form of a JSON value: nodes in document order, their text in one buffer.
///
/// One record costs two allocations, however many members it has.
struct JSONTape: Sendable {
  /// Nodes in document order, children after their parent; the first is the root.
  var nodes: [ch_json_node] = []
  /// The bytes of all strings and number literals, UTF-8.
  var text: [UInt8] = []

  /// The text of a string or the literal of a number.
  func string(at index: Int) -> String {
    let node = nodes[index]
    let start = Int(node.offset)
    return String(decoding: text[start..<start + Int(node.length)], as: UTF8.self)
  }

  /// Whether the string at a node has exactly these UTF-8 bytes.
  func matches(_ index: Int, _ key: String) -> Bool {
    let node = nodes[index]
    guard Int(node.length) == key.utf8.count else { return false }
    let start = Int(node.offset)
    return text[start..<start + Int(node.length)].elementsEqual(key.utf8)
  }

  /// Copies the value at a node of another tape to the end of this one.
  mutating func append(_ other: JSONTape, at index: Int) {
    let base = nodes.count
    let end = Int(other.nodes[index].next)
    for position in index..<end {
      var node = other.nodes[position]
      if node.kind == JSONKind.string.code || node.kind == JSONKind.number.code {
        let start = Int(node.offset)
        let bytes = other.text[start..<start + Int(node.length)]
        node.offset = UInt32(text.count)
        text.append(contentsOf: bytes)
      }
      node.next = UInt32(Int(node.next) - index + base)
      nodes.append(node)
    }
  }
}

/// The kinds of JSON values.
public enum JSONKind: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object

  /// The node code of kinds that have one code.
  var code: UInt32 {
    switch self {
    case .null: UInt32(CH_JSON_NULL)
    case .boolean: UInt32(CH_JSON_TRUE)
    case .number: UInt32(CH_JSON_NUMBER)
    case .string: UInt32(CH_JSON_STRING)
    case .array: UInt32(CH_JSON_ARRAY)
    case .object: UInt32(CH_JSON_OBJECT)
    }
  }
}
