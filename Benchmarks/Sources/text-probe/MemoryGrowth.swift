import BenchmarkTexts
import Foundation
import LayoutPrimitives
import PairedBenchmark
import TextMeasurement

/// Measures more and more texts with one measurer, whose caches have their usual limits.
final class MemoryGrowth {
  /// Bytes of the heap in use before the measurer was made; `nil` if they are not known.
  private let heapBefore: Int?

  private let generators: [(share: Int, generator: TextGenerator, group: TextGenerator.Group)]
  private let shares: Int
  private let measurer: TextMeasurer
  private let rules: MeasurementRules
  private var done = 0

  /// The cost of a number of texts.
  struct Stage {
    let texts: Int
    let memory: ProcessMemory
    /// Bytes of the heap that came into use since before the measurer was made.
    let held: Int?
    /// Share of look-ups that the word cache contained so far, 0...1.
    let hits: Double

    static let titles = [
      "texts", "caches and fonts", "resident", "peak resident", "word cache hits",
    ]

    var cells: [String] {
      func megabytes(_ bytes: Int?) -> String {
        bytes.map { String(format: "%.1f MB", Double($0) / 1e6) } ?? "unknown"
      }
      return [
        "\(texts)", megabytes(held), megabytes(memory.resident), megabytes(memory.peak),
        String(format: "%.1f %%", hits * 100),
      ]
    }

    /// One line of the document `cellheights.text-memory/1`.
    var json: String {
      func number(_ bytes: Int?) -> String { bytes.map { "\($0)" } ?? "null" }
      return "{\"schema\":\"cellheights.text-memory/1\",\"texts\":\(texts),"
        + "\"heldBytes\":\(number(held)),\"residentBytes\":\(number(memory.resident)),"
        + "\"peakResidentBytes\":\(number(memory.peak)),"
        + "\"hits\":\(String(format: "%.4f", hits))}"
    }
  }

  init(vocabulary: Vocabulary, library: FontLibrary) throws {
    generators = TextGenerator.Group.allCases.map {
      ($0.share, TextGenerator($0, vocabulary: vocabulary, seed: 2), $0)
    }
    shares = generators.map(\.share).reduce(0, +)
    rules = try MeasurementRules(rules: .uikit, scale: 3)
    heapBefore = ProcessMemory.current().heap
    measurer = try TextMeasurer(library: library)
  }

  /// Measures different texts up to a total number, in the proportions of a feed.
  func measure(upTo count: Int) throws -> Stage {
    let sink = Sink()
    while done < count {
      // A step that shares no factor with the shares mixes the groups well.
      var place = done * 773 % shares
      for (share, generator, group) in generators {
        guard place >= share else {
          let prepared = try measurer.prepare(
            generator.text(done), style: TextStyle(), language: group.language, rules: rules)
          sink.take(prepared.wrapped(width: 358, lines: 0).lineCount)
          break
        }
        place -= share
      }
      done += 1
    }
    let statistics = measurer.statistics
    let memory = ProcessMemory.current()
    let held = memory.heap.flatMap { now in heapBefore.map { now - $0 } }
    return Stage(
      texts: count, memory: memory, held: held,
      hits: Double(statistics.hits) / Double(max(1, statistics.lookups)))
  }
}
