import CSimdjson

/// Why JSON text was refused.
enum JSONProblem: Error, Hashable, Sendable {
  case syntax
  case truncated
  case depth
  case encoding
  case memory
  case trailing
  case tooLarge
  /// JSON, with no array of objects in it.
  case noRecords

  init?(_ status: ch_json_status) {
    switch Int(status) {
    case CH_JSON_OK: return nil
    case CH_JSON_TRUNCATED: self = .truncated
    case CH_JSON_DEPTH: self = .depth
    case CH_JSON_UTF8: self = .encoding
    case CH_JSON_MEMORY: self = .memory
    case CH_JSON_TRAILING: self = .trailing
    case CH_JSON_TOO_LARGE: self = .tooLarge
    default: self = .syntax
    }
  }
}

/// A reusable parser of single JSON values over simdjson.
final class JSONParser {
  private let handle: OpaquePointer

  /// Creates a parser for values nested at most `maxDepth` deep.
  init(maxDepth: Int) throws(JSONProblem) {
    guard let handle = ch_json_parser_create(maxDepth) else { throw .memory }
    self.handle = handle
  }

  deinit { ch_json_parser_destroy(handle) }

  /// Parses exactly one value; the bytes are not kept.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONValue {
    var tree = ch_json_tree()
    var offset = 0
    let status = ch_json_parse(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &tree, &offset)
    if let problem = JSONProblem(status) { throw problem }
    let tape = JSONTape(
      nodes: Array(UnsafeBufferPointer(start: tree.nodes, count: tree.node_count)),
      text: Array(UnsafeBufferPointer(start: tree.text, count: tree.text_length)))
    return JSONValue(tape: tape)
  }
}
