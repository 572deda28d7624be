import CSimdjson

/// A reusable parser of single JSON values over simdjson.
final class JSONParser {
  private let handle: OpaquePointer
  /// After a failure: the bytes near which it happened, as far as known.
  private(set) var failure = 0..<0

  /// Creates a parser for values nested at most `maxDepth` deep.
  init(maxDepth: Int) throws(JSONProblem) {
    guard let handle = ch_json_parser_create(maxDepth) else { throw .memory }
    self.handle = handle
  }

  deinit { ch_json_parser_destroy(handle) }

  /// Parses exactly one value.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONValue {
    var tree = ch_json_tree()
    let status = ch_json_parse(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &tree)
    if let problem = JSONProblem(status) {
      failure = tree.error_offset..<tree.error_offset + tree.error_length
      throw problem
    }
    return JSONValue(
      tape: JSONTape(
        nodes: Array(UnsafeBufferPointer(start: tree.nodes, count: tree.node_count)),
        text: Array(UnsafeBufferPointer(start: tree.text, count: tree.text_length))))
  }

  /// Parses exactly one value.
  func parse(bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONProblem) in try parse(buffer) }
    }
    return try result.get()
  }

  /// The text of a key whose bytes stood between quotation marks; as it is where it has a wrong
  /// escape.
  static func name(escaped bytes: some Collection<UInt8>) -> String {
    let raw = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "\\")) else { return raw }
    do {
      let quote = UInt8(ascii: "\"")
      return try JSONParser(maxDepth: 1).parse(bytes: [quote] + bytes + [quote]).text ?? raw
    } catch {
      return raw
    }
  }
}
