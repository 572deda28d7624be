import FeedRecords
import PairedBenchmark
import StructuredDocuments

/// The figures of a run, for programs and for people.
struct BenchmarkReport {
  private let machine: Machine
  private let harfBuzz: String
  private let pango: String
  private let swift: String
  private var rows: [Row] = []

  private struct Row {
    var benchmark: Benchmark
    var comparison: Comparison

    var ratios: [Double] { comparison.ratios(benchmark.sense) }

    /// A cost with its unit.
    func text(_ cost: Double) -> String {
      benchmark.isMemory
        ? "\(BenchmarkReport.figure(cost / 1_000_000)) MB" : BenchmarkReport.time(cost)
    }
  }

  init(machine: Machine, harfBuzz: String, pango: String, swift: String) {
    self.machine = machine
    self.harfBuzz = harfBuzz
    self.pango = pango
    self.swift = swift
  }

  mutating func add(_ benchmark: Benchmark, _ comparison: Comparison) {
    rows.append(Row(benchmark: benchmark, comparison: comparison))
  }

  /// The document `cellheights.bench/1`, on one line.
  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string("cellheights.bench/1")
    writer.key("machine")
    writeMachine(to: &writer)
    writer.key("ratios")
    writer.beginArray()
    for row in rows {
      let ratios = row.ratios
      writer.beginObject()
      writer.key("name")
      writer.string(row.benchmark.name)
      writer.key("value")
      writer.literal(Self.figure(median(ratios)))
      writer.key("unit")
      writer.string("x")
      writer.key("runs")
      writer.literal("\(ratios.count)")
      writer.key("min")
      writer.literal(Self.figure(ratios.min() ?? .nan))
      writer.key("max")
      writer.literal(Self.figure(ratios.max() ?? .nan))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text
  }

  /// Machine and rows as a table, with times and heap allocations for orientation.
  var table: String {
    let governor = machine.governor ?? "unknown governor"
    var lines = [
      "\(machine.processor), \(machine.cores) cores, \(governor), \(machine.system), "
        + "Swift \(swift), HarfBuzz \(harfBuzz), Pango \(pango)",
      "",
    ]
    var cells = [["row", "median", "min", "max", "pairs", "ours", "the other", "allocations"]]
    for row in rows {
      let ratios = row.ratios
      cells.append([
        row.benchmark.name, Self.figure(median(ratios)) + "x",
        Self.figure(ratios.min() ?? .nan), Self.figure(ratios.max() ?? .nan), "\(ratios.count)",
        row.text(row.comparison.subjectCost) + " a \(row.benchmark.operation)",
        row.text(row.comparison.referenceCost),
        Self.allocations(row.comparison),
      ])
    }
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    for row in cells {
      let padded = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      lines.append(padded.joined(separator: "  "))
    }
    return lines.joined(separator: "\n")
  }

  /// Times and heap allocations of the latest row, one line each.
  var lastCosts: [String] {
    guard let row = rows.last else { return [] }
    let unit = "a \(row.benchmark.operation)"
    return [
      "  ours       \(row.text(row.comparison.subjectCost)) \(unit)",
      "  the other  \(row.text(row.comparison.referenceCost)) \(unit)",
      "  heap allocations \(unit): \(Self.allocations(row.comparison))",
    ]
  }

  private func writeMachine(to writer: inout JSONWriter) {
    writer.beginObject()
    let words = [
      ("cpu", machine.processor), ("governor", machine.governor), ("os", machine.system),
      ("swift", swift), ("harfbuzz", harfBuzz), ("pango", pango),
    ]
    writer.key("cores")
    writer.literal("\(machine.cores)")
    writer.key("usableCores")
    writer.literal("\(machine.usableCores)")
    for (key, value) in words {
      writer.key(key)
      if let value { writer.string(value) } else { writer.literal("null") }
    }
    writer.key("load")
    writer.literal(machine.load.map { "\($0)" } ?? "null")
    writer.endObject()
  }

  /// Four significant digits, which is more than the spread deserves.
  private static func figure(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "null" }
    var unit = 1.0
    var digits = 3
    while value / unit >= 10, digits > 0 {
      unit *= 10
      digits -= 1
    }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded() / scale
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }

  /// Heap allocations of an operation of ours, then of the other side.
  private static func allocations(_ comparison: Comparison) -> String {
    guard let ours = comparison.subjectAllocations, let other = comparison.referenceAllocations
    else { return "not counted" }
    return "\(count(ours)), the other \(count(other))"
  }

  /// A mean count; a value above 0 is never printed as 0.
  private static func count(_ value: Double) -> String {
    if value == 0 { return "0" }
    return value < 0.001 ? "<0.001" : figure(value)
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 10_000 ? "\(figure(nanoseconds)) ns" : "\(figure(nanoseconds / 1000)) µs"
  }
}
