import ArgumentParser
import ScrollReports
import ScrollSimulation
import StructuredDocuments

/// What work costs on the device, and how its clock behaves.
struct SimulatedDeviceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What work costs: phone/1 (an entry-level phone), a YAML or JSON file of a device, or "
        + "measured on this machine.", valueName: "table"), completion: .file())
  var costs = "phone/1"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The device whose clock follows its load: phone, phone-boosted while it is touched, a YAML "
        + "or JSON file, or none for the full clock alone.", valueName: "name-or-file"),
    completion: .file())
  var device = "phone"

  @Option(
    name: .long,
    help: ArgumentHelp("The app's part of a frame's period, 0.05 to 1.", valueName: "part"))
  var appShare = 1.0

  @Option(
    name: .long, help: ArgumentHelp("Work of every frame besides the table's.", valueName: "ms"))
  var baseCost = 0.0

  @Option(
    name: .long,
    help: "How often a run with measured costs is repeated; the report has the medians.")
  var iterations = 5

  /// Where costs come from.
  func table() throws -> FrameCosts {
    switch costs {
    case "phone/1": return .table(.phone1)
    case "measured": return .measured(ThreadClock())
    default:
      return .table(
        try Self.read(costs, known: "phone/1, measured") { node throws(DocumentProblem) in
          try CostTable(node)
        })
    }
  }

  /// The devices of each run: the full clock and, unless it is `none`, a clock that follows its load.
  func models() throws -> [DeviceModel] {
    switch device {
    case "phone": return [.fixed, .phone]
    case "phone-boosted": return [.fixed, .boostedPhone]
    case "none": return [.fixed]
    default:
      return [
        .fixed,
        try Self.read(device, known: "phone, phone-boosted, none") { node throws(DocumentProblem) in
          try DeviceModel(node)
        },
      ]
    }
  }

  func apply(to configuration: inout SimulationConfiguration) {
    configuration.appShare = appShare
    configuration.baseCostMs = baseCost
    configuration.iterations = iterations
  }

  private static func read<Value>(
    _ path: String, known: String, _ make: (DocumentNode) throws(DocumentProblem) -> Value
  ) throws -> Value {
    guard FileStatus(path) != nil else {
      throw Failure(.usage, "'\(path)' is neither one of \(known), nor a file that is there")
    }
    let text = try TextFile(path: path).text()
    do throws(DocumentProblem) {
      let (root, problems) = DocumentParser.parse(text, limits: .standard)
      if let problem = problems.first { throw problem }
      guard let root else { throw DocumentProblem(.value, line: 1, found: "the file is empty") }
      return try make(root)
    } catch {
      throw Failure(.badData, "\(path):\(error.line): \(error.message)")
    }
  }
}
