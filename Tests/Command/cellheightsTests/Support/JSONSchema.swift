import Foundation
import StructuredDocuments

/// A JSON Schema of `docs/schemas`, of which it knows the keywords that the project uses.
struct JSONSchema: Sendable {
  /// Such as `cellheights.build/1`, or the name of the file for a shape that others refer to.
  let name: String
  let root: JSONValue
  private let folder: [String: JSONValue]

  /// All schemas, sorted by name.
  static func all() throws -> [JSONSchema] {
    let url = Workshop.package.appending(path: "docs/schemas")
    var folder: [String: JSONValue] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: url.path)
    where file.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: url.appending(path: file)))
      folder[file] = try JSONParser().parse(bytes[...])
    }
    return folder.sorted { $0.key < $1.key }.map { file, root in
      JSONSchema(
        name: root["title"]?.string ?? String(file.dropLast(5)), root: root, folder: folder)
    }
  }

  /// The schema that a document names; `nil` for one without a schema, or of another kind.
  static func of(_ text: String) throws -> JSONSchema? {
    guard let name = text.firstMatch(of: #/^\{"schema":"(cellheights\.[a-z-]+/[0-9]+)"/#)?.1 else {
      return nil
    }
    return try known.get()[String(name)]
  }

  private static let known = Result {
    Dictionary(uniqueKeysWithValues: try all().map { ($0.name, $0) })
  }

  /// What of a document is not as the schema says; empty if it is valid.
  func problems(of document: JSONValue) -> [String] { problems(document, root, root, "") }

  private func problems(
    _ value: JSONValue, _ schema: JSONValue, _ base: JSONValue, _ path: String
  ) -> [String] {
    if let reference = schema["$ref"]?.string {
      let (target, base) = resolve(reference, base)
      guard let target else { return ["\(path): no schema \(reference)"] }
      return problems(value, target, base, path)
    }
    var found: [String] = []
    let types = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
    if let types, !types.contains(where: { Self.matches(value, $0) }) {
      found.append("\(path): \(value.kind) where \(types.joined(separator: " or ")) is expected")
    }
    if let constant = schema["const"], constant != value { found.append("\(path): another value") }
    if let values = schema["enum"]?.elements, !values.isEmpty, !values.contains(value) {
      found.append("\(path): '\(value.text ?? "\(value.kind)")' is none of the values")
    }
    if let least = schema["minimum"]?.number, let number = value.number, number < least {
      found.append("\(path): \(number) is below \(least)")
    }
    if value.kind == .object {
      for name in schema["required"]?.elements.compactMap(\.string) ?? []
      where value[name] == nil { found.append("\(path): no '\(name)'") }
      let known = schema["properties"]
      for member in value.members {
        let place = path + "." + member.key
        if let shape = known?[member.key] {
          found += problems(member.value, shape, base, place)
        } else if schema["additionalProperties"]?.boolean == false {
          found.append("\(place) is not in the schema")
        } else if let shape = schema["additionalProperties"], shape.kind == .object {
          found += problems(member.value, shape, base, place)
        }
      }
    }
    if let shape = schema["items"] {
      for element in value.elements { found += problems(element, shape, base, path + "[]") }
    }
    return found
  }

  private static func matches(_ value: JSONValue, _ type: String) -> Bool {
    switch type {
    case "object": value.kind == .object
    case "array": value.kind == .array
    case "string": value.kind == .string
    case "boolean": value.kind == .boolean
    case "null": value.kind == .null
    case "number": value.kind == .number
    case "integer": value.literal.map { Int($0) != nil } ?? false
    default: false
    }
  }

  private func resolve(_ reference: String, _ base: JSONValue) -> (JSONValue?, JSONValue) {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
    let base = parts[0].isEmpty ? base : folder[String(parts[0])] ?? .null
    guard parts.count > 1 else { return (base.kind == .null ? nil : base, base) }
    var found: JSONValue? = base
    for step in parts[1].split(separator: "/") { found = found?[String(step)] }
    return (found, base)
  }

  /// The section of the page: what the document is, and its members.
  var lines: [String] {
    var lines = ["### \(name)", "", root["description"]?.string ?? "", ""]
    lines += ["| Member | Type | Is |", "|---|---|---|"]
    rows(root, root, "", true, &lines)
    return lines + [""]
  }

  private func rows(
    _ schema: JSONValue, _ base: JSONValue, _ path: String, _ isTop: Bool, _ lines: inout [String]
  ) {
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    for member in schema["properties"]?.members ?? [] {
      var shape = member.value
      if isTop, member.key == "schema" { continue }
      var base = base
      let place = path + member.key + (required.contains(member.key) ? "" : "?")
      var description = shape["description"]?.string ?? ""
      var suffix = ""
      if shape["items"] != nil { suffix = "[]" }
      if let reference = shape["$ref"]?.string ?? shape["items"]?["$ref"]?.string {
        let (target, other) = resolve(reference, base)
        if !reference.hasPrefix("#"), let target {
          let title = target["title"]?.string ?? String(reference.prefix { $0 != "." })
          lines.append(
            "| `\(place)\(suffix)` | [\(title)](#\(Self.anchor(title))) | \(description) |")
          continue
        }
        if let target {
          if description.isEmpty { description = target["description"]?.string ?? "" }
          (shape, base) = (target, other)
        }
      }
      lines.append("| `\(place)\(suffix)` | \(Self.type(shape)) | \(description) |")
      let inner = shape["items"] ?? shape
      if path.filter({ $0 == "." }).count < 4 {
        rows(inner, base, path + member.key + suffix + ".", false, &lines)
      }
    }
  }

  private static func type(_ shape: JSONValue) -> String {
    if let values = shape["enum"]?.elements, !values.isEmpty {
      return values.map { "`\($0.text ?? "null")`" }.joined(separator: ", ")
    }
    let types = shape["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
    return (types ?? []).joined(separator: " or ")
  }

  /// The anchor of a heading, as GitHub makes it.
  private static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        character.isLetter || character.isNumber || character == "-"
          ? character : character == " " ? "-" : nil
      })
  }
}
