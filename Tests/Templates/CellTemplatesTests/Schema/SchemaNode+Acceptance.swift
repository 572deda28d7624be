/// A node as a schema: the values that it accepts, and values for tests.
extension SchemaNode {
  /// Whether a value matches this schema; `definitions` has the referenced definitions.
  ///
  /// Patterns are not checked.
  func accepts(_ value: SchemaNode, _ definitions: [String: SchemaNode]) -> Bool {
    members.allSatisfy { member in
      let rule = member.value
      switch member.name {
      case "$ref":
        return (definitions[Self.target(rule)] ?? .list([])).accepts(value, definitions)
      case "anyOf": return rule.elements.contains { $0.accepts(value, definitions) }
      case "not": return !rule.accepts(value, definitions)
      case "const": return value == rule
      case "enum": return rule.elements.contains(value)
      case "type":
        let names = rule.words.map { [$0] } ?? rule.elements.compactMap(\.words)
        return names.contains { value.has(type: $0) }
      case "minimum": return value.amount.map { $0 >= rule.amount ?? 0 } ?? true
      case "maximum": return value.amount.map { $0 <= rule.amount ?? 0 } ?? true
      case "minLength": return value.words.map { $0.count >= Int(rule.amount ?? 0) } ?? true
      case "maxLength": return value.words.map { $0.count <= Int(rule.amount ?? 0) } ?? true
      case "minItems":
        return !value.has(type: "array") || value.elements.count >= Int(rule.amount ?? 0)
      case "maxItems": return value.elements.count <= Int(rule.amount ?? 0)
      case "items": return value.elements.allSatisfy { rule.accepts($0, definitions) }
      case "uniqueItems":
        return value.elements.indices.allSatisfy {
          value.elements.firstIndex(of: value.elements[$0]) == $0
        }
      case "required": return rule.elements.compactMap(\.words).allSatisfy { value[$0] != nil }
      case "properties":
        return value.members.allSatisfy { rule[$0.name]?.accepts($0.value, definitions) ?? true }
      case "additionalProperties":
        let known = self["properties"]?.members.map(\.name) ?? []
        return value.members.allSatisfy {
          known.contains($0.name) || rule != .bool(false) && rule.accepts($0.value, definitions)
        }
      default: return true
      }
    }
  }

  private static func target(_ rule: SchemaNode) -> String {
    String((rule.words ?? "").dropFirst("#/$defs/".count))
  }

  private func has(type: String) -> Bool {
    switch self {
    case .object: type == "object"
    case .list: type == "array"
    case .text: type == "string"
    case .bool: type == "boolean"
    case .number(let value): type == "number" || type == "integer" && value == value.rounded()
    }
  }

  /// Values around the edges of this schema, right and wrong ones.
  func trials(_ definitions: [String: SchemaNode], depth: Int = 0) -> [SchemaNode] {
    guard depth < 4 else { return [] }
    var found: [SchemaNode] = []
    for member in members {
      let rule = member.value
      switch member.name {
      case "$ref":
        found += definitions[Self.target(rule)]?.trials(definitions, depth: depth + 1) ?? []
      case "anyOf": found += rule.elements.flatMap { $0.trials(definitions, depth: depth + 1) }
      case "const": found.append(rule)
      case "enum": found += rule.elements
      case "minimum", "maximum":
        let edge = rule.amount ?? 0
        found += [edge, edge - 1, edge + 1, edge + 0.5].map(SchemaNode.number)
      case "items":
        let one = rule.trials(definitions, depth: depth + 1)
        for count in 1...5 {
          found += one.prefix(8).map { .list(Array(repeating: $0, count: count)) }
        }
        found.append(.list(one))
      case "properties":
        for property in rule.members {
          found += property.value.trials(definitions, depth: depth + 1).prefix(8).map {
            .object([Member(name: property.name, value: $0)])
          }
        }
      default: break
      }
    }
    return found
  }

  /// A value of every type.
  static let everyType: [SchemaNode] = [
    .bool(true), .bool(false), .number(0), .number(1), .number(-1), .number(1.5), .number(1e7),
    .text("nonsense"), .list([]), .list([.number(1)]), .list([.number(1), .number(2)]),
    .list([.text("nonsense")]), .object([]),
    .object([Member(name: "nonsense", value: .number(1))]),
  ]
}
