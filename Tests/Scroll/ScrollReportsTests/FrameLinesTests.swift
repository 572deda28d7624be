import ScrollReports
import ScrollSimulation
import Testing

@Suite struct FrameLinesTests {
  @Test func linesComeInPieces() throws {
    let run = try SampleRun(frames: (0..<3000).map { ($0, 4) }).run
    var pieces: [Int] = []
    var bytes: [UInt8] = []
    FrameLines(run).write { piece in
      pieces.append(piece.count)
      bytes += piece
    }
    #expect(pieces.count > 5 && pieces.allSatisfy { $0 < 100_000 })
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3000)
    #expect(
      lines.first
        == """
        {"schema":"cellheights.frame/1","run":"100/read-drag/stored/fixed","start_ms":0,\
        "expected_ms":20,"presented_ms":20,"cpu_ms":4,"offset_pt":0,"velocity_pt_per_s":150,\
        "first":0,"count":6,"new":[],"parts_ms":{"frame":1},"clock":1,"jump_pt":0}
        """)
  }

  /// A command keeps summaries of its runs: they must not grow with the frames.
  @Test func aSummaryHasTheCellsOfItsWorstFramesAlone() throws {
    let run = try SampleRun(
      frames: (0..<100).map { ($0, 4) },
      arrivals: Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, [$0]) })
    ).run
    #expect(run.cells.count == 100)
    #expect(run.summary.result.log.frames.count == 10)
    #expect(run.summary.cells.count == 10)
  }
}
