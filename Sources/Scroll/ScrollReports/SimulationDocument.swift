internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// The document `cellheights.sim/1` of a simulated run, on one line.
///
/// The documents of equal runs have equal bytes.
public struct SimulationDocument: Sendable {
  private let run: SimulatedRun

  /// Creates the document of a run.
  public init(_ run: SimulatedRun) {
    self.run = run
  }

  /// The document, without a line feed.
  public var line: String {
    let report = run.result.report
    return JSONWriter.document("cellheights.sim/1") { json in
      writeSettings(to: &json)
      json.write(report)
      writeSpreads(to: &json)
      writeWorstFrames(to: &json)
      json.strings("notes", report.notes)
      guard !run.thresholds.isEmpty else { return }
      json.array("thresholds", run.thresholds) { json, result in
        json.member("threshold", result.threshold.text)
        json.exact("value", result.measured)
        json.member("passed", result.passed)
      }
    }
  }

  private func writeSettings(to json: inout JSONWriter) {
    let configuration = run.configuration
    let hertz: Double? =
      if case .fixed(let hertz) = configuration.rate { hertz } else { nil }
    json.member("rate", configuration.rate.name)
    // A variable rate has neither member.
    json.exact("refresh_hz", hertz)
    json.exact("frame_period_ms", hertz.map { (1000 / $0 * 1000).rounded() / 1000 })
    json.member("profile", configuration.profile.name)
    json.member("strategy", run.result.report.strategy)
    json.member("platform", configuration.platform.name)
    json.member("device_model", configuration.device.name)
    json.member("costs", run.result.report.costs)
    json.key("seed")
    json.literal(String(configuration.seed))
    json.exact("viewport_height_pt", configuration.viewportHeight)
    json.exact("scale", configuration.scale)
    json.exact("base_cost_ms", configuration.baseCostMs)
    json.member("prefetch", configuration.prefetch.name)
    json.member("pool", configuration.poolSize)
    json.exact("app_share", configuration.appShare)
    json.member("pipeline_depth", configuration.pipelineDepth)
  }

  /// Writes the minimum and maximum over the iterations.
  ///
  /// If costs are measured, they are written for all metrics; `simulate diff` needs them to detect
  /// noise.
  private func writeSpreads(to json: inout JSONWriter) {
    let report = run.result.report
    let isMeasured = report.costs == FrameCosts.measuredName
    json.member("list_ended", report.listEnded)
    json.member("percentile_method", SimulationReport.percentileMethod)
    json.member("iterations", report.iterations)
    json.object("spread") { json in
      for figure in report.figures where figure.showsSpread || isMeasured {
        guard let spread = figure.spread else {
          if figure.showsSpread { json.exact(figure.path, nil) }
          continue
        }
        json.key(figure.path)
        json.literal("[\(spread.lowerBound.plainDecimal),\(spread.upperBound.plainDecimal)]")
      }
    }
  }

  private func writeWorstFrames(to json: inout JSONWriter) {
    let clock = run.result.log.clock
    json.array("worst_frames", run.worstFrames()) { json, frame in
      json.member("tick", frame.timing.start)
      json.rounded("time_s", clock.seconds(ofTick: frame.timing.start))
      json.rounded("offset_pt", frame.offset)
      json.rounded("cpuMs", frame.timing.cpuMs)
      json.rounded("overrunMs", frame.timing.overrunMs)
      json.rounded("hitchMs", frame.timing.hitchMs)
      json.rounded("clock", frame.clock)
      json.member("new_cells", frame.arrivals.count)
      json.array("cells", SimulatedRun.costliest(of: frame)) { json, arrival in
        let name = run.cell(at: arrival.index)
        json.member("id", name.id)
        json.member("index", arrival.index)
        json.member("template", name.template)
        json.rounded("ms", arrival.cost.total)
        if arrival.isPrefetched { json.member("prefetched", true) }
      }
      json.object("parts") { json in
        for part in CostParts.Part.allCases where frame.cost[part] != 0 {
          json.rounded(part.rawValue, frame.cost[part])
        }
      }
    }
  }
}

extension FrameCosts {
  /// The name for measured costs in reports.
  static let measuredName = "measured"
}

extension JSONWriter {
  /// Writes the metrics of a report, with one object per group of metrics.
  fileprivate mutating func write(_ report: SimulationReport) {
    var figures = report.figures[...]
    while let group = figures.first?.path.prefix(while: { $0 != "." }) {
      let end = figures.firstIndex { !$0.path.hasPrefix(group + ".") } ?? figures.endIndex
      object(String(group)) { json in
        for figure in figures[..<end] {
          json.exact(String(figure.path.dropFirst(group.count + 1)), figure.value)
        }
        guard group == "hitch" else { return }
        json.member("scale", report.configuration.hitchScale.rawValue)
        json.member("grade", report.grade.rawValue)
      }
      figures = figures[end...]
    }
  }
}

/// The frames of a run as JSON lines, one line per frame.
public struct FrameLines: Sendable {
  private let run: SimulatedRun

  /// The usual length of a line, in bytes; ids of cells and hitches make lines longer.
  public static let usualBytes = 330
  /// Number of bytes that are collected before the sink is called.
  static let pieceBytes = 1 << 16

  /// Prepares the lines of a run.
  public init(_ run: SimulatedRun) {
    self.run = run
  }

  /// Writes lines of `cellheights.frame/1`, in several parts.
  ///
  /// - Parameter sink: Receives the parts of the text, in order.
  /// - Throws: The errors that the sink throws.
  public func write(to sink: ([UInt8]) throws -> Void) rethrows {
    var json = JSONWriter()
    for frame in run.result.log.frames {
      write(frame, to: &json)
      json.endLine()
      if json.bytes.count >= Self.pieceBytes { try sink(json.removeBytes()) }
    }
    if !json.bytes.isEmpty { try sink(json.removeBytes()) }
  }

  private func write(_ frame: SimulatedFrame, to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", "cellheights.frame/1")
      json.member("run", run.name)
      json.exact("start_ms", frame.timing.startMs)
      json.exact("expected_ms", frame.timing.expectedMs)
      json.exact("presented_ms", frame.timing.presentedMs)
      json.exact("cpu_ms", frame.timing.cpuMs)
      json.exact("offset_pt", frame.offset)
      json.exact("velocity_pt_per_s", frame.velocity)
      json.member("first", frame.cells.lowerBound)
      json.member("count", frame.cells.count)
      json.strings("new", frame.arrivals.map { run.cell(at: $0.index).id })
      json.object("parts_ms") { json in
        for part in CostParts.Part.allCases where frame.cost[part] > 0 {
          json.exact(part.rawValue, frame.cost[part])
        }
      }
      json.exact("clock", frame.clock)
      json.exact("jump_pt", frame.jump)
    }
  }
}

extension JSONWriter {
  /// Writes a number without exponent; `null` if there is none.
  mutating func exact(_ name: String, _ number: Double?) {
    key(name)
    literal(number.map { $0.isFinite ? $0.plainDecimal : "null" } ?? "null")
  }

  /// Writes a number rounded to a multiple of 10⁻⁶, which removes the rounding errors of sums.
  mutating func rounded(_ name: String, _ number: Double) {
    let rounded = (number * 1e6).rounded() / 1e6
    exact(name, rounded == 0 ? 0 : rounded)
  }
}
