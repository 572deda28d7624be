import CSimdjson

/// A reusable parser of single JSON values over simdjson.
final class JSONParser {
  private let handle: OpaquePointer
  /// The record parsed last.
  private let parsed = UnsafeMutablePointer<JSONTree>.allocate(capacity: 1)
  /// After a failure: the bytes near which it happened, as far as known.
  private(set) var failure = 0..<0

  /// Creates a parser for values nested at most `maxDepth` deep.
  init(maxDepth: Int) throws(JSONProblem) {
    guard let handle = ch_json_parser_create(maxDepth) else {
      parsed.deallocate()
      throw .memory
    }
    self.handle = handle
  }

  deinit {
    ch_json_parser_destroy(handle)
    parsed.deallocate()
  }

  /// Parses exactly one value.
  ///
  /// The node points into the bytes and into the parser: it holds as long as those stay where they
  /// are, and until the parser parses again.
  func node(_ bytes: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONNode {
    var tree = ch_json_tree()
    let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let status = ch_json_parse(handle, source, bytes.count, &tree)
    if let problem = JSONProblem(status) {
      failure = tree.error_offset..<tree.error_offset + tree.error_length
      throw problem
    }
    guard let source, let nodes = tree.nodes else { throw .truncated }
    parsed.initialize(
      to: JSONTree(
        nodes: nodes, count: tree.node_count, source: source, sourceCount: bytes.count,
        decoded: tree.decoded ?? source, decodedCount: tree.decoded_length))
    return JSONNode(memory: UnsafePointer(parsed), index: 0)
  }

  /// Parses exactly one value; the bytes are not kept.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONValue {
    try node(bytes).copy()
  }

  /// Parses exactly one value.
  func parse(bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONProblem) in try parse(buffer) }
    }
    return try result.get()
  }
}
