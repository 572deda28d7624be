import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import StructuredDocuments

/// The records of `layout --stream` whose texts may grow.
struct OpenRecords {
  /// A record that was read, with the texts that were prepared for it.
  private struct Open {
    var content: Content
    /// Size of the record as JSON.
    var bytes = 0
    var texts = GrowingTexts()
  }

  /// The members of a record.
  struct Content {
    var members: [JSONValue.Member]
    /// By name of a text, the half of a surrogate pair that the next append completes.
    var halves: [String: UInt16] = [:]
  }

  /// What a line of input asks for.
  enum Request {
    /// A whole record, which is opened, or which replaces the open record with its id.
    case record(Content)
    /// The open record with this id, with appended texts.
    case append(id: String, record: Content)
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
    guard let append = value["append"] else {
      return .record(withoutHalves(Content(members: value.members), line, pointer: "/"))
    }
    guard let id, append.kind == .object, append.count > 0,
      !append.members.contains(where: { $0.value.string == nil })
    else {
      throw Self.malformed(id, #"write {"id":"a","append":{"content_text":" more"}}"#)
    }
    let more = withoutHalves(Content(members: append.members), line, pointer: "/append/")
    return .append(id: id, record: try appended(more, to: id, line))
  }

  /// The content without the halves of surrogate pairs at the ends of its texts, which are kept.
  ///
  /// - Parameter pointer: The JSON Pointer of the object in the line that has the members.
  private func withoutHalves(_ content: Content, _ line: [UInt8], pointer: String) -> Content {
    guard SurrogateHalves.mayBe(in: line[...]) else { return content }
    var content = content
    for (index, member) in content.members.enumerated() {
      guard let text = member.value.string, text.unicodeScalars.last == "\u{FFFD}",
        let half = halves(of: member.key, line, pointer: pointer)?.last
      else { continue }
      content.members[index].value = .string(String(text.unicodeScalars.dropLast()))
      content.halves[member.key] = half
    }
    return content
  }

  /// The halves of the text of a member.
  private func halves(of key: String, _ line: [UInt8], pointer: String) -> SurrogateHalves? {
    let escaped = key.replacing("~", with: "~0").replacing("/", with: "~1")
    return parser.offset(of: pointer + escaped, in: line[...])
      .map { SurrogateHalves(of: line[...], at: $0) }
  }

  /// The members of an open record with appended texts.
  private func appended(
    _ more: Content, to id: String, _ line: [UInt8]
  ) throws(Refusal) -> Content {
    try check(id)
    var content = open[id]?.content ?? Content(members: [])
    for text in more.members {
      let index = content.members.firstIndex { $0.key.utf8.elementsEqual(text.key.utf8) }
      guard let index, let existing = content.members[index].value.string,
        var added = text.value.string
      else {
        let names = content.members.filter { $0.value.string != nil && $0.key != "id" }.map(\.key)
        throw Refusal(
          id: id, code: Self.lineCode,
          message: "record '\(id)' has no text '\(text.key)' to append to; it has "
            + (names.isEmpty ? "no text: send the record with one" : names.joined(separator: ", ")))
      }
      if let lead = content.halves[text.key] {
        // A half that is not completed by the next text is one unreadable character.
        var start: Unicode.Scalar = "\u{FFFD}"
        if let trail = halves(of: text.key, line, pointer: "/append/")?.first,
          let whole = SurrogateHalves.character(lead, trail)
        {
          start = whole
          added = String(added.unicodeScalars.dropFirst())
        }
        if !added.isEmpty || start != "\u{FFFD}" || more.halves[text.key] != nil {
          added = String(start) + added
          content.halves[text.key] = nil
        }
      }
      if let half = more.halves[text.key] { content.halves[text.key] = half }
      content.members[index].value = .string(existing + added)
    }
    return content
  }

  /// Throws if appended texts have changed the id of a record.
  func check(_ id: String, isStill openID: String) throws(Refusal) {
    guard id != openID else { return }
    throw Refusal(
      id: openID, code: Self.lineCode,
      message:
        "the append would change the id of record '\(openID)' to '\(id)'; append to other texts")
  }

  /// Throws if a record cannot be opened or grow, because the open records are too many or too
  /// large.
  ///
  /// - Parameter size: Size of the record as JSON, in bytes.
  func checkRoom(for id: String, bytes size: Int) throws(Refusal) {
    let existing = open[id]
    guard existing != nil || open.count < limit else {
      let records = "\(counted(open.count, "record")) \(open.count == 1 ? "is" : "are")"
      throw Self.full(id, records + " open (limit streams)")
    }
    let others = bytes - (existing?.bytes ?? 0)
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
  mutating func keep(_ content: Content, id: String, bytes size: Int) {
    bytes += size - (open[id]?.bytes ?? 0)
    open[id, default: Open(content: content)].content = content
    open[id]?.bytes = size
  }

  /// Takes the prepared texts of a record, which `setTexts` returns after its layout.
  mutating func removeTexts(id: String) -> GrowingTexts {
    var texts = GrowingTexts()
    if let index = open.index(forKey: id) { swap(&open.values[index].texts, &texts) }
    return texts
  }

  /// Keeps the prepared texts of a record.
  mutating func setTexts(_ texts: GrowingTexts, id: String) { open[id]?.texts = texts }

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

  /// The refusal of a line that changes a record, if no records are kept open.
  static func closedRefusal(id: String) -> Refusal {
    Refusal(
      id: id, code: lineCode,
      message: "the line appends to a record or closes it, and each line is a whole record without "
        + "--stream")
  }

  private static func malformed(_ id: String?, _ remedy: String) -> Refusal {
    Refusal(
      id: id, code: lineCode,
      message: "the line neither appends texts nor closes a record; \(remedy)")
  }

  private static let lineCode = "CH0429"
  private static let limitCode = "CH0442"
}
