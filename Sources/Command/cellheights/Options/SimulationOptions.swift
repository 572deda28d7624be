public import ArgumentParser
import CommandSettings
import LayoutPrimitives
import Operations
import ScrollReports
public import ScrollSimulation
import StructuredDocuments

/// The options for the list of a simulation, and for the data that its strategies need.
struct SimulatedListOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Stored heights: a store, a folder of published files, or the address of such files or of a "
        + "service. (default: the store)", valueName: "path-or-address"))
  var source: String?

  @Option(name: .long, help: "The feed; needed where the source holds several.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment, such as 390; required if there are several.",
    completion: .storedEnvironment)
  var environment: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The environment that the profile rotate turns to.", valueName: "environment"),
    completion: .storedEnvironment)
  var rotateTo: String?

  @OptionGroup var list: ListOption

  @OptionGroup var store: StoreOption

  @Option(
    name: .long,
    help: "A file to read records from for measured costs, instead of those of the build.",
    completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formats: FormatOptions

  func validate() throws {
    if source?.isEmpty == true { throw ValidationError("--source needs a path or an address") }
    if source != nil, store.store != nil {
      throw ValidationError("--source and --store both name the heights; give one")
    }
  }

  /// The choice of the list, without the flags that are settings.
  var request: StageRequest {
    StageRequest(
      source: source, feed: feed, environment: environment, rotateTo: rotateTo, list: list.list,
      input: input)
  }
}

/// The platforms, whose names select the physics of a scroll.
enum PlatformName: String, ExpressibleByArgument, CaseIterable {
  case ios
  case iosFast = "ios-fast"
  case android

  var platform: ScrollPlatform {
    switch self {
    case .ios: .ios(.normal)
    case .iosFast: .ios(.fast)
    case .android: .android(.standard)
    }
  }
}

extension HitchScale: ExpressibleByArgument {}

extension PrefetchPolicy: ExpressibleByArgument {
  /// Parses `none`, `next-frame`, `distance:POINTS` or `screens:N`; nil for another text.
  public init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    let number = parts.count == 2 ? Double(parts[1]) : nil
    switch (parts[0], number) {
    case ("none", nil) where parts.count == 1: self = .none
    case ("next-frame", nil) where parts.count == 1: self = .nextFrame
    case ("distance", let points?) where (0...100_000).contains(points): self = .distance(points)
    case ("screens", let screens?) where (0...100).contains(screens): self = .screens(screens)
    default: return nil
    }
  }

  /// The values that help and completion show.
  public static var allValueStrings: [String] {
    ["none", "next-frame", "distance:POINTS", "screens:N"]
  }

  /// The name of the value, for help.
  public var defaultValueDescription: String { name }
}

