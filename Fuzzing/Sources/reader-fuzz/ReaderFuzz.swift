import ArgumentParser
import Foundation

/// The command `reader-fuzz`: feeds mutated inputs to the readers for a bounded time.
@main
struct ReaderFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reader-fuzz",
    abstract: "Feed mutated inputs to every reader and look for crashes, hangs and growth.",
    discussion: """
      Inputs follow from the seed and the number of the run alone. The input at hand is always in \
      the file --current, so that it survives a crash.
      """)

  @Option(help: "How long to go on, all readers together.")
  var seconds = 60.0

  @Option(help: "Where the mutations begin.")
  var seed: UInt64 = 1

  @Option(help: "The folder with one folder of inputs for each reader.")
  var corpus: String

  @Option(help: "The file that holds the input at hand.")
  var current: String

  @Option(help: "Only this reader.")
  var reader: String?

  @Option(help: "Read the input in this file in every way, for looking into a finding.")
  var replay: String?

  /// Seconds that one input may take.
  static let patience = 5.0
  /// Bytes that memory may grow by once every reader has been warm.
  static let growth = 64 << 20

  func run() throws {
    let targets = try FuzzTarget.all.filter { reader == nil || $0.name == reader }
      .map { ($0, try Corpus(folder: "\(corpus)/\($0.folder)")) }
    guard !targets.isEmpty else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no reader '\(reader ?? "")'; there are \(names)")
    }
    let watchdog = Watchdog(patience: Self.patience)
    if let replay {
      let input = [UInt8](try Data(contentsOf: URL(filePath: replay)))
      // What was drawn beside the input is not known: every format, path and limit has its turn.
      for (target, _) in targets {
        for draw in 0..<4096 as Range<UInt64> {
          watchdog.begin("\(target.name), draw \(draw)")
          try target.read(input, draw: draw)
          watchdog.end()
        }
      }
      return
    }
    let recorder = try InputRecorder(path: current)
    for (index, (target, corpus)) in targets.enumerated() {
      let end = Date.now.addingTimeInterval(seconds / Double(targets.count))
      var random = SeededRandom(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
      var tally = Tally()
      var warmMemory = 0
      while Date.now < end {
        let input = corpus.mutated(&random)
        let draw = random.next()
        try recorder.keep(input)
        watchdog.begin("\(target.name), run \(tally.runs)")
        let found = try target.read(input, draw: draw)
        watchdog.end()
        tally.add(found)
        if tally.runs == 500 { warmMemory = ResidentMemory.bytes }
      }
      let grown = warmMemory > 0 ? ResidentMemory.bytes - warmMemory : 0
      guard grown < Self.growth else {
        throw FuzzFinding(
          "\(target.name): memory grew by \(grown >> 20) MiB over \(tally.runs) runs")
      }
      print("\(target.name): \(tally), memory grew by \(max(grown, 0) >> 20) MiB")
    }
  }
}

/// Something that must not happen.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What the runs of one reader found.
struct Tally: CustomStringConvertible {
  private(set) var runs = 0
  private var records = 0
  private var failures = 0
  private var errors = 0

  mutating func add(_ found: FuzzTarget.Found) {
    runs += 1
    records += found.records
    failures += found.failures
    if found.hasError { errors += 1 }
  }

  var description: String {
    "\(runs) inputs, \(records) records, \(failures) failures, \(errors) inputs refused"
  }
}
