internal import StructuredDocuments

/// The reports in a file, which has one report per line.
struct ReportedRuns: Sendable {
  /// The runs, in the order of the file.
  private(set) var runs: [ReportedRun] = []
  private var lines: [Int] = []
  private let file: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: The JSON lines; empty lines are skipped.
  ///   - file: The name of the file, for errors.
  /// - Throws: `ReportFileError` if a line is not a report, or if there are no reports or too many.
  init(_ text: String, file: String, limits: ReportComparison.Limits) throws(ReportFileError) {
    self.file = file
    var number = 0
    // Only the line feed ends a line; texts may contain other line breaks of Unicode.
    for bytes in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = Substring(bytes)
      number += 1
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      guard runs.count < limits.runs else {
        throw ReportFileError(
          file: file, line: number, problem: "more than \(limits.runs) runs; compare fewer")
      }
      do throws(JSONNode.Problem) {
        guard bytes.count <= limits.lineBytes else {
          throw JSONNode.Problem(
            location: .byte(0), message: "a document of \(bytes.count) bytes")
        }
        runs.append(try ReportedRun(JSONNode(parsing: String(line), depth: 16)))
      } catch {
        // The problem's own line number is always 1, so it is replaced.
        throw ReportFileError(
          file: file, line: number,
          problem: "\(error.message); a line of 'simulate --format json' is expected")
      }
      lines.append(number)
    }
    guard !runs.isEmpty else {
      throw ReportFileError(
        file: file, line: 1, problem: "there is no run; write one by 'simulate --format json'")
    }
  }

  /// Whether two runs have the same short name, so that full names are necessary.
  var needsFullNames: Bool { Set(runs.map(\.name)).count < runs.count }

  /// The runs with names that distinguish them.
  ///
  /// - Parameter full: Whether the names also contain platform, prefetch, pool and seed.
  /// - Throws: `ReportFileError` if two runs have the same name.
  func named(full: Bool) throws(ReportFileError) -> [(name: String, run: ReportedRun)] {
    var seen: [String: Int] = [:]
    var named: [(String, ReportedRun)] = []
    for (run, line) in zip(runs, lines) {
      let name = full ? run.fullName : run.name
      if let first = seen[name] {
        throw ReportFileError(
          file: file, line: line,
          problem: "the run '\(name)' is also that of line \(first); keep one of them")
      }
      seen[name] = line
      named.append((name, run))
    }
    return named
  }
}

/// A run as a line of `cellheights.sim/1` describes it.
struct ReportedRun: Sendable {
  /// The median of a metric, nil without data, and its spread.
  struct Figure: Hashable, Sendable {
    var value: Double?
    /// The minimum and maximum over the iterations; nil if the report does not contain them.
    var spread: ClosedRange<Double>?
  }

  /// The name from rate, profile, strategy, device and costs.
  ///
  /// An example is `120/flick-medium/stored/fixed, costs phone/1`.
  var name: String
  /// The settings that are not part of the name, in the order of the report.
  var settings: [(name: String, value: String)]
  /// Whether costs were measured, so that values contain noise.
  var isMeasured: Bool
  /// The grade of the hitch time ratio.
  var grade: String
  /// The paths of the metrics, in the order of the report.
  var paths: [String]
  /// The values of the metrics, by path.
  var figures: [String: Figure]
  /// The costliest new cell of the worst frame with new cells, in words; nil if there is none.
  var worstCell: String?

  /// The names of members that contain settings and are not part of the name.
  private static let settingNames = [
    "platform", "prefetch", "pool", "seed", "viewport_height_pt", "scale", "base_cost_ms",
    "app_share", "pipeline_depth", "iterations", "percentile_method",
  ]

  /// The name with additional settings, for runs that have the same name.
  var fullName: String {
    name
      + settings.filter { ["platform", "prefetch", "pool", "seed"].contains($0.name) }
      .map { ", \($0.name) \($0.value)" }.joined()
  }

