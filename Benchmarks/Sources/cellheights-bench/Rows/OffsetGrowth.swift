import BenchmarkStores
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.NSNumber
import struct Foundation.Data
import Heights
import HeightStore
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

extension Benchmark {
  /// `offset.sections-vs-plain`: offset to index path, sticky header and cell in a list of a million
  /// items in ten thousand sections with separators, and offset to cell in a plain list.
  static let offsetOfSections = Benchmark(
    name: "offset.sections-vs-plain", sense: .timesAsLong, operation: "lookup"
  ) { input in
    let folder = try BenchmarkFolder()
    let (lookups, count, sections) = (2_000, 1_000_000, 10_000)
    let paths = (divided: folder.path("sections.sqlite"), plain: folder.path("plain.sqlite"))
    let divided = try ListOfCells(count: count, store: paths.divided, sections: sections)
    let plain = try ListOfCells(count: count, store: paths.plain, sections: 0)
    let bytes = try [paths.divided, paths.plain].map { path in
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      return size?.doubleValue ?? 0
    }
    FileHandle.standardError.write(
      Data(
        "the store with sections has \((bytes[0] - bytes[1]) / Double(count)) bytes an item more\n"
          .utf8))
    let sink = input.sink
    var generator = SystemRandomNumberGenerator()
    func sample(_ list: ListOfCells, sticky: Bool) throws -> Measurement {
      let offsets = (0..<lookups).map { _ in
        Double.random(in: 0..<list.snapshot.extent, using: &generator)
      }
      return try CPUClock.thread.measure {
        for offset in offsets {
          let index = try list.index(atOffset: offset)
          sink.take(try list.snapshot.layout(at: index).height)
          guard sticky else { continue }
          sink.take(list.snapshot.indexPath(of: index)?.section ?? 0)
          sink.take(try list.snapshot.stickyHeader(atOffset: offset, index: index)?.index ?? 0)
        }
      }
    }
    return Contest(
      operations: lookups, subject: { try sample(divided, sticky: true) },
      reference: { try sample(plain, sticky: false) })
  }
}

/// A list of cells of one view.
private struct ListOfCells {
  let snapshot: LookupList

  /// - Parameter sections: Number of sections; 0 for a plain list, nil for the list in feed order.
  init(count: Int, store: String, sections: Int? = nil) throws {
    let cells = try StoreOfCells(count: count, views: 1, store: store, sections: sections)
    snapshot = try cells.lookup.list(
      sections == nil ? ListDescription.feedOrder : StoreOfCells.secondList, in: cells.scope)
    guard snapshot.count == count + (sections ?? 0) else {
      throw BenchmarkError("a list has \(snapshot.count) cells of \(count)")
    }
  }

  /// The height of the cell at an offset, in pixels.
  func height(atOffset offset: Double) throws -> Int {
    try snapshot.layout(at: try index(atOffset: offset)).height
  }

  /// The position of the cell at an offset.
  func index(atOffset offset: Double) throws -> Int {
    guard let index = try snapshot.index(atOffset: offset) else {
      throw BenchmarkError("there is no cell at offset \(offset)")
    }
    return index
  }
}
