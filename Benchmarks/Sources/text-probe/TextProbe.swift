import ArgumentParser
import BenchmarkTexts
import Foundation
import PairedBenchmark
import TextMeasurement

/// The command `text-probe`, that is `scripts/bench text.report`: what texts cost by language, and
/// what memory many texts take.
@main
struct TextProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text-probe",
    abstract: "Report what texts cost by language, and what memory many texts take.",
    discussion: "Benchmarks/README.md tells what each column means.")

  @Option(help: "Texts of each language.")
  var texts = 2_000

  @Option(help: "Rounds of each figure, of which the median is taken.")
  var rounds = 5

  @Option(help: "Most texts of the table about memory; 0 leaves it out.")
  var most = 1_000_000

  @Option(help: "Measure the texts of this file instead: NDJSON of group, language and text.")
  var corpus: String?

  @Option(help: "Family of the texts of --corpus.")
  var family = "Inter"

  @Option(help: "Size of the texts of --corpus, in points.")
  var size = 16.0

  @Option(help: "Width of the texts of --corpus, in points.")
  var width = 343.0

  @Option(help: "Maximum bytes of each half of the word cache for --corpus.")
  var cacheBytes: Int?

  @Option(help: "Output for people or for programs.")
  var format = OutputFormat.table

  @Option(help: "The project's folder.")
  var root = "."

  /// A table for people or one JSON object a line for programs.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  /// How much more may be held at the last number of texts than at the one before.
  static let mayGrow = 1.1

  func validate() throws {
    guard texts >= 2 else { throw ValidationError("--texts is a number of texts from 2") }
    guard rounds >= 1 else { throw ValidationError("--rounds is a number of rounds from 1") }
    guard most >= 0 else { throw ValidationError("--most is a number of texts from 0") }
    guard size > 0, width > 0 else { throw ValidationError("--size and --width are above 0") }
  }

  func run() throws {
    #if DEBUG
    Self.say("warning: this is a debug build: its figures mean nothing; use scripts/bench")
    #endif
    do {
      try report()
    } catch let error as TextError {
      Self.say("text-probe: \(error)")
      throw ExitCode(65)
    }
  }

  private func report() throws {
    if let corpus {
      show(
        try CorpusCosts.all(
          of: corpus,
          CorpusCosts.Setting(family: family, size: size, width: width, cacheBytes: cacheBytes),
          rounds: rounds))
      return
    }
    let vocabulary = try Vocabulary(root: root)
    let library = try FontLibrary(FontConfiguration())
    var costs: [GroupCosts] = []
    for group in TextGenerator.Group.allCases {
      Self.say("measuring \(group.rawValue)")
      costs.append(
        try GroupCosts(
          group, vocabulary: vocabulary, library: library, texts: texts, rounds: rounds))
    }
    show(costs)
    guard most > 0 else { return }
    let steps = [10_000, 100_000, 1_000_000].filter { $0 < most } + [most]
    let growth = try MemoryGrowth(vocabulary: vocabulary, library: library)
    var stages: [MemoryGrowth.Stage] = []
    for step in steps {
      Self.say("measuring \(step) texts")
      stages.append(try growth.measure(upTo: step))
    }
    show(stages)
    let held = stages.compactMap(\.held)
    // Ten thousand texts fill the caches; after them memory may not grow.
    guard held.count > 1, let last = held.last else { return }
    let before = held[held.count - 2]
    if Double(last) > Self.mayGrow * Double(before) {
      Self.say(
        "text-probe: measuring holds \(last) bytes after \(most) texts, and \(before) after fewer: "
          + "a cache grows without bound")
      throw ExitCode(65)
    }
  }

  private func show(_ costs: [GroupCosts]) {
    guard format == .table else {
      for row in costs { print(row.json) }
      return
    }
    var cells = [GroupCosts.titles]
    cells += costs.map(\.cells)
    print(TextTable(cells).text + "\n")
  }

  private func show(_ costs: [CorpusCosts]) {
    if format == .table {
      print(TextTable([CorpusCosts.titles] + costs.map(\.cells)).text)
    } else {
      for row in costs { print(row.json) }
    }
  }

  private func show(_ stages: [MemoryGrowth.Stage]) {
    guard format == .table else {
      for stage in stages { print(stage.json) }
      return
    }
    print(TextTable([MemoryGrowth.Stage.titles] + stages.map(\.cells)).text)
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
