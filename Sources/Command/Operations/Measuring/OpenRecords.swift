import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import StructuredDocuments

/// The records of `layout --stream` whose texts may grow.
struct OpenRecords {
  /// A record that was read, with the texts that were prepared for it.
  private struct Open {
    var members: [JSONValue.Member]
    /// Size of the record as JSON.
    var bytes = 0
    var texts = GrowingTexts()
  }

  /// What a line of input asks for.
  enum Request {
    /// A whole record, which is opened, or which replaces the open record with its id.
    case record([JSONValue.Member])
    /// The open record with this id, with appended texts.
    case append(id: String, record: [JSONValue.Member])
    /// The end of the record with this id.
    case close(id: String)
  }

  /// The reason why a line of input changes nothing.
  struct Refusal: Error {
    let id: String?
    let code: String
    let message: String
  }

  private let limit: Int
  private let byteLimit: Int
  private let parser: JSONParser
  private var open: [String: Open] = [:]
  /// Size of all open records as JSON.
  private var bytes = 0

  /// Creates a set without records.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of open records.
  ///   - bytes: Maximum size of all open records as JSON.
  ///   - depth: Maximum depth of arrays and objects in a line.
  init(limit: Int, bytes: Int, depth: Int) {
    self.limit = limit
    byteLimit = bytes
    parser = JSONParser(maxDepth: depth)
  }

  /// Reads a line; nil if it is no JSON object, for which decoding it as a record gives the reason.
  func request(_ line: [UInt8]) throws(Refusal) -> Request? {
    let value: JSONValue
    do throws(JSONProblem) {
      value = try parser.parse(line[...])
    } catch {
      return nil
    }
    guard value.kind == .object else { return nil }
    // Ids of records have no white space around them either.
    let id = value["id"]?.text?.trimmingCharacters(in: .whitespacesAndNewlines)
    if let close = value["close"] {
      guard let id, close.boolean == true, value["append"] == nil else {
        throw Self.malformed(id, #"write {"id":"a","close":true}"#)
      }
      try check(id)
      return .close(id: id)
    }
    guard let append = value["append"] else { return .record(value.members) }
    guard let id, append.kind == .object, append.count > 0,
      !append.members.contains(where: { $0.value.string == nil })
    else {
      throw Self.malformed(id, #"write {"id":"a","append":{"content_text":" more"}}"#)
    }
    return .append(id: id, record: try appended(append.members, to: id))
  }

  /// The members of an open record with appended texts.
  private func appended(
    _ texts: [JSONValue.Member], to id: String
  ) throws(Refusal) -> [JSONValue.Member] {
    try check(id)
    var members = open[id]?.members ?? []
    for text in texts {
      let index = members.firstIndex { $0.key.utf8.elementsEqual(text.key.utf8) }
      guard let index, let known = members[index].value.string, let more = text.value.string else {
        let names = members.filter { $0.value.string != nil && $0.key != "id" }.map(\.key)
        throw Refusal(
          id: id, code: Self.lineCode,
          message: "record '\(id)' has no text '\(text.key)' to append to; it has "
            + (names.isEmpty ? "no text: send the record with one" : names.joined(separator: ", ")))
      }
      members[index].value = .string(known + more)
    }
    return members
  }

  /// Throws if appended texts have changed the id of a record.
  func check(_ id: String, isStill known: String) throws(Refusal) {
    guard id != known else { return }
    throw Refusal(
      id: known, code: Self.lineCode,
      message:
        "the append would change the id of record '\(known)' to '\(id)'; append to other texts")
  }

  /// Throws if a record cannot be opened or grow, because the open records are too many or too
  /// large.
  ///
  /// - Parameter size: Size of the record as JSON, in bytes.
  func checkRoom(for id: String, bytes size: Int) throws(Refusal) {
    let known = open[id]
    guard known != nil || open.count < limit else {
      let records = "\(counted(open.count, "record")) \(open.count == 1 ? "is" : "are")"
      throw Self.full(id, records + " open (limit streams)")
    }
    let others = bytes - (known?.bytes ?? 0)
    guard others + size <= byteLimit else {
      throw Self.full(
        id,
        "\(size) bytes of this record and \(others) of other open records are more than "
          + "\(byteLimit) (limit stream_bytes)")
    }
  }

  private static func full(_ id: String, _ reason: String) -> Refusal {
    Refusal(
      id: id, code: limitCode,
      message: "\(reason); close those that do not grow: " + #"{"id":"a","close":true}"#)
  }

  /// Opens a record, or changes the members of an open one; its prepared texts are kept.
  mutating func keep(_ members: [JSONValue.Member], id: String, bytes size: Int) {
    bytes += size - (open[id]?.bytes ?? 0)
    open[id, default: Open(members: [])].members = members
    open[id]?.bytes = size
  }

  /// Takes the prepared texts of a record, which `give` returns after its layout.
  mutating func take(id: String) -> GrowingTexts {
    var texts = GrowingTexts()
    if let index = open.index(forKey: id) { swap(&open.values[index].texts, &texts) }
    return texts
  }

  /// Keeps the prepared texts of a record.
  mutating func give(_ texts: GrowingTexts, id: String) { open[id]?.texts = texts }

  /// Forgets a record.
  mutating func close(id: String) {
    bytes -= open.removeValue(forKey: id)?.bytes ?? 0
  }

  private func check(_ id: String) throws(Refusal) {
    guard open[id] == nil else { return }
    throw Refusal(
      id: id, code: Self.lineCode,
      message: "no record with id '\(id)' is open; send the whole record first")
  }

  private static func malformed(_ id: String?, _ remedy: String) -> Refusal {
    Refusal(
      id: id, code: lineCode,
      message: "the line neither appends texts nor closes a record; \(remedy)")
  }

  private static let lineCode = "CH0429"
  private static let limitCode = "CH0442"
}
