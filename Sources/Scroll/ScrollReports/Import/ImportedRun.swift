public import ScrollSimulation

/// The scroll metrics of one test that ran on a device.
///
/// They have the same paths as in reports of simulations.
public struct ImportedRun: Hashable, Sendable {
  /// The format of the file.
  public let format: ImportFormat
  /// The name of the file, as the caller passed it.
  public let source: String
  /// The class and name of the test, and the measured interval.
  public let test: String
  /// The name of the device; nil if the file does not contain it.
  public let device: String?
  /// The values by metric path, in the units of the metrics.
  public let metrics: [String: Double]
  /// The differences from the simulator's definitions, one sentence per difference.
  public let notes: [String]
  /// The names by which thresholds select the run.
  public let name: RunName

  /// The device model of all device results; `imported:NAME` is the model of one device.
  public static let deviceModel = "imported"

  /// The paths of all metrics that any format of device results contains.
  ///
  /// Only a simulation can be compared with a threshold for another metric.
  public static let metricPaths: Set<String> = {
    let percentiles = ["P50", "P90", "P95", "P99", "max"]
    return Set(
      ["frameDurationCpuMs", "frameOverrunMs"].flatMap { name in
        percentiles.map { "\(name).\($0)" }
      } + [
        "frames.presented", "hitch.count", "hitch.total_ms", "hitch.time_ratio_ms_per_s",
      ])
  }()

  /// Creates a run, and finds its names in the name of the test.
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

  /// The test and the device, for messages.
  public var label: String { test + (device.map { " on \($0)" } ?? "") }
}

/// The words in the name of a test: `testFlickMedium_120Hz` is test, flick, medium, 120, hz.
///
/// Device results do not contain the scroll profile. A threshold for a profile, strategy or rate
/// therefore applies to tests whose names contain that name.
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
        // The last capital letter of an acronym begins the next word: UIReverse is ui, reverse.
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

  /// The longest name whose words occur together in the name of the test; nil if none does.
  func longest(of names: [String]) -> String? {
    var longest: (name: String, count: Int)?
    for name in names {
      let wanted = TestWords(name).words
      if wanted.count > longest?.count ?? 0, contains(wanted) { longest = (name, wanted.count) }
    }
    return longest?.name
  }

  /// The number before the word `hz`; nil if there is none.
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