  /// Reads a run from the document of one line.
  ///
  /// - Throws: `JSONNode.Problem` if the document is not a simulation report.
  init(_ root: JSONNode) throws(JSONNode.Problem) {
    guard case .object(let members) = root.value else {
      throw root.problem("a report of cellheights simulate is expected here")
    }
    func text(_ key: String) throws(JSONNode.Problem) -> String {
      guard let value = root.value[key] else {
        throw root.problem("the report has no '\(key)'")
      }
      guard let text = value.text else {
        throw root.problem("a value of '\(key)' is expected here")
      }
      guard !text.isEmpty else {
        throw root.problem("a value of '\(key)' is expected here, not an empty text")
      }
      return text
    }
    let schema = try text("schema")
    guard schema == "cellheights.sim/1" else {
      throw root.problem("the schema is '\(DocumentNode.shortened(schema))', not cellheights.sim/1")
    }
    let costs = try text("costs")
    name = try "\(text("rate"))/\(text("profile"))/\(text("strategy"))/\(text("device_model"))"
    name += ", costs \(costs)"
    isMeasured = costs == "measured"
    settings = []
    paths = []
    figures = [:]
    grade = ""
    for member in members {
      if Self.settingNames.contains(member.key) {
        settings.append((member.key, try text(member.key)))
      } else if member.key != "spread", case .object(let group) = member.value {
        addFigures(of: group, named: member.key)
      }
    }
    try addSpreads(of: root)
    worstCell = Self.worstCell(of: root)
    guard !paths.isEmpty else { throw root.problem("the report has no metrics") }
  }

  /// Describes a cell that is new in a frame.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - ms: The cost of the cell, in milliseconds.
  ///   - seconds: The time of the frame, in seconds.
  static func describe(cell id: String, ms: Double, at seconds: Double) -> String {
    "the worst frame, at \(seconds.fixed(3)) s, has the new cell '\(id)' (\(ms.fixed(1)) ms)"
  }

  private static func worstCell(of root: JSONNode) -> String? {
    guard case .array(let frames)? = root.value["worst_frames"] else { return nil }
    for frame in frames {
      guard case .array(let cells)? = frame["cells"], let cell = cells.first,
        let id = cell["id"]?.string, let ms = cell["ms"]?.number, let time = frame["time_s"]?.number
      else { continue }
      return describe(cell: id, ms: ms, at: time)
    }
    return nil
  }

  private mutating func addFigures(of group: [JSONValue.Member], named name: String) {
    for member in group {
      switch member.value {
      case .number: add(Figure(value: member.value.number), "\(name).\(member.key)")
      case .null: add(Figure(value: nil), "\(name).\(member.key)")
      case .string(let text) where name == "hitch" && member.key == "grade": grade = text
      default: break
      }
    }
  }

  private mutating func add(_ figure: Figure, _ path: String) {
    paths.append(path)
    figures[path] = figure
  }

  private mutating func addSpreads(of root: JSONNode) throws(JSONNode.Problem) {
    guard let spread = root.value["spread"] else { return }
    guard case .object(let members) = spread else {
      throw root.problem("the spread of metrics is expected here")
    }
    for member in members where member.value != .null {
      guard case .array(let ends) = member.value, ends.count == 2, let minimum = ends[0].number,
        let maximum = ends[1].number, minimum <= maximum
      else {
        throw root.problem("the spread of '\(member.key)' is no list of least and most")
      }
      figures[member.key]?.spread = minimum...maximum
    }
  }
}

/// The reason why a file of reports cannot be compared.
public struct ReportFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, as the user wrote it.
  public let file: String
  /// The line in the file, from 1.
  public let line: Int
  /// The problem and its remedy, in one sentence.
  public let problem: String

  /// The location and the problem.
  public var description: String { "\(file):\(line): \(problem)" }
}
