/// A JSON value, whose objects keep the order of their members.
public enum JSONValue: Hashable, Sendable {
  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The member's name.
    public var key: String
    /// The member's value.
    public var value: JSONValue

    /// Creates a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, as the literal that the text contains.
  case number(literal: String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([Member])

  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The text of a string; otherwise `nil`.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The literal of a number; `nil` for other values.
  public var literal: String? { if case .number(let literal) = self { literal } else { nil } }

  /// The value of a number, infinite if the literal is out of range; `nil` for other values.
  public var number: Double? { literal.map { Double($0) ?? .infinity } }

  /// The value of a boolean; otherwise `nil`.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// Elements of an array; empty for other values.
  public var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// Members of an object in document order; empty for other values.
  public var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// Number of elements of an array or of members of an object; 0 for other values.
  public var count: Int { elements.count + members.count }

  /// The value of the object's member with a name; `nil` if there is none.
  ///
  /// Names are compared as bytes, because the time of Swift's string comparison can grow with the
  /// square of the number of combining marks.
  public subscript(_ key: String) -> JSONValue? {
    let bytes = key.utf8
    let member = members.first {
      $0.key.utf8.count == bytes.count && $0.key.utf8.elementsEqual(bytes)
    }
    return member?.value
  }

  /// The element of an array, or the value of an object's member, at an index from 0.
  ///
  /// `nil` if the index is out of range, or for other values.
  public subscript(_ index: Int) -> JSONValue? {
    guard index >= 0, index < count else { return nil }
    if case .array(let elements) = self { return elements[index] }
    return members[index].value
  }

  /// The text of a string, the literal of a number, `true` or `false`; `nil` for other values.
  public var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// Whether the value is null or an empty string, array or object.
  public var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array, .object: count == 0
    case .number, .boolean: false
    }
  }

  /// Approximate size of the value in memory, in bytes.
  public var memoryBytes: Int {
    let own = MemoryLayout<JSONValue>.stride
    return switch self {
    case .null, .boolean: own
    case .number(let text), .string(let text): own + text.utf8.count
    case .array(let elements): elements.reduce(own) { $0 + $1.memoryBytes }
    case .object(let members):
      members.reduce(own) {
        $0 + MemoryLayout<String>.stride + $1.key.utf8.count + $1.value.memoryBytes
      }
    }
  }
}

/// The kinds of JSON values, without the values themselves.
public enum JSONKind: Hashable, Sendable {
  /// Null, `true` or `false`, a number, a string, an array, or an object.
  case null, boolean, number, string, array, object
}
