import CSimdjson

/// A JSON value: a place in a flat tape that the values of one record share.
///
/// Objects keep the order of their members.
public struct JSONValue: Sendable {
  let tape: JSONTape
  let index: Int

  init(tape: JSONTape, index: Int = 0) {
    self.tape = tape
    self.index = index
  }

  /// What the value is.
  public var kind: JSONKind { JSONKind(code: Int(node.kind)) }

  /// The text of a string, else `nil`.
  public var string: String? { kind == .string ? tape.string(at: index) : nil }

  /// The value of a number, else `nil`; infinite when the literal is out of range.
  public var number: Double? { literal.map { Double($0) ?? .infinity } }

  /// A number exactly as it was written, else `nil`.
  public var literal: String? { kind == .number ? tape.string(at: index) : nil }

  /// The value of a boolean, else `nil`.
  public var boolean: Bool? { kind == .boolean ? Int(node.kind) == CH_JSON_TRUE : nil }

  /// Elements of an array or members of an object; 0 for anything else.
  public var count: Int { kind == .array || kind == .object ? Int(node.length) : 0 }

  /// Elements of an array; none for anything else.
  public var elements: [JSONValue] {
    var result: [JSONValue] = []
    guard kind == .array else { return result }
    result.reserveCapacity(count)
    var place = index + 1
    for _ in 0..<count {
      result.append(JSONValue(tape: tape, index: place))
      place = Int(tape.nodes[place].next)
    }
    return result
  }

  /// Members of an object in document order; none for anything else.
  public var members: [(key: String, value: JSONValue)] {
    var result: [(key: String, value: JSONValue)] = []
    guard kind == .object else { return result }
    result.reserveCapacity(count)
    var place = index + 1
    for _ in 0..<count {
      result.append((tape.string(at: place), JSONValue(tape: tape, index: place + 1)))
      place = Int(tape.nodes[place + 1].next)
    }
    return result
  }

  /// The member of an object with a name, if there is one.
  public subscript(_ key: String) -> JSONValue? {
    guard kind == .object else { return nil }
    var place = index + 1
    for _ in 0..<count {
      if tape.isEqual(at: place, key.utf8) { return JSONValue(tape: tape, index: place + 1) }
      place = Int(tape.nodes[place + 1].next)
    }
    return nil
  }

  /// An element of an array, or the value of an object's member, by its position.
  public subscript(_ place: Int) -> JSONValue? {
    guard place >= 0, place < count else { return nil }
    let keys = kind == .object ? 1 : 0
    var position = index + 1 + keys
    for _ in 0..<place { position = Int(tape.nodes[position].next) + keys }
    return JSONValue(tape: tape, index: position)
  }

  /// A string's text, a number as it was written, `true` or `false`; `nil` for anything else.
  public var text: String? {
    switch kind {
    case .string, .number: tape.string(at: index)
    case .boolean: boolean == true ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// Whether there is nothing to show: null, an empty string, array or object.
  public var isEmpty: Bool {
    switch kind {
    case .null: true
    case .string, .array, .object: node.length == 0
    case .number, .boolean: false
    }
  }

  private var node: ch_json_node { tape.nodes[index] }
}

/// What readers of records ask of a value.
extension JSONValue {
  /// The text; of an XML element that has attributes or elements of its own, the text in it.
  var content: String? { kind == .object ? self["#text"]?.text : text }

  /// A finite number; a text that is a number counts.
  var numeric: Double? {
    let value = kind == .string ? text.flatMap { Double($0.trimmed) } : number
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The instant that a text or a number means, in the form that is declared.
  func date(_ form: FeedDateForm = .auto) -> FeedDate? {
    switch kind {
    case .string: text.flatMap { FeedDate($0, form: form) }
    case .number: number.flatMap { FeedDate(number: $0, form: form) }
    case .object: self["#text"]?.date(form)
    case .null, .boolean, .array: nil
    }
  }
}

extension JSONValue: Equatable {
  /// Equal kinds, texts, number literals and order of members.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    // In both tapes a value's nodes stand in document order: walking them side by side compares
    // everything, whatever the nesting.
    let count = Int(left.node.next) - left.index
    guard Int(right.node.next) - right.index == count else { return false }
    return (0..<count).allSatisfy { step in
      let (mine, other) = (left.index + step, right.index + step)
      let (node, otherNode) = (left.tape.nodes[mine], right.tape.nodes[other])
      return node.kind == otherNode.kind && node.length == otherNode.length
        && Int(node.next) - left.index == Int(otherNode.next) - right.index
        && (!node.hasText || left.tape.isEqual(at: mine, right.tape.bytes(at: other)))
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

  fileprivate init(code: Int) {
    switch code {
    case CH_JSON_FALSE, CH_JSON_TRUE: self = .boolean
    case CH_JSON_NUMBER: self = .number
    case CH_JSON_STRING: self = .string
    case CH_JSON_ARRAY: self = .array
    case CH_JSON_OBJECT: self = .object
    default: self = .null
    }
  }
}

/// The flat form of a JSON value: nodes in document order, their text in one buffer.
final class JSONTape: Sendable {
  /// Nodes in document order, children after their parent; the first is the root.
  let nodes: [ch_json_node]
  /// The bytes of all strings and number literals, UTF-8.
  let text: [UInt8]

  init(nodes: [ch_json_node], text: [UInt8]) {
    self.nodes = nodes
    self.text = text
  }

  /// Bytes that the tape takes.
  var memoryBytes: Int { nodes.count * MemoryLayout<ch_json_node>.stride + text.count }

  /// The bytes of a string or of a number's literal.
  func bytes(at index: Int) -> ArraySlice<UInt8> {
    let start = Int(nodes[index].offset)
    return text[start..<start + Int(nodes[index].length)]
  }

  /// The text of a string or the literal of a number.
  func string(at index: Int) -> String { String(decoding: bytes(at: index), as: UTF8.self) }

  /// Whether the text of a node is a given one.
  func isEqual(at index: Int, _ other: some Collection<UInt8>) -> Bool {
    Int(nodes[index].length) == other.count && bytes(at: index).elementsEqual(other)
  }
}

extension ch_json_node {
  /// Whether the node has bytes of its own.
  var hasText: Bool { Int(kind) == CH_JSON_STRING || Int(kind) == CH_JSON_NUMBER }
}
