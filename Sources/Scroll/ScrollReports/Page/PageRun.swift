internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// The JSON of a run for the page, so that its frames need not stay in memory.
struct PageRun: Sendable {
  /// The name, which is also the fragment in the address of the page.
  let name: String
  /// The hitch time ratio in milliseconds per second, and the largest overrun in milliseconds.
  ///
  /// If no run breaches a threshold, the page first shows the run with the largest values.
  let badness: (Double, Double)
  /// Whether the run breaches a threshold.
  let isBreached: Bool
  let frameCount: Int
  /// The JSON members of the run except `frames` and `cells`.
  let head: [UInt8]
  /// The JSON members `frames`, the frames in columns, and `cells`, the cells that appeared.
  ///
  /// It is empty for a device result.
  let frames: [UInt8]

  /// Writes the JSON of a simulated run, which must have all its frames.
  init(_ run: SimulatedRun) {
    let report = run.result.report
    let log = run.result.log
    name = run.name
    badness = run.badness
    isBreached = run.isBreached
    frameCount = log.frames.count
    var json = JSONWriter()
    json.member("name", run.name)
    json.member("place", run.scrollName)
    json.member("strategy", report.strategy)
    json.member("device", run.configuration.device.name)
    json.member("setting", run.setting)
    json.member("grade", report.grade.rawValue)
    json.member("scale", run.configuration.hitchScale.rawValue)
    json.member("iterations", report.iterations)
    json.exact("tickMs", log.clock.tickMs)
    json.exact("appShare", log.clock.appShare)
    json.strings("notes", report.notes)
    Self.write(run.thresholds, to: &json)
    Self.write(
      report.figures.map { [$0.value, $0.spread?.lowerBound, $0.spread?.upperBound] }, to: &json)
    json.member("count", frameCount)
    head = json.finish()
    var columns = JSONWriter()
    columns.key("frames")
    PageFrames(run).write(to: &columns)
    frames = columns.finish()
  }

  /// Writes the JSON of a device result, which has neither frames nor a grade.
  init(_ run: ImportedRun, _ verdicts: [ImportJudgement.Verdict]) {
    name = run.label
    badness = (
      run.metrics["hitch.time_ratio_ms_per_s"] ?? 0, run.metrics["frameOverrunMs.max"] ?? -1e9
    )
    isBreached = verdicts.contains(where: \.isBreached)
    frameCount = 0
    var json = JSONWriter()
    json.member("name", run.label)
    json.member("place", run.test)
    json.member("strategy", run.format.rawValue)
    json.member("device", run.device ?? ImportedRun.deviceModel)
    json.member("setting", "from \(run.source)")
    json.strings("notes", run.notes)
    Self.write(verdicts.filter(\.isAnswered).map(\.result), to: &json)
    Self.write(SimulationReport.metricPaths.map { [run.metrics[$0], nil, nil] }, to: &json)
    json.member("count", 0)
    head = json.finish()
    frames = []
  }

  private static func write(_ thresholds: [ThresholdResult], to json: inout JSONWriter) {
    json.array("thresholds", thresholds) { json, result in
      json.member("text", result.threshold.text)
      json.exact("value", result.measured)
      json.member("passed", result.passed)
    }
  }

  /// Writes value, minimum and maximum of every metric.
  private static func write(_ figures: [[Double?]], to json: inout JSONWriter) {
    json.key("figures")
    json.beginArray()
    for numbers in figures {
      json.literal(
        "[" + numbers.map { $0?.plainDecimal ?? "null" }.joined(separator: ",") + "]")
    }
    json.endArray()
  }
}

/// The frames of a run, written in columns.
struct PageFrames {
  private let run: SimulatedRun
  private let frames: [SimulatedFrame]

  /// Prepares the columns of a run.
  init(_ run: SimulatedRun) {
    self.run = run
    frames = run.result.log.frames
  }

