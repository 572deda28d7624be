import BenchmarkStores
import Heights
import LayoutPrimitives
import PairedBenchmark

extension Benchmark {
  /// `offset.1e6-vs-1e4`: offset to position to cell in a list of a million cells, and of ten
  /// thousand.
  static let offset = Benchmark(
    name: "offset.1e6-vs-1e4", sense: .timesAsLong, operation: "lookup"
  ) { input in
    let folder = try BenchmarkFolder()
    let lookups = 2_000
    let long = try ListOfCells(count: 1_000_000, store: folder.path("long.sqlite"))
    let short = try ListOfCells(count: 10_000, store: folder.path("short.sqlite"))
    let sink = input.sink
    var generator = SystemRandomNumberGenerator()
    func sample(_ list: ListOfCells) throws -> Measurement {
      let offsets = (0..<lookups).map { _ in
        Double.random(in: 0..<list.snapshot.extent, using: &generator)
      }
      return try CPUClock.thread.measure {
        for offset in offsets { sink.take(try list.height(atOffset: offset)) }
      }
    }
    return Contest(
      operations: lookups, subject: { try sample(long) }, reference: { try sample(short) })
  }
}

/// A list of cells of one view.
private struct ListOfCells {
  let snapshot: LookupList

  init(count: Int, store: String) throws {
    let cells = try StoreOfCells(count: count, views: 1, store: store)
    snapshot = try cells.lookup.list(in: cells.scope)
    guard snapshot.count == count else {
      throw BenchmarkError("a list has \(snapshot.count) cells of \(count)")
    }
  }

  /// The height of the cell at an offset, in pixels.
  func height(atOffset offset: Double) throws -> Int {
    guard let index = try snapshot.index(atOffset: offset) else {
      throw BenchmarkError("there is no cell at offset \(offset)")
    }
    return try snapshot.layout(at: index).height
  }
}
