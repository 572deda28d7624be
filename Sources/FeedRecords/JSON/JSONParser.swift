import CSimdjson

/// A reusable parser of single JSON values over simdjson.
final class JSONParser {
  private let handle: OpaquePointer
  /// The record parsed last.
  private let parsed = UnsafeMutablePointer<JSONTree>.allocate(capacity: 1)
  /// After a failure: the bytes near which it happened, as far as known.
  private(set) var failure = 0..<0

  /// Creates a parser for values nested at most `maxDepth` deep.
  ///
  /// - Parameter words: Keys of the outermost object whose members are noted: at most 32 of at most
  ///   16 bytes.
  init(maxDepth: Int, words: [StaticString] = []) throws(JSONProblem) {
    guard let handle = ch_json_parser_create(maxDepth) else {
      parsed.deallocate()
      throw .memory
    }
    self.handle = handle
    for word in words {
      // One that was left out would be read as if it were none of the words.
      guard ch_json_parser_add_word(handle, word.utf8Start, word.utf8CodeUnitCount) else {
        throw .tooLarge
      }
    }
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
    guard let source,
      let node = node(of: tree, UnsafeBufferPointer(start: source, count: bytes.count))
    else { throw .truncated }
    return node
  }

  private func node(of tree: ch_json_tree, _ source: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    guard let start = source.baseAddress, let nodes = tree.nodes else { return nil }
    parsed.initialize(
      to: JSONTree(
        nodes: nodes, count: tree.node_count, source: start, sourceCount: source.count,
        decoded: tree.decoded ?? start, decodedCount: tree.decoded_length,
        isASCII: tree.is_ascii,
        members: tree.members,
        others: UnsafeBufferPointer(start: tree.others, count: tree.other_count)))
    return JSONNode(memory: UnsafePointer(parsed), index: 0)
  }

  /// Indexes a text of many records, to parse them one after the other; false where it is broken.
  ///
  /// The bytes must stay where they are as long as `next` is called.
  func index(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ch_json_parser_index(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Parses the next object of a text that was indexed; `nil` where no whole and valid one comes.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - from: The end of the record before, or by line the beginning of a line.
  ///   - maxBytes: Bytes of the object.
  func next(
    in bytes: UnsafeRawBufferPointer, from: Int, byLine: Bool, maxBytes: Int
  ) -> (node: JSONNode, extent: ch_json_extent)? {
    var tree = ch_json_tree()
    var extent = ch_json_extent()
    guard ch_json_parse_next(handle, from, byLine, max(maxBytes, 0), &tree, &extent),
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let node = node(
        of: tree,
        UnsafeBufferPointer(start: start + extent.start, count: extent.end - extent.start))
    else { return nil }
    return (node, extent)
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
