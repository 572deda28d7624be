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
  public var kind: JSONKind { JSONKind(code: code) }

  /// The text of a string, else `nil`.
  public var string: String? { code == CH_JSON_STRING ? tape.string(at: index) : nil }

  /// The value of a number, else `nil`; infinite when the literal is out of range.
  public var number: Double? {
    code == CH_JSON_NUMBER ? withBytes(at: index) { Double(jsonLiteral: $0) } : nil
  }

  /// A number exactly as it was written, else `nil`.
  public var literal: String? { code == CH_JSON_NUMBER ? tape.string(at: index) : nil }

  /// The value of a boolean, else `nil`.
  public var boolean: Bool? { kind == .boolean ? code == CH_JSON_TRUE : nil }

  /// Elements of an array or members of an object; 0 for anything else.
  public var count: Int { code >= CH_JSON_ARRAY ? Int(tape.nodes[index].length) : 0 }

  /// Elements of an array; none for anything else.
  public var elements: [JSONValue] {
    var result: [JSONValue] = []
    result.reserveCapacity(code == CH_JSON_ARRAY ? count : 0)
    forEachElement { result.append($0) }
    return result
  }

  /// Members of an object in document order; none for anything else.
  public var members: [(key: String, value: JSONValue)] {
    var result: [(key: String, value: JSONValue)] = []
    result.reserveCapacity(code == CH_JSON_OBJECT ? count : 0)
    forEachMember { key, value in result.append((tape.string(at: key), value)) }
    return result
  }

  /// The member of an object with a name, if there is one.
  public subscript(_ key: String) -> JSONValue? { member(key) }

  /// An element of an array, or the value of an object's member, by its position.
  public subscript(_ place: Int) -> JSONValue? { child(place) }

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
    case .string, .array, .object: tape.nodes[index].length == 0
    case .number, .boolean: false
    }
  }
}

extension JSONValue: JSONReadable {
  func node(at index: Int) -> ch_json_node { tape.nodes[index] }

  func at(_ index: Int) -> JSONValue { JSONValue(tape: tape, index: index) }

  func withBytes<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = tape.nodes[index]
    let start = Int(node.offset)
    return tape.text.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<start + Int(node.length)]))
    }
  }

  func copy() -> JSONValue { self }
}

extension JSONValue: Equatable {
  /// Equal kinds, texts, number literals and order of members.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    // In both tapes a value's nodes stand in document order: walking them side by side compares
    // everything, whatever the nesting.
    let count = Int(left.tape.nodes[left.index].next) - left.index
    guard Int(right.tape.nodes[right.index].next) - right.index == count else { return false }
    for step in 0..<count {
      let (mine, other) = (left.index + step, right.index + step)
      let (node, otherNode) = (left.tape.nodes[mine], right.tape.nodes[other])
      guard node.kind == otherNode.kind, node.length == otherNode.length,
        Int(node.next) - left.index == Int(otherNode.next) - right.index
      else { return false }
      guard node.hasText else { continue }
      let same = left.withBytes(at: mine) { text in
        right.withBytes(at: other) { text.isEqual(to: $0) }
      }
      guard same else { return false }
    }
    return true
  }
}
