import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServeOptions
import StructuredDocuments
import Synchronization

/// Reads the body of a request within its limits.
struct BodyReader {
  let limits: ServiceLimits
  let deadline: Deadline
  /// The budget for the bytes of the bodies of all requests.
  let budget: ByteBudget

  /// Reads the body of a request, which must be JSON.
  ///
  /// The caller must return the bytes to the budget.
  ///
  /// - Throws: `Problem` if the type is wrong, the body or all bodies together are too large, or
  ///   the body ends early or is not complete at the deadline.
  func json(of request: Request) async throws(Problem) -> [UInt8] {
    if let type = request.headers[.contentType] {
      let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
      guard name == "application/json" else {
        throw Problem.mediaType(type).endingConnection()
      }
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }),
      length > limits.bodyBytes
    {
      throw .largeBody(limit: limits.bodyBytes)
    }
    let limit = limits.bodyBytes
    let body = request.body
    let budget = budget
    let left = deadline.left
    let read = await withTaskGroup(of: Reading.self) { group in
      group.addTask { await Self.collect(body, limit: limit, budget) }
      group.addTask {
        do { try await Task.sleep(for: left) } catch { return .cancelled }
        return .late
      }
      let first = await group.next() ?? .cancelled
      group.cancelAll()
      // Returns the bytes of a body that was complete only after the deadline.
      for await case .bytes(let bytes) in group { budget.release(bytes.count) }
      return first
    }
    switch read {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .largeBody(limit: limit)
    case .noRoom: throw .busyReading(limit: limits.allBodyBytes)
    case .late: throw .slowBody(seconds: limits.requestSeconds)
    case .cancelled:
      throw Problem.malformed("the body ends early").endingConnection()
    }
  }

  private enum Reading: Sendable {
    case bytes([UInt8])
    case tooLarge
    case noRoom
    case late
    case cancelled
  }

  private static func collect(
    _ body: RequestBody, limit: Int, _ budget: ByteBudget
  ) async -> Reading {
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        let count = part.readableBytes
        guard bytes.count + count <= limit, budget.claim(count) else {
          budget.release(bytes.count)
          return bytes.count + count > limit ? .tooLarge : .noRoom
        }
        bytes.append(contentsOf: part.readableBytesView)
      }
      return .bytes(bytes)
    } catch {
      budget.release(bytes.count)
      return .cancelled
    }
  }
}

/// The body of a request with ids: `{"ids":[…],"environment":…}` and other members.
struct IDRequest: Sendable {
  let ids: [String]
  let environment: String?
  let list: String?
  /// Whether the cells have the lines of their labels.
  let lines: Bool

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text of the body.
  ///   - members: The names of allowed members besides `ids` and `environment`.
  ///   - limit: Maximum number of ids.
  /// - Throws: `Problem` for an invalid body.
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
    let names = ["ids", "environment"] + members
    for member in value.members {
      guard names.contains(member.key) else {
        throw .badParameter(
          member.key,
          "the body has no member '\(member.key.prefix(80))'; have "
            + names.joined(separator: ", "))
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
    if let lines = value["lines"] {
      guard let lines = lines.boolean else {
        throw .badParameter("lines", "'lines' is true or false")
      }
      self.lines = lines
    } else {
      lines = false
    }
  }

  /// Throws if the number of ids is not allowed.
  ///
  /// - Throws: `Problem` for no ids or too many ids.
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
