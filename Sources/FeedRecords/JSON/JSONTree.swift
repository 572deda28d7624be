import CSimdjson

/// A parsed record as the parser holds it; see `JSONParser.node` for how long.
struct JSONTree {
  let nodes: UnsafePointer<ch_json_node>
  let count: Int
  let source: UnsafePointer<UInt8>
  let sourceCount: Int
  let decoded: UnsafePointer<UInt8>
  let decodedCount: Int
  /// Whether the source and the decoded strings are known to be ASCII.
  let isASCII: Bool
  /// By the number of a parser's word: the node of the member's value, or 0.
  let members: UnsafePointer<UInt32>?
  /// The nodes of the outermost object's keys that are none of the parser's words, in their order.
  let others: UnsafeBufferPointer<UInt32>

  /// The text of a string or the literal of a number.
  func text(_ node: ch_json_node) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (node.decoded ? decoded : source) + Int(node.offset), count: Int(node.length))
  }
}

/// A value of a record while the parser holds it: nothing is copied or counted until asked for.
struct JSONNode: JSONReadable {
  /// Where the parser keeps the record: a node is handed on too often to carry all of it along.
  let memory: UnsafePointer<JSONTree>
  let index: Int

  var tree: JSONTree { memory.pointee }

  var node: ch_json_node { tree.nodes[index] }

  func at(_ index: Int) -> JSONNode { JSONNode(memory: memory, index: index) }

  func node(at index: Int) -> ch_json_node { tree.nodes[index] }

  /// The bytes of a string or of a number's literal.
  var bytes: UnsafeBufferPointer<UInt8> { tree.text(node) }

  func withBytes<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    body(tree.text(tree.nodes[index]))
  }

  /// A value that lives on.
  func copy() -> JSONValue {
    if index == 0 { return JSONValue(tape: JSONTape(whole: tree)) }
    var tape = JSONTape()
    tape.append(tree, at: index)
    return JSONValue(tape: tape)
  }
}
