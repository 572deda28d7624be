import CSimdjson

/// The flat form of a JSON value: nodes in document order, their text in one buffer.
///
/// One record costs two allocations, however many members it has.
struct JSONTape: Sendable {
  /// Nodes in document order, children after their parent; the first is the root.
  ///
  /// All of them count their offsets in `text`.
  var nodes: [ch_json_node] = []
  /// The bytes of all strings and number literals, UTF-8, perhaps with others between them.
  var text: [UInt8] = []

  init() {}

  /// Copies a record as it stands: its text is the record's own and the strings that had escapes.
  init(whole tree: JSONTree) {
    nodes = Array(UnsafeBufferPointer(start: tree.nodes, count: tree.count))
    text.reserveCapacity(tree.sourceCount + tree.decodedCount)
    text.append(contentsOf: UnsafeBufferPointer(start: tree.source, count: tree.sourceCount))
    text.append(contentsOf: UnsafeBufferPointer(start: tree.decoded, count: tree.decodedCount))
    guard tree.decodedCount > 0 else { return }
    for index in nodes.indices where nodes[index].decoded {
      nodes[index].decoded = false
      nodes[index].offset += UInt32(tree.sourceCount)
    }
  }

  /// Makes an object of some members of a record.
  ///
  /// - Parameter members: The nodes of their keys.
  init(members: UnsafeBufferPointer<Int>, of tree: JSONTree) {
    var (nodeCount, textCount) = (1, 0)
    for key in members {
      let end = Int(tree.nodes[key + 1].next)
      nodeCount += end - key
      for index in key..<end where tree.nodes[index].hasText {
        textCount += Int(tree.nodes[index].length)
      }
    }
    let root = ch_json_node(
      offset: 0, length: UInt32(members.count), next: UInt32(nodeCount),
      kind: JSONKind.object.code, decoded: false)
    var text = [UInt8](repeating: 0, count: textCount)
    nodes = text.withUnsafeMutableBufferPointer { text in
      [ch_json_node](unsafeUninitializedCapacity: nodeCount) { nodes, count in
        nodes.initializeElement(at: 0, to: root)
        count = 1
        var filled = 0
        for key in members {
          // The key and its value stand one after the other.
          let shift = count - key
          for index in key..<Int(tree.nodes[key + 1].next) {
            var node = tree.nodes[index]
            if node.hasText {
              let bytes = tree.text(node)
              if let start = bytes.baseAddress, let out = text.baseAddress {
                (out + filled).update(from: start, count: bytes.count)
              }
              node.offset = UInt32(filled)
              node.decoded = false
              filled += bytes.count
            }
            node.next = UInt32(Int(node.next) + shift)
            nodes.initializeElement(at: count, to: node)
            count += 1
          }
        }
      }
    }
    self.text = text
  }

  /// Bytes that the tape takes.
  var memoryBytes: Int { nodes.count * MemoryLayout<ch_json_node>.stride + text.count }

  /// The text of a string or the literal of a number.
  func string(at index: Int) -> String {
    let node = nodes[index]
    let start = Int(node.offset)
    return String(decoding: text[start..<start + Int(node.length)], as: UTF8.self)
  }

  /// Copies the value at a node of another tape to the end of this one.
  mutating func append(_ other: JSONTape, at index: Int) {
    other.text.withUnsafeBufferPointer { text in
      other.nodes.withUnsafeBufferPointer { nodes in
        append(nodes, at: index) { node in
          UnsafeBufferPointer(rebasing: text[Int(node.offset)..<Int(node.offset + node.length)])
        }
      }
    }
  }

  /// Copies the value at a node of a parsed record to the end of this tape.
  mutating func append(_ tree: JSONTree, at index: Int) {
    append(UnsafeBufferPointer(start: tree.nodes, count: tree.count), at: index, tree.text)
  }

  @inline(__always)
  private mutating func append(
    _ others: UnsafeBufferPointer<ch_json_node>, at index: Int,
    _ bytes: (ch_json_node) -> UnsafeBufferPointer<UInt8>
  ) {
    let shift = nodes.count - index
    for position in index..<Int(others[index].next) {
      var node = others[position]
      if node.hasText {
        let content = bytes(node)
        node.offset = UInt32(text.count)
        node.decoded = false
        text.append(contentsOf: content)
      }
      node.next = UInt32(Int(node.next) + shift)
      nodes.append(node)
    }
  }
}

extension ch_json_node {
  /// Whether the node has bytes of its own.
  @inline(__always)
  var hasText: Bool { Int(kind) == CH_JSON_STRING || Int(kind) == CH_JSON_NUMBER }
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

  init(code: Int) {
    switch code {
    case CH_JSON_FALSE, CH_JSON_TRUE: self = .boolean
    case CH_JSON_NUMBER: self = .number
    case CH_JSON_STRING: self = .string
    case CH_JSON_ARRAY: self = .array
    case CH_JSON_OBJECT: self = .object
    default: self = .null
    }
  }

  /// The node code of kinds that have one code.
  var code: UInt8 {
    switch self {
    case .null: UInt8(CH_JSON_NULL)
    case .boolean: UInt8(CH_JSON_TRUE)
    case .number: UInt8(CH_JSON_NUMBER)
    case .string: UInt8(CH_JSON_STRING)
    case .array: UInt8(CH_JSON_ARRAY)
    case .object: UInt8(CH_JSON_OBJECT)
    }
  }
}
