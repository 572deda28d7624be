internal import ScrollSimulation
internal import StructuredDocuments

/// The frames of a run, one JSON line each.
public struct FrameLines: Sendable {
  private let run: SimulatedRun

  /// Takes a run.
  public init(_ run: SimulatedRun) {
    self.run = run
  }

  /// Writes `cellheights.frame/1` lines.
  ///
  /// - Parameter bytes: Where they are appended.
  public func write(to bytes: inout [UInt8]) {
    for frame in run.result.log.frames {
      bytes += line(frame).utf8
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private func line(_ frame: SimulatedFrame) -> String {
    JSONWriter.document("cellheights.frame/1") { json in
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
