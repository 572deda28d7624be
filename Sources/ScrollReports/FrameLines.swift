internal import ScrollSimulation
internal import StructuredDocuments

/// The frames of a run, one JSON line each.
public struct FrameLines: Sendable {
  private let run: SimulatedRun

  /// About how long a line is, in bytes; ids of cells and hitches make it longer.
  public static let usualBytes = 330
  /// Bytes that are collected before they go to the sink.
  static let pieceBytes = 1 << 16

  /// Takes a run.
  public init(_ run: SimulatedRun) {
    self.run = run
  }

  /// Writes `cellheights.frame/1` lines piece by piece.
  ///
  /// - Parameter sink: Called with pieces of the lines, in order.
  /// - Throws: What the sink throws.
  public func write(to sink: ([UInt8]) throws -> Void) rethrows {
    var json = JSONWriter()
    for frame in run.result.log.frames {
      write(frame, to: &json)
      json.endLine()
      if json.bytes.count >= Self.pieceBytes { try sink(json.take()) }
    }
    if !json.bytes.isEmpty { try sink(json.take()) }
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
