import Foundation

/// A JSON value, or a JSON Schema, whose members keep their order.
enum SchemaNode: Equatable, Sendable {
  case object([Member])
  case list([SchemaNode])
  case text(String)
  case number(Double)
  case bool(Bool)

  /// A name and its value.
  struct Member: Equatable, Sendable {
    var name: String
    var value: SchemaNode
  }

  subscript(name: String) -> SchemaNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements of a list; empty for other values.
  var elements: [SchemaNode] { if case .list(let nodes) = self { nodes } else { [] } }
  /// The members of an object; empty for other values.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  /// A number.
  var amount: Double? { if case .number(let value) = self { value } else { nil } }
  /// A text.
  var words: String? { if case .text(let text) = self { text } else { nil } }

  /// The node as JSON; a value that fits in 100 columns is on one line.
  func json(indented depth: Int = 0, after columns: Int = 0) -> String {
    let line = onOneLine
    if depth * 2 + columns + line.count < 100 { return line }
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    switch self {
    case .object(let members):
      let parts = members.map { member in
        let name = "\(Self.quoted(member.name)): "
        return inner + name + member.value.json(indented: depth + 1, after: name.count + 1)
      }
      return "{\n" + parts.joined(separator: ",\n") + "\n\(outer)}"
    case .list(let nodes):
      let parts = nodes.map { inner + $0.json(indented: depth + 1, after: 1) }
      return "[\n" + parts.joined(separator: ",\n") + "\n\(outer)]"
    default: return line
    }
  }

  private var onOneLine: String {
    switch self {
    case .object(let members):
      "{"
        + members.map { "\(Self.quoted($0.name)): \($0.value.onOneLine)" }
        .joined(separator: ", ") + "}"
    case .list(let nodes): "[" + nodes.map(\.onOneLine).joined(separator: ", ") + "]"
    case .text(let text): Self.quoted(text)
    case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
    case .bool(let value): "\(value)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

// MARK: - Schemas

extension SchemaNode {
  private static func schema(_ members: [(String, SchemaNode?)]) -> SchemaNode {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  private static func schema(
    _ members: [(String, SchemaNode?)], _ about: String?
  ) -> SchemaNode {
    schema(members + [("description", about.map(SchemaNode.text))])
  }

  static func texts(_ texts: [String]) -> SchemaNode { .list(texts.map(SchemaNode.text)) }

  static func number(_ range: ClosedRange<Double>, _ about: String? = nil) -> SchemaNode {
    schema(
      [
        ("type", .text("number")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ], about)
  }

  static func integer(_ range: ClosedRange<Int>, _ about: String? = nil) -> SchemaNode {
    schema(
      [
        ("type", .text("integer")), ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound))),
      ], about)
  }

  static func flag(_ about: String? = nil) -> SchemaNode {
    schema([("type", .text("boolean"))], about)
  }

  static func string(
    _ about: String? = nil, atMost bytes: Int? = nil, pattern: String? = nil
  ) -> SchemaNode {
    schema(
      [
        ("type", .text("string")), ("maxLength", bytes.map { .number(Double($0)) }),
        ("pattern", pattern.map(SchemaNode.text)),
      ], about)
  }

  static func oneOf(_ words: [String], _ about: String? = nil) -> SchemaNode {
    schema([("enum", texts(words))], about)
  }

  static func oneOf<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type, _ about: String? = nil
  ) -> SchemaNode where Word.RawValue == String {
    oneOf(type.allCases.map(\.rawValue), about)
  }

  static func reference(_ name: String, _ about: String? = nil) -> SchemaNode {
    schema([("$ref", .text("#/$defs/\(name)"))], about)
  }

  static func any(_ choices: [SchemaNode], _ about: String? = nil) -> SchemaNode {
    schema([("anyOf", .list(choices))], about)
  }

  static func array(
    of items: SchemaNode, count: ClosedRange<Int>? = nil, isSet: Bool = false,
    _ about: String? = nil
  ) -> SchemaNode {
    let least = count?.lowerBound ?? 0
    return schema(
      [
        ("type", .text("array")), ("items", items),
        ("uniqueItems", isSet ? .bool(true) : nil),
        ("minItems", least > 0 ? .number(Double(least)) : nil),
        ("maxItems", count.map { .number(Double($0.upperBound)) }),
      ], about)
  }

  /// A mapping of known keys.
  static func mapping(
    _ members: [(String, SchemaNode)], required: [String] = [], _ about: String? = nil
  ) -> SchemaNode {
    schema(
      [
        ("type", .text("object")),
        ("description", about.map(SchemaNode.text)), ("properties", schema(members)),
        ("required", required.isEmpty ? nil : texts(required)),
        ("additionalProperties", .bool(false)),
      ])
  }

  /// A mapping of names to values of one kind.
  static func names(
    to values: SchemaNode?, pattern: String? = nil, atMost count: Int? = nil,
    known: [(String, SchemaNode)] = [], _ about: String? = nil
  ) -> SchemaNode {
    schema(
      [
        ("type", .text("object")), ("properties", known.isEmpty ? nil : schema(known)),
        ("required", known.isEmpty ? nil : texts(known.map(\.0))),
        ("propertyNames", pattern.map { schema([("pattern", .text($0))]) }),
        ("additionalProperties", values),
        ("maxProperties", count.map { .number(Double($0)) }),
      ], about)
  }
}
