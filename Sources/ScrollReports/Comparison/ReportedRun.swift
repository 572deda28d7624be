internal import LayoutPrimitives
internal import StructuredDocuments

/// A simulation as its report tells it: one line of `cellheights.sim/1`.
struct ReportedRun: Sendable {
  /// Median and spread of a metric.
  struct Figure: Hashable, Sendable {
    var value: Double?
    /// Minimum and maximum over the iterations; nil where the report has none.
    var spread: ClosedRange<Double>?
  }

  /// Rate, profile, strategy, device and costs: `120/flick-medium/stored/fixed, costs phone/1`.
  var name: String
  /// Settings besides the name, in the order of the report.
  var settings: [(name: String, value: String)]
  /// Whether costs were measured, so that figures are noisy.
  var isMeasured: Bool
  /// Grade of the hitch time ratio.
  var grade: String
  /// Paths of the metrics, in the order of the report.
  var paths: [String]
  /// The metrics, by path.
  var figures: [String: Figure]

  /// Members whose values are settings, and which the name does not have.
  private static let settingNames = [
    "platform", "prefetch", "pool", "seed", "viewport_height_pt", "scale", "base_cost_ms",
    "app_share", "pipeline_depth", "iterations", "percentile_method",
  ]

  /// The name with what may tell apart runs that have the same one.
  var fullName: String {
    name
      + settings.filter { ["platform", "prefetch", "pool", "seed"].contains($0.name) }
      .map { ", \($0.name) \($0.value)" }.joined()
  }

  /// Reads one line.
  ///
  /// - Throws: `DocumentProblem` for what is no such report.
  init(line: String, limits: DocumentParser.Limits) throws(DocumentProblem) {
    let root = try DocumentParser.document(Self.escaped(line), limits: limits)
    let members = try root.entries(of: "a report of cellheights simulate")
    func text(_ key: String) throws(DocumentProblem) -> String {
      guard let value = members.first(where: { $0.key == key })?.value else {
        throw root.problem("the report has no '\(key)'")
      }
      return try value.requiredText("a value of '\(key)'")
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
    for entry in members {
      if Self.settingNames.contains(entry.key) {
        settings.append((entry.key, try entry.value.requiredText("a value of '\(entry.key)'")))
      } else if entry.key != "spread", case .mapping(let group) = entry.value.value {
        addFigures(of: group, named: entry.key)
      }
    }
    try addSpreads(members.first { $0.key == "spread" }?.value)
    guard !paths.isEmpty else { throw root.problem("the report has no metrics") }
  }

  /// The line with escapes for what JSON allows in texts and the parser, which is one of YAML, does
  /// not: control characters, noncharacters, byte order marks.
  private static func escaped(_ line: String) -> String {
    let line = String(decoding: JSONLineEscapes.escaping(Array(line.utf8)), as: UTF8.self)
    let refused: Set<Unicode.Scalar> = ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]
    guard line.unicodeScalars.contains(where: refused.contains) else { return line }
    var escaped = ""
    for scalar in line.unicodeScalars {
      if refused.contains(scalar) {
        escaped += "\\u" + String(scalar.value, radix: 16)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private mutating func addFigures(of group: [DocumentNode.Entry], named name: String) {
    for entry in group {
      switch entry.value.value {
      case .number(let number): add(Figure(value: number), "\(name).\(entry.key)")
      case .null: add(Figure(value: nil), "\(name).\(entry.key)")
      case .text(let text) where name == "hitch" && entry.key == "grade": grade = text
      default: break
      }
    }
  }

  private mutating func add(_ figure: Figure, _ path: String) {
    paths.append(path)
    figures[path] = figure
  }

  private mutating func addSpreads(_ node: DocumentNode?) throws(DocumentProblem) {
    guard let node else { return }
    for entry in try node.entries(of: "the spread of metrics") {
      guard case .list(let ends) = entry.value.value, ends.count == 2,
        case .number(let least) = ends[0].value, case .number(let most) = ends[1].value,
        least <= most
      else {
        if case .null = entry.value.value { continue }
        throw entry.value.problem("the spread of '\(entry.key)' is no list of least and most")
      }
      figures[entry.key]?.spread = least...most
    }
  }
}
