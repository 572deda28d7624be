import AutoLayout
import LayoutPrimitives
import PairedBenchmark

extension Benchmark {
  /// `layout.compiled.vs-manual`: the reference cell by the layout engine, one cell after another,
  /// or by hand; easy data.
  static let compiledLayout = Benchmark(
    name: "layout.compiled.vs-manual", sense: .timesAsLong, operation: "cell",
    mayAllocate: settledPathMayAllocate
  ) { input in
    let cells = ReferenceCells(.easy, count: 20_000)
    var layout = CompiledLayout(cells)
    var values = ContiguousArray(repeating: 0.0, count: cells.count * ReferenceCell.variables)
    var manual = values
    for number in 0..<cells.count {
      try layout.layOut(number)
      layout.write(into: &values)
    }
    ManualReferenceCell.layOut(cells, into: &manual)
    try agree(values, manual, of: cells.count)
    try layout.checkThatProgramsAnswer()
    let sink = input.sink
    return Contest(
      operations: cells.count,
      subject: {
        let taken = try CPUClock.thread.measure {
          for number in 0..<cells.count { try layout.layOut(number) }
        }
        sink.take(Int(layout.height))
        return taken
      },
      reference: {
        let taken = CPUClock.thread.measure { ManualReferenceCell.layOut(cells, into: &manual) }
        sink.take(Int(manual[cells.count - 1]))
        return taken
      })
  }
}

/// One engine, and the memory for one cell, that lay out one reference cell after the other.
private struct CompiledLayout {
  private let cells: ReferenceCells
  private let imageHeight: Int
  private let grid = PixelGrid(stepsPerPoint: 2)
  private var engine: LayoutEngine
  private var sizing: ReferenceSizing
  private var solved = SolvedCell()

  init(_ cells: ReferenceCells) {
    let template = ReferenceCellSystem()
    self.cells = cells
    imageHeight = template.imageHeight
    engine = LayoutEngine(LayoutPlan(template.system, direction: .leftToRight))
    sizing = ReferenceSizing(cells)
  }

  /// The height of the cell laid out last, in points.
  var height: Double { solved.frames.first?.height ?? 0 }

  /// Binds a cell and lays it out.
  mutating func layOut(_ number: Int) throws {
    engine.setConstant(imageHeight, cells.value(.imageHeight, of: number))
    sizing.cell = number
    try engine.layout(
      width: cells.value(.cellWidth, of: number), grid: grid, sizing: &sizing, into: &solved)
  }

  /// Writes the frames of the cell that was laid out last, in the order of hand-written code.
  func write(into values: inout ContiguousArray<Double>) {
    for view in ReferenceCell.View.allCases {
      let frame = solved.frames[view.rawValue]
      for (variable, value) in [
        (view.x, frame.x), (view.y, frame.y), (view.width, frame.width),
        (view.height, frame.height),
      ] {
        values[variable * cells.count + sizing.cell] = value
      }
    }
  }

  /// Lays out all cells once more and ends the benchmark when the simplex had to answer for any:
  /// then it is not compiled programs that are timed.
  mutating func checkThatProgramsAnswer() throws {
    let before = engine.statistics
    for number in 0..<cells.count { try layOut(number) }
    let after = engine.statistics
    let misses = after.basisMisses - before.basisMisses
    guard misses == 0, after.programEvaluations > before.programEvaluations else {
      throw BenchmarkError(
        "no compiled program answered \(misses) solves of \(cells.count) cells laid out before")
    }
  }
}
