import COpenAPIDocument
import Heights
import LayoutPrimitives
import ServeOptions
import StructuredDocuments

/// The OpenAPI document of the routes, with the limits of a service.
///
/// The embedded `openapi.json` contains each path once. The paths that name a generation, and the
/// `HEAD` operations, are derived from it.
struct OpenAPIDocument: Sendable {
  /// The JSON text of the document.
  let bytes: [UInt8]
  /// The entity tag, which changes with the document.
  let tag: String

  /// - Throws: `JSONProblem` if `openapi.json` is not JSON.
  init(limits: ServiceLimits) throws {
    var text = String(cString: openapi_json())
    let numbers = [("ids", limits.ids), ("following", ScrollAnchor.maximumFollowing)]
    for (name, number) in numbers {
      text = text.split(separator: "\"@\(name)@\"", omittingEmptySubsequences: false)
        .joined(separator: String(number))
    }
    var document = try JSONParser().parse(Array(text.utf8)[...])
    document.replace("paths") { paths in
      .object(
        (paths.members + paths.members.compactMap(Self.pinned)).map { path in
          JSONValue.Member(key: path.key, value: Self.withHead(path.value))
        })
    }
    var json = JSONWriter()
    json.value(document)
    json.endLine()
    bytes = json.bytes
    tag = "openapi-\(ContentHash(of: bytes).description.prefix(16))"
  }

  /// The same path with a generation in it; nil if it is not a path of feeds.
  private static func pinned(_ path: JSONValue.Member) -> JSONValue.Member? {
    guard path.key.hasPrefix(RouteTable.feeds) else { return nil }
    var operations = path.value
    for method in operations.members.map(\.key) {
      operations.replace(method) { operation in
        var operation = operation
        operation.replace("operationId") { .string("pinned-\($0.string ?? "")") }
        let pin = JSONValue.object([
          JSONValue.Member(
            key: "$ref", value: .string("#/components/parameters/\(RouteTable.pin)"))
        ])
        let parameters = [pin] + (operation["parameters"]?.elements ?? [])
        return operation.adding("parameters", .array(parameters))
      }
    }
    return JSONValue.Member(key: RouteTable.pinned(path.key), value: operations)
  }

  /// Adds an operation `head` for an operation `get`, without content in its responses.
  private static func withHead(_ operations: JSONValue) -> JSONValue {
    guard var head = operations["get"] else { return operations }
    head.replace("operationId") { .string("head-\($0.string ?? "")") }
    head.replace("responses") { responses in
      .object(
        responses.members.map { response in
          let headers = response.value["headers"].map {
            [JSONValue.Member(key: "headers", value: $0)]
          }
          return JSONValue.Member(
            key: response.key,
            value: .object(
              [JSONValue.Member(key: "description", value: .string("Header fields alone."))]
                + (headers ?? [])))
        })
    }
    return operations.adding("head", head)
  }
}

extension JSONValue {
  /// Changes the value of a member of an object, if the member exists.
  fileprivate mutating func replace(_ key: String, _ change: (JSONValue) -> JSONValue) {
    self = .object(
      members.map { $0.key == key ? Member(key: key, value: change($0.value)) : $0 })
  }

  /// The object with a member set to a value; a new member is the last.
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    .object(members.filter { $0.key != key } + [Member(key: key, value: value)])
  }
}
