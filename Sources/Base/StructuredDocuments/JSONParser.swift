import CSimdjson

/// Parses single JSON values with simdjson.
///
/// A parser reuses its memory for the next value. Only one thread at a time may use it.
public final class JSONParser {
  /// The parser of simdjson; `nil` if its memory could not be allocated, so that all calls fail.
  private let handle: OpaquePointer?
  /// Where the last refused value is invalid, in byte offsets from its beginning.
  ///
  /// If a key is repeated, it is the range of that key. Otherwise it is an empty range, which is
  /// only as exact as simdjson's report.
  public private(set) var failure = 0..<0

  /// Creates a parser with a limit on nesting depth.
  ///
  /// - Parameter maxDepth: Maximum nesting depth; a scalar or an empty collection has depth 1.
  public init(maxDepth: Int = 128) { handle = ch_json_parser_create(maxDepth) }

  deinit { ch_json_parser_destroy(handle) }

  /// Parses bytes that contain one value, with white space before and after it.
  ///
  /// - Throws: `JSONProblem` if the bytes are not exactly one valid value.
  public func parse(_ bytes: ArraySlice<UInt8>) throws(JSONProblem) -> JSONValue {
    var tree = ch_json_tree()
    let status = bytes.withUnsafeBufferPointer {
      ch_json_parse(handle, $0.baseAddress, $0.count, &tree)
    }
    if let problem = JSONProblem(status) {
      failure = tree.error_offset..<tree.error_offset + tree.error_length
      throw problem
    }
    var reader = TreeReader(tree)
    return reader.value()
  }

  /// Parses bytes like `parse(_:)`; `nil` if they are not exactly one valid value.
  public func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    do {
      return try parse(bytes)
    } catch {
      return nil
    }
  }

  /// Offset of the first byte of a value in `bytes`; `nil` if there is no such value.
  ///
  /// - Parameters:
  ///   - pointer: The JSON Pointer of the value (RFC 6901), such as `/benchmarks/0/name`.
  ///   - bytes: One valid JSON value.
  package func offset(of pointer: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let offset = bytes.withUnsafeBufferPointer {
      ch_json_locate(handle, $0.baseAddress, $0.count, pointer)
    }
    return offset < bytes.count ? offset : nil
  }

  /// Decodes a key from the bytes between its quotation marks.
  ///
  /// If an escape is invalid, the bytes are returned as text, without decoding.
  public static func name(escaped bytes: ArraySlice<UInt8>) -> String {
    let raw = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "\\")) else { return raw }
    let quote = UInt8(ascii: "\"")
    return JSONParser(maxDepth: 1).value([quote] + bytes + [quote])?.text ?? raw
  }
}

/// Builds a value from simdjson's flat list of nodes, which is in document order.
private struct TreeReader {
  private let nodes: UnsafeBufferPointer<ch_json_node>
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ tree: ch_json_tree) {
    nodes = UnsafeBufferPointer(start: tree.nodes, count: tree.node_count)
    text = UnsafeBufferPointer(start: tree.text, count: tree.text_length)
  }

  mutating func value() -> JSONValue {
    let node = nodes[index]
    index += 1
    switch Int(node.kind) {
    case CH_JSON_FALSE: return .boolean(false)
    case CH_JSON_TRUE: return .boolean(true)
    case CH_JSON_NUMBER: return .number(literal: string(node))
    case CH_JSON_STRING: return .string(string(node))
    case CH_JSON_ARRAY: return .array((0..<node.length).map { _ in value() })
    case CH_JSON_OBJECT:
      return .object(
        (0..<node.length).map { _ in
          let key = string(nodes[index])
          index += 1
          return JSONValue.Member(key: key, value: value())
        })
    default: return .null
    }
  }

  /// The text of a string or key, or the literal of a number.
  private func string(_ node: ch_json_node) -> String {
    let start = Int(node.offset)
    return String(decoding: text[start..<start + Int(node.length)], as: UTF8.self)
  }
}

/// The reason why a JSON text was refused.
public enum JSONProblem: Error, Hashable, Sendable {
  /// The text is not valid JSON.
  case syntax
  /// The text ends before the value is complete.
  case truncated
  /// Values are nested more deeply than the limit.
  case depth
  /// The text is not UTF-8.
  case encoding
  /// Memory could not be allocated.
  case memory
  /// There is text after the value.
  case trailing
  /// The text has 2 GiB or more.
  case tooLarge
  /// A key occurs twice in one object.
  case duplicateKey
  /// A string contains an unescaped control character.
  case control
  /// The JSON is valid, but contains no array of objects that could be records.
  case noRecords

  init?(_ status: ch_json_status) {
    switch Int(status) {
    case CH_JSON_OK: return nil
    case CH_JSON_DEPTH: self = .depth
    case CH_JSON_UTF8: self = .encoding
    case CH_JSON_MEMORY: self = .memory
    case CH_JSON_TOO_LARGE: self = .tooLarge
    case CH_JSON_DUPLICATE_KEY: self = .duplicateKey
    case CH_JSON_CONTROL: self = .control
    default: self = .syntax
    }
  }
}
