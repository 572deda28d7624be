import HTTPTypes
import StructuredDocuments

/// The body of a request with ids: `{"ids":[…],"environment":…,"list":…}`.
struct IDRequest: Sendable {
  let ids: [String]
  let environment: String?
  let list: String?

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - members: The members that are taken besides `ids` and `environment`.
  ///   - limit: The largest number of ids.
  /// - Throws: `Problem`.
  init(_ bytes: [UInt8], members: [String] = [], limit: Int) throws(Problem) {
    let value: JSONValue
    do {
      value = try JSONParser().parse(bytes[...])
    } catch {
      throw .malformed(
        "the body is not JSON, or has a member twice; send "
          + #"{"ids":["a","b"],"environment":"…"}"#)
    }
    guard value.kind == .object else {
      throw .malformed("the body is not a JSON object with ids")
    }
    let known = ["ids", "environment"] + members
    for member in value.members {
      guard known.contains(member.key) else {
        throw .badParameter(
          member.key,
          "the body has no member '\(member.key.prefix(80))'; have "
            + known.joined(separator: ", "))
      }
    }
    guard let list = value["ids"], list.kind == .array else {
      throw .badParameter("ids", "the body needs ids, an array of texts")
    }
    try Self.check(count: list.count, limit: limit)
    var ids: [String] = []
    ids.reserveCapacity(list.count)
    for element in list.elements {
      guard let id = element.string, !id.isEmpty else {
        throw .badParameter("ids", "ids are texts that are not empty")
      }
      ids.append(id)
    }
    self.ids = ids
    environment = try Self.text("environment", in: value)
    self.list = try Self.text("list", in: value)
  }

  /// Checks the number of ids.
  ///
  /// - Throws: `Problem`.
  static func check(count: Int, limit: Int) throws(Problem) {
    guard count > 0 else { throw .badParameter("id", "at least one id is needed") }
    guard count <= limit else {
      throw .limit(
        .badRequest, "too-many-ids", "Too many ids in one request",
        "\(count) ids; a request has at most \(limit)", limit: limit)
    }
  }

  private static func text(_ name: String, in value: JSONValue) throws(Problem) -> String? {
    guard let member = value[name] else { return nil }
    guard let text = member.string, !text.isEmpty else {
      throw .badParameter(name, "'\(name)' is a text that is not empty")
    }
    return text
  }
}