  /// Writes the columns, followed by the cells that they refer to by index.
  func write(to json: inout JSONWriter) {
    let names = cells
    let indices = Dictionary(
      names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let base = frames.first.map(Self.own) ?? []
    let period = frames.first?.timing.ticks ?? 1
    json.object { json in
      json.member("count", frames.count)
      json.member("period", period)
      Self.write("base", base, to: &json)
      Self.write("cpu", Self.runs(of: frames.map { Self.whole($0.timing.cpuMs * 1000) }), to: &json)
      Self.write("clock", Self.runs(of: frames.map { Self.whole($0.clock * 1000) }), to: &json)
      Self.write("offset", Self.steps(of: frames.map { Self.whole($0.offset * 10) }), to: &json)
      Self.write("velocity", Self.steps(of: frames.map { Self.whole($0.velocity) }), to: &json)
      sparse("starts", to: &json) { number, frame in
        let expected = number > 0 ? frames[number - 1].timing.next : 0
        return frame.timing.start == expected ? nil : "\(frame.timing.start)"
      }
      sparse("ticks", to: &json) { $1.timing.ticks == period ? nil : "\($1.timing.ticks)" }
      sparse("busy", to: &json) { $1.timing.isLate ? "\($1.timing.busyTicks)" : nil }
      sparse("jump", to: &json) { $1.jump == 0 ? nil : JSONWriter.digits(of: $1.jump) }
      sparse("blank", to: &json) { $1.blank == 0 ? nil : JSONWriter.digits(of: $1.blank) }
      sparse("prefetch", to: &json) {
        $1.prefetchMs == 0 ? nil : "\(Self.whole($1.prefetchMs * 1000))"
      }
      sparse("own", to: &json) { _, frame in
        let own = Self.own(of: frame)
        return own == base ? nil : Self.list(own)
      }
      sparse("arrivals", to: &json) { _, frame in
        frame.arrivals.isEmpty
          ? nil
          : "["
            + frame.arrivals.map { arrival in
              "[\(indices[arrival.index] ?? 0),\(arrival.isPrefetched ? 1 : 0),"
                + Self.list(Self.microseconds(arrival.cost)) + "]"
            }.joined(separator: ",") + "]"
      }
    }
    json.key("cells")
    json.beginArray()
    for index in names {
      let name = run.cell(at: index)
      json.beginArray()
      json.number(index)
      json.string(name.id)
      json.string(name.template)
      json.endArray()
    }
    json.endArray()
  }

  /// The positions of the cells that appeared, in ascending order.
  private var cells: [Int] {
    Set(frames.lazy.flatMap(\.arrivals).map(\.index)).sorted()
  }

  /// The cost of a frame without the cost of its cells, by part, in microseconds.
  private static func own(of frame: SimulatedFrame) -> [Int] {
    var own = microseconds(frame.cost)
    for arrival in frame.arrivals {
      for (index, part) in microseconds(arrival.cost).enumerated() { own[index] -= part }
    }
    return own.map { max(0, $0) }
  }

  private static func microseconds(_ cost: CostParts) -> [Int] {
    CostParts.Part.allCases.map { whole(cost[$0] * 1000) }
  }

  private static func whole(_ number: Double) -> Int {
    number.isFinite ? Int(min(max(number, -1e15), 1e15).rounded()) : 0
  }

  /// Run-length encoding: each number, followed by how many times it occurs in a row.
  private static func runs(of numbers: [Int]) -> [Int] {
    var runs: [Int] = []
    for number in numbers {
      if runs.count >= 2, runs[runs.count - 2] == number {
        runs[runs.count - 1] += 1
      } else {
        runs += [number, 1]
      }
    }
    return runs
  }

  /// The differences between each number and the previous one; the first number is kept.
  private static func steps(of numbers: [Int]) -> [Int] {
    var last = 0
    return numbers.map { number in
      defer { last = number }
      return number - last
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    "[" + numbers.map(String.init).joined(separator: ",") + "]"
  }

  private static func write(_ name: String, _ numbers: [Int], to json: inout JSONWriter) {
    json.key(name)
    json.beginArray()
    for number in numbers { json.number(number) }
    json.endArray()
  }

  /// Writes an object with the values of some frames, by frame number.
  private func sparse(
    _ name: String, to json: inout JSONWriter, _ value: (Int, SimulatedFrame) -> String?
  ) {
    json.object(name) { json in
      for (number, frame) in frames.enumerated() {
        guard let value = value(number, frame) else { continue }
        json.key("\(number)")
        json.literal(value)
      }
    }
  }
}
