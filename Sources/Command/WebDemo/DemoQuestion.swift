import LayoutPrimitives
import StructuredDocuments

/// A request of the service to the demo program: a line of JSON.
///
/// `{"font":N}` requests a font; `{"feed","environment","generation","cells":[…]}` requests the
/// content of records. A cell is `{"id","version","template","templateHash","height"}` as in the
/// store, or `{"id","missing"}` with the reason why it has none.
enum DemoQuestion: Sendable {
  /// The bytes of a font, by its number.
  case font(Int)
  /// The document of records.
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
    /// Its stored cell; nil for none.
    let stored: Stored?
    /// The reason why it has no cell.
    let reason: String
  }

  /// The stored cell of a record.
  struct Stored: Sendable {
    let version: String
    let template: String
    let templateHash: String
    /// Points.
    let height: Double
  }

  /// Reads a question; nil for anything else.
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

/// A response of the demo: a line of JSON, `{"bytes":N}` before N bytes, or `{"problem":…}`.
public enum DemoAnswer: Sendable {
  /// A document or a font.
  case content([UInt8])
  /// The reason why there is no content.
  case problem(DemoProblem)

  /// The response before the first question, which reports that the demo is ready.
  public static let ready = DemoAnswer.content([])

  /// The line, and the bytes after it.
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

/// The reason why a demo has no response.
public struct DemoProblem: Error, Hashable, Sendable {
  /// The status of HTTP that fits.
  public let status: Int
  /// A code for programs.
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

  /// A font file cannot be read any more.
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
