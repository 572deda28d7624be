import FeedRecords
import StructuredDocuments

/// A cell's height as a device or a browser measured it: a line of `verify --against`.
struct MeasuredHeight {
  /// Why a line is none.
  struct Problem: Error {
    /// What is wrong, the same for every such line.
    let kind: String
    /// What was found.
    let found: String
  }

  /// The record's id, without white space at its ends.
  var id: String
  /// The environment as written.
  var environment: String
  /// In points.
  var height: Double
  /// The feed; `nil` for the only one with the record.
  var feed: String?
  /// Name or hash of the template.
  var template: String?
  /// The record's version.
  var version: String?
  /// Lines drawn, by view.
  var lines: [(view: String, count: Int)] = []
  /// Hashes of font files, by family.
  var fonts: [(family: String, hash: String)] = []

  /// Reads the members of a line; others are passed over.
  init(_ value: JSONValue) throws(Problem) {
    guard value.kind == .object else {
      throw Problem(kind: "the line is no object", found: "")
    }
    id = try Self.text("id", in: value) ?? ""
    environment = try Self.text("environment", in: value) ?? ""
    guard !id.isEmpty, !environment.isEmpty else {
      throw Problem(kind: "\"id\" or \"environment\" is missing or empty", found: "")
    }
    guard let height = value["height"]?.number, height.isFinite, height >= 0 else {
      throw Problem(kind: "\"height\" is no number of points from 0", found: "")
    }
    self.height = height
    feed = try Self.text("feed", in: value)
    template = try Self.text("template", in: value)
    version = try Self.text("version", in: value)
    for member in try Self.members("lines", in: value) {
      guard let count = member.value.literal.flatMap(Int.init), count >= 0 else {
        throw Problem(kind: "\"lines\" has a value that is no number of lines", found: member.key)
      }
      lines.append((member.key, count))
    }
    for member in try Self.members("fonts", in: value) {
      guard let hash = member.value.string?.lowercased(), (8...32).contains(hash.utf8.count),
        hash.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else {
        throw Problem(
          kind: "\"fonts\" has a value that is no hash as doctor prints it (8 to 32 digits)",
          found: member.key)
      }
      fonts.append((member.key, hash))
    }
  }

  /// The text or number of a member; `nil` for none.
  private static func text(
    _ name: String, in value: JSONValue
  ) throws(Problem) -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.text else {
      throw Problem(kind: "\"\(name)\" is no text", found: "")
    }
    return name == "version" ? text : text.trimmingWhitespace
  }

  /// The members of an object; none for a member that is missing.
  private static func members(
    _ name: String, in value: JSONValue
  ) throws(Problem) -> [JSONValue.Member] {
    guard let member = value[name], member != .null else { return [] }
    guard member.kind == .object else {
      throw Problem(kind: "\"\(name)\" is no object", found: "")
    }
    return member.members
  }
}
