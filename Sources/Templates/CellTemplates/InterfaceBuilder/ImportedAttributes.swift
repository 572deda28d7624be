import StructuredDocuments
import XMLDocuments

/// Reads the user-defined runtime attributes of a view.
struct ImportedAttributes {
  /// Whether the view has a runtime attribute that is set to true.
  static func flag(_ keyPath: String, of element: XMLElement) -> Bool {
    attributes(element).contains { attribute in
      attribute["keyPath"] == keyPath
        && (attribute["value"] == "YES"
          || attribute.children.contains { $0["key"] == "value" && $0["value"] == "YES" })
    }
  }

  /// All attributes as a mapping by key path, or `nil` when there are none.
  static func node(_ element: XMLElement) -> DocumentNode? {
    let attributes = attributes(element)
    guard let first = attributes.first else { return nil }
    var node = NodeBuilder(line: first.line)
    for attribute in attributes {
      let key = ImportedViewReader.plain(attribute["keyPath"] ?? "")
      guard !node.entries.contains(where: { $0.key == key }) else { continue }
      node.set(key, value(attribute))
    }
    return node.node
  }

  private static func attributes(_ element: XMLElement) -> [XMLElement] {
    element.children("userDefinedRuntimeAttributes").flatMap(\.children)
      .filter { $0.name == "userDefinedRuntimeAttribute" }
  }

  private static func value(_ attribute: XMLElement) -> DocumentNode.Value {
    let child = attribute.children.first { $0["key"] == "value" }
    let text = attribute["value"] ?? child?["value"]
    switch attribute["type"] {
    case "boolean": return .bool(text == "YES")
    case "number":
      return text.flatMap(PlainNumber.value).map { .number($0) } ?? .text(text ?? "")
    default: break
    }
    if let text { return .text(text) }
    guard let child else { return .null }
    if child.name == "string" || child.name == "mutableString" { return .text(child.text) }
    // Colors, sizes and the like become mappings of their XML attributes.
    var parts = NodeBuilder(line: attribute.line)
    for part in child.attributes
    where part.name.local != "key" && !parts.entries.contains(where: { $0.key == part.name.local })
    {
      parts.set(
        part.name.local,
        PlainNumber.value(of: part.value).map { .number($0) } ?? .text(part.value))
    }
    return parts.node.value
  }
}
