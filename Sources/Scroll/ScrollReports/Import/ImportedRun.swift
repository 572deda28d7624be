public import ScrollSimulation

/// The scroll metrics of one test that ran on a device, under the paths of simulated reports.
public struct ImportedRun: Hashable, Sendable {
  /// The format of the file.
  public let format: ImportFormat
  /// The file, as the caller named it.
  public let source: String
  /// The test: its class and name, and the interval it measured.
  public let test: String
  /// The device's name; nil if the file has none.
  public let device: String?
  /// Values by metric path, in the metric's unit.
  public let metrics: [String: Double]
  /// Differences from the simulator's definitions, one sentence each.
  public let notes: [String]
  /// The names by which thresholds choose the run.
  public let name: RunName

  /// The device model of device results; `imported:NAME` is that of one device.
  public static let deviceModel = "imported"

  /// Paths of all metrics that some format has.
  ///
  /// A threshold on another metric can only be checked by a simulation.
  public static let metricPaths: Set<String> = {
    let percentiles = ["P50", "P90", "P95", "P99", "max"]
    return Set(
      ["frameDurationCpuMs", "frameOverrunMs"].flatMap { name in
        percentiles.map { "\(name).\($0)" }
      } + [
        "frames.presented", "hitch.count", "hitch.total_ms", "hitch.time_ratio_ms_per_s",
      ])
  }()

  /// Creates a run, whose names are found in its test's name.
  init(
    format: ImportFormat, source: String, test: String, device: String? = nil,
    metrics: [String: Double], notes: [String] = []
  ) {
    self.format = format
    self.source = source
    self.test = test
    self.device = device
    self.metrics = metrics
    self.notes = notes
    let words = TestWords(test)
    name = RunName(
      rate: words.rate,
      profile: words.longest(of: ScrollProfile.named.map(\.name)),
      strategy: words.longest(of: ScrollStrategy.names),
      device: Self.deviceModel + (device.map { ":\($0)" } ?? ""))
  }

  /// The test and its device, for messages.
  public var label: String { test + (device.map { " on \($0)" } ?? "") }
}

/// The words of a test's name: `testFlickMedium_120Hz` is test, flick, medium, 120, hz.
///
/// Device results do not report what was scrolled. Tests whose names contain a profile, a strategy
/// or a rate are judged by the thresholds of that name.
struct TestWords {
  /// The words, in lower case.
  private let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var last: Kind = .other
    for character in name {
      let kind = Kind(character)
      let isInCapitals = last == .capital && kind == .small
      if kind != .other {
        if words.isEmpty || kind != last && !isInCapitals { words.append("") }
        // The last capital of an acronym begins the next word: UIReverse is ui, reverse.
        if isInCapitals, words[words.count - 1].count > 1 {
          words.append(String(words[words.count - 1].removeLast()))
        }
        words[words.count - 1] += character.lowercased()
      }
      last = kind
    }
    self.words = words
  }

  private enum Kind {
    case small, capital, digit, other

    init(_ character: Character) {
      self =
        character.isNumber
        ? .digit : !character.isLetter ? .other : character.isUppercase ? .capital : .small
    }
  }

  /// The longest of the names whose words are consecutive in the test's name.
  func longest(of names: [String]) -> String? {
    var longest: (name: String, count: Int)?
    for name in names {
      let wanted = TestWords(name).words
      if wanted.count > longest?.count ?? 0, contains(wanted) { longest = (name, wanted.count) }
    }
    return longest?.name
  }

  /// The number before the word `hz`.
  var rate: String? {
    zip(words, words.dropFirst()).first { $1 == "hz" && $0.allSatisfy(\.isNumber) }?.0
  }

  private func contains(_ wanted: [String]) -> Bool {
    guard !wanted.isEmpty, wanted.count <= words.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      words[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
