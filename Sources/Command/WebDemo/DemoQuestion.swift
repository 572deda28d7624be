import LayoutPrimitives
import StructuredDocuments

/// A request of the service to the demo program: a line of JSON.
///
/// `{"font":N}` requests a font; `{"feed","environment","generation","cells":[…]}` requests the
/// content of records. A cell is `{"id","version","template","templateHash","height"}` with the
/// stored values, or `{"id","missing"}`, where `missing` is the reason why the record has no cell.
enum DemoQuestion: Sendable {
  /// Requests the bytes of a font, which a number identifies.
  case font(Int)
  /// Requests the document of records.
  case records(Records)

  /// Records of a feed in an environment.
  struct Records: Sendable {
    /// The feed's name.
    let feed: String
    /// An environment of a single width.
    let environment: Environment
    /// The number of the generation that contains the cells.
    let generation: Int
    let cells: [Cell]
  }

  /// A requested record.
  struct Cell: Sendable {
    let id: String
    /// The stored cell; nil if the record has none.
    let stored: Stored?
    /// The reason why the record has no cell; empty if it has one.
    let reason: String
  }

  /// The stored cell of a record.
  struct Stored: Sendable {
    let version: String
    let template: String
    let templateHash: String
    /// The stored height, in points.
    let height: Double
  }

  /// Parses a line; nil if it is not a question.
  init?(_ line: [UInt8]) {
    guard let value = JSONParser().value(line[...]) else { return nil }
    if let number = value["font"]?.number {
      guard let number = Int(exactly: number) else { return nil }
      self = .font(number)
      return
    }
    guard let feed = value["feed"]?.string, let key = value["environment"]?.string,
      let generation = value["generation"]?.number.flatMap({ Int(exactly: $0) }),
      let elements = value["cells"]?.elements
    else { return nil }
    let environment: Environment
    do throws(EnvironmentError) { environment = try Environment(parsing: key) } catch { return nil }
    var cells: [Cell] = []
    for element in elements {
      guard let cell = Cell(element) else { return nil }
      cells.append(cell)
    }
    self = .records(
      Records(feed: feed, environment: environment, generation: generation, cells: cells))
  }
}

extension DemoQuestion.Cell {
  init?(_ value: JSONValue) {
    guard let id = value["id"]?.string else { return nil }
    self.id = id
    if let missing = value["missing"]?.string {
      stored = nil
      reason = missing
      return
    }
    guard let version = value["version"]?.string, let template = value["template"]?.string,
      let hash = value["templateHash"]?.string, let height = value["height"]?.number
    else { return nil }
    stored = DemoQuestion.Stored(
      version: version, template: template, templateHash: hash, height: height)
    reason = ""
  }
}

/// A response of the demo: the line `{"bytes":N}` followed by N bytes, or `{"problem":…}`.
public enum DemoAnswer: Sendable {
  /// A document or a font.
  case content([UInt8])
  /// The reason why there is no content.
  case problem(DemoProblem)

  /// The response before the first question, which reports that the demo is ready.
  public static let ready = DemoAnswer.content([])

  /// The line of JSON, followed by the content.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    switch self {
    case .content(let content): json.member("bytes", content.count)
    case .problem(let problem):
      json.object("problem") { json in
        json.member("status", problem.status)
        json.member("code", problem.code)
        json.member("title", problem.title)
        json.member("detail", problem.detail)
      }
    }
    json.endObject()
    json.endLine()
    if case .content(let content) = self { return json.bytes + content }
    return json.bytes
  }
}

/// The reason why the demo cannot answer a question.
public struct DemoProblem: Error, Hashable, Sendable {
  /// The HTTP status of the response.
  public let status: Int
  /// A code that programs can test.
  public let code: String
  /// The title, the same for every problem with the code.
  public let title: String
  /// The problem and its remedy.
  public let detail: String

  /// The records of the feed cannot be shown.
  static func unknownFeed(_ name: String, reason: String) -> DemoProblem {
    DemoProblem(
      status: 404, code: "unknown-feed", title: "The feed cannot be shown",
      detail: "feed '\(name)' cannot be shown: \(reason)")
  }

  /// No font has the number.
  static func unknownFont(_ number: Int) -> DemoProblem {
    DemoProblem(
      status: 404, code: "unknown-font", title: "There is no such font",
      detail: "there is no font \(number); records name those there are")
  }

  /// A font file can no longer be read.
  static func unreadableFont(_ reason: String) -> DemoProblem {
    DemoProblem(
      status: 500, code: "unreadable-font", title: "The font cannot be read",
      detail: "the font cannot be read: \(reason)")
  }

  /// The question is invalid.
  static let unreadableQuestion = DemoProblem(
    status: 500, code: "failed", title: "The demo failed",
    detail: "the demo was asked what it does not understand")
}