/// The options for scrolling and showing a list.
struct ScrollOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Refresh rates in Hz, or adaptive, separated by commas.", valueName: "rates"))
  var hz = "60,120"

  @Option(name: .long, help: "The physics of the scroll.")
  var platform = PlatformName.ios

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Which cells are prepared before they come on screen: as RecyclerView does (next-frame), as "
        + "FlashList does (distance), or within screens ahead.", valueName: "policy"))
  var prefetch = PrefetchPolicy.none

  @Option(
    name: .long,
    help: ArgumentHelp("The number of cells of each template kept for reuse.", valueName: "n"))
  var pool = 10

  @Option(name: .long, help: ArgumentHelp("The height of the screen.", valueName: "points"))
  var viewport = 844.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Periods from a frame's start to its appearance; 3 is triple buffering.", valueName: "n"))
  var pipelineDepth = 2

  @Option(name: .long, help: ArgumentHelp("Decides what profiles leave to chance.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(name: .long, help: ArgumentHelp("The longest scroll.", valueName: "seconds"))
  var maxSeconds = 600.0

  @Option(name: .long, help: "The scale that grades the hitch time ratio.")
  var hitchScale = HitchScale.xctest2020

  /// The profiles that an argument names, each once; `all` means all except `rotate`.
  func profiles(_ text: String) throws -> [ScrollProfile] {
    var profiles: [ScrollProfile] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let selected: [ScrollProfile] =
        if name == "all" {
          ScrollProfile.named.filter { $0 != .rotate }
        } else if name.hasSuffix(".csv") {
          [try recorded(String(name))]
        } else {
          [try ScrollProfile.named(String(name))]
        }
      for profile in selected where !profiles.contains(profile) { profiles.append(profile) }
    }
    return profiles
  }

  /// The refresh rates of the command line, each once.
  func rates() throws -> [RefreshRate] {
    var rates: [RefreshRate] = []
    for text in hz.split(separator: ",", omittingEmptySubsequences: false) {
      let rate: RefreshRate
      if text == "adaptive" {
        rate = .adaptive
      } else {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
          let hertz = Double(text), hertz > 0
        else {
          throw Failure(
            .usage, "--hz '\(text)' is no refresh rate; write 60, 120, adaptive or 60,120")
        }
        rate = .fixed(hertz)
      }
      if !rates.contains(rate) { rates.append(rate) }
    }
    return rates
  }

  func apply(to configuration: inout SimulationConfiguration) {
    configuration.platform = platform.platform
    configuration.prefetch = prefetch
    configuration.poolSize = pool
    configuration.viewportHeight = viewport
    configuration.pipelineDepth = pipelineDepth
    configuration.seed = seed
    configuration.maximumSeconds = maxSeconds
    configuration.hitchScale = hitchScale
  }

  private func recorded(_ path: String) throws -> ScrollProfile {
    let text = try TextFile(path: path, limit: 64 << 20).text()
    do throws(ScrollTraceError) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return ScrollProfile(name: name, trace: try ScrollTrace(parsing: text))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}

/// The options for the costs of work on a device, and for the frequency of its processor.
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

  /// The costs: a built-in table, the table of a file, or measurement.
  func table() throws -> FrameCosts {
    switch costs {
    case "phone/1": return .table(.phone1)
    case "measured": return .measured(ThreadClock())
    default:
      return .table(
        try Self.read(costs, names: "phone/1, measured") { node throws(DocumentProblem) in
          try CostTable(node)
        })
    }
  }

  /// The device models of each run: the full clock, and a model whose clock follows the load.
  ///
  /// The second model is missing if the option is `none`.
  func models() throws -> [DeviceModel] {
    switch device {
    case "phone": return [.fixed, .phone]
    case "phone-boosted": return [.fixed, .boostedPhone]
    case "none": return [.fixed]
    default:
      return [
        .fixed,
        try Self.read(device, names: "phone, phone-boosted, none") { node throws(DocumentProblem) in
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
    _ path: String, names: String, _ make: (DocumentNode) throws(DocumentProblem) -> Value
  ) throws -> Value {
    guard FileStatus(path) != nil else {
      throw Failure(.usage, "'\(path)' is neither one of \(names), nor a file that is there")
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

/// The options for the results of a simulation and their files.
struct SimulationOutputOptions: ParsableArguments {
  /// The formats of the report on standard output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown, junit
  }

  @Option(
    name: .long, help: "Output for people, for programs, for a pull request, or for a CI server.")
  var format = Format.table

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write one HTML file with a timeline of every run, which needs no network.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String?

  @OptionGroup var trace: TraceOption

  @Option(
    name: .long,
    help: ArgumentHelp("Write one JSON line a frame.", valueName: "file"),
    completion: .file(extensions: ["ndjson"]))
  var frames: String?

  /// The paths of the files that an import of device results does not write.
  var simulationFiles: [String] { [trace.trace, frames].compactMap(\.self) }

  /// The paths of all files to write.
  var files: [String] { [html, trace.trace, frames].compactMap(\.self) }

  func validate() throws {
    guard Set(files).count == files.count else {
      throw ValidationError("--html, --trace and --frames need a file each")
    }
  }
}
