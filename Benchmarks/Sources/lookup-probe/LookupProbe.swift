import ArgumentParser
import BenchmarkStores
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import PairedBenchmark

/// The command `lookup-probe`, that is `scripts/bench lookup.report`: how long a store takes to open
/// and to answer from the file and from memory, and the memory that it takes.
@main
struct LookupProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup-probe",
    abstract: "Report how long a store takes to open and to answer, and its memory.",
    discussion: "Benchmarks/README.md tells what each line means.")

  @Option(help: "Cells of the store, of seven views each.")
  var cells = 1_000_000

  @Option(help: "Lookups of each kind.")
  var lookups = 200_000

  @Option(help: "Output for people or for programs.")
  var format = OutputFormat.table

  /// A table for people or one JSON object a line for programs.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  func validate() throws {
    guard cells >= 1 else { throw ValidationError("--cells is a number of cells from 1") }
    guard lookups >= 100 else { throw ValidationError("--lookups is a number from 100") }
  }

  func run() throws {
    #if DEBUG
    FileHandle.standardError.write(
      Data("warning: this is a debug build: its figures mean nothing; use scripts/bench\n".utf8))
    #endif
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appending(path: "cells.sqlite").path
    _ = try StoreOfCells(count: cells, views: 7, store: store)
    try reportOpening(store)
    try reportAnswers(store)
  }

  private func reportOpening(_ store: String) throws {
    let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int ?? 0
    show("store", Double(size) / Double(cells), "bytes a cell")
    var times: (file: [Double], memory: [Double]) = ([], [])
    for _ in 0..<5 {
      times.file.append(try seconds { _ = try HeightLookup(store: store) })
      times.memory.append(try seconds { _ = try GenerationSnapshot(store: store) })
    }
    show("open the file", times.file.sorted()[2] * 1e3, "ms")
    show("open in memory", times.memory.sorted()[2] * 1e3, "ms")
  }

  private func reportAnswers(_ store: String) throws {
    let before = ProcessMemory.current().anonymous ?? 0
    let snapshot = try GenerationSnapshot(store: store)
    let grown = (ProcessMemory.current().anonymous ?? 0) - before
    show("memory that it counts", Double(snapshot.memoryBytes) / Double(cells), "bytes a cell")
    show("memory that it grew by", Double(grown) / Double(cells), "bytes a cell")
    let scope = try snapshot.file.scopes(feed: "feed").get()[0]
    guard let snapshotCells = snapshot.cells(of: scope) else { throw ExitCode(65) }
    let list = try snapshotCells.list()
    let stored = try snapshot.file.list(in: scope)
    let ids = (0..<lookups).map { _ in StoreOfCells.id(Int.random(in: 0..<cells)) }
    let offsets = (0..<lookups).map { _ in Double.random(in: 0..<list.extent) }
    var sum = 0
    try show("id to frames, file", ids) {
      if case .hit(let hit) = try snapshot.file.lookup(id: $0, in: scope) {
        sum += hit.layout.frames.count
      }
    }
    try show("id to frames, memory", ids) {
      if let cell = snapshotCells.cell($0) { sum += snapshotCells.frames(of: cell)?.count ?? 0 }
    }
    guard sum == lookups * 14 else { throw ExitCode(65) }
    try show("offset to position, file", offsets) { sum += try stored.index(atOffset: $0) ?? 0 }
    try show("offset to position, memory", offsets) { sum += list.index(atOffset: $0) ?? 0 }
    try show("position to offset, memory", offsets) {
      sum += Int(try list.top(of: Int($0) % cells))
    }
    try checkExtent(list, snapshotCells)
    withExtendedLifetime(sum) {}
  }

  /// The sum of all heights, the extent, and the last offset with the last height are one number.
  private func checkExtent(_ list: SnapshotList, _ snapshotCells: SnapshotCells) throws {
    let grid = snapshotCells.scope.grid
    var steps = 0
    for position in 0..<list.count { steps += try list.cell(at: position).height }
    let last = try list.cell(at: list.count - 1)
    let bottom =
      try list.top(of: list.count - 1) * grid.stepsPerPoint + Double(last.height)
    guard grid.points(steps) == list.extent,
      grid.points(Int(bottom.rounded())) == list.extent
    else {
      FileHandle.standardError.write(Data("the sum of the heights is not the extent\n".utf8))
      throw ExitCode(65)
    }
    show("sum of heights = extent", list.extent, "points")
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure(work)
    return Double(duration.components.seconds)
      + Double(duration.components.attoseconds) / 1e18
  }

  /// Times each piece of work by itself.
  private func show<Input>(
    _ name: String, _ inputs: [Input], _ work: (Input) throws -> Void
  ) throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(inputs.count)
    for input in inputs {
      let start = clock.now
      try work(input)
      times.append(Double((clock.now - start).components.attoseconds) / 1e9)
    }
    times.sort()
    show("\(name), p50", times[times.count / 2], "ns")
    show("\(name), p99", times[times.count * 99 / 100], "ns")
  }

  private func show(_ name: String, _ value: Double, _ unit: String) {
    let rounded = (value * 100).rounded() / 100
    switch format {
    case .json:
      print(#"{"name":"\#(name)","value":\#(rounded),"unit":"\#(unit)"}"#)
    case .table:
      print(name + String(repeating: " ", count: max(1, 34 - name.count)) + "\(rounded) \(unit)")
    }
  }
}
