import CSimdjson

/// A JSON value: a place in a flat tape that the values of one record share.
///
/// Objects keep the order of their members; of members with the same name the first is found.
public struct JSONValue: Sendable {
  let tape: JSONTape
  let index: Int

  init(tape: JSONTape, index: Int = 0) {
    self.tape = tape
    self.index = index
  }

  var node: ch_json_node { tape.nodes[index] }

  /// What the value is.
  public var kind: JSONKind {
    switch Int(node.kind) {
    case CH_JSON_FALSE, CH_JSON_TRUE: .boolean
    case CH_JSON_NUMBER: .number
    case CH_JSON_STRING: .string
    case CH_JSON_ARRAY: .array
    case CH_JSON_OBJECT: .object
    default: .null
    }
  }

  /// The text of a string, else `nil`.
  public var string: String? { kind == .string ? tape.string(at: index) : nil }

  /// The value of a number, else `nil`; infinite when the literal is out of range.
  public var number: Double? { kind == .number ? node.number : nil }

  /// A number exactly as it was written, else `nil`.
  public var literal: String? { kind == .number ? tape.string(at: index) : nil }

  /// The value of a boolean, else `nil`.
  public var boolean: Bool? { kind == .boolean ? Int(node.kind) == CH_JSON_TRUE : nil }

  /// Elements of an array or members of an object; 0 for anything else.
  public var count: Int {
    kind == .array || kind == .object ? Int(node.length) : 0
  }

  /// Elements of an array; none for anything else.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var result: [JSONValue] = []
    result.reserveCapacity(count)
    var position = index + 1
    for _ in 0..<count {
      result.append(JSONValue(tape: tape, index: position))
      position = Int(tape.nodes[position].next)
    }
    return result
  }

  /// Members of an object in document order; none for anything else.
  public var members: [(key: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    var result: [(key: String, value: JSONValue)] = []
    result.reserveCapacity(count)
    var position = index + 1
    for _ in 0..<count {
      result.append((tape.string(at: position), JSONValue(tape: tape, index: position + 1)))
      position = Int(tape.nodes[position + 1].next)
    }
    return result
  }

  /// The member of an object with a name, if there is one.
  public subscript(_ key: String) -> JSONValue? {
    guard kind == .object else { return nil }
    var position = index + 1
    for _ in 0..<count {
      if tape.matches(position, key) { return JSONValue(tape: tape, index: position + 1) }
      position = Int(tape.nodes[position + 1].next)
    }
    return nil
  }

  /// An element of an array, or the value of an object's member, by its position.
  public subscript(_ place: Int) -> JSONValue? {
    guard place >= 0, place < count else { return nil }
    let keyed = kind == .object
    var position = index + (keyed ? 2 : 1)
    for _ in 0..<place {
      position = Int(tape.nodes[position].next) + (keyed ? 1 : 0)
    }
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
}

extension JSONValue: Equatable {
  /// Equal kinds, texts, number literals and order of members.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null: return true
    case .boolean: return left.boolean == right.boolean
    case .number, .string: return left.text == right.text
    case .array: return left.elements == right.elements
    case .object:
      let (mine, others) = (left.members, right.members)
      return mine.count == others.count
        && zip(mine, others).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    }
  }
}
