import Foundation
import TextMeasurement

/// Measures texts, one per line, and answers in order.
///
/// Workers measure batches of lines, so that reading, measuring and writing overlap. The output
/// does not depend on the number of workers. When input pauses, all lines read so far are answered.
struct MeasureStream {
  let job: MeasureJob
  /// Number of workers; `nil` for one, and one per processor for long input.
  let jobs: Int?

  /// Maximum number of lines in a batch.
  static let batchLines = 256
  /// Size after which a batch is closed, in bytes.
  static let batchBytes = 1 << 18
  /// Maximum number of pending batches per worker.
  static let batchesInFlight = 3
  /// Number of lines from which several workers pay off, as each has its own word cache.
  static let linesOfOneWorker = 4096

  /// - Returns: Counts of the workers' work.
  func run(_ input: LineInput) async throws -> TextStatistics {
    var input = input
    var output = BufferedOutput()
    var workers = try (0..<(jobs ?? 1)).map { _ in try MeasureWorker(job) }
    var pending: [Task<MeasureWorker.Answer, Never>] = []
    var answered = MeasureWorker.Answer()
    func write(_ answer: MeasureWorker.Answer) {
      output.write(answer.bytes)
      answered.lines += answer.lines
      answered.good += answer.good
    }
    var turn = 0
    var lineCount = 0
    while true {
      var lines = try next(&input, waits: false)
      if lines.isEmpty {
        for answer in pending { write(await answer.value) }
        pending.removeAll()
        output.flush()
        lines = try next(&input, waits: true)
      }
      guard !lines.isEmpty else { break }
      lineCount += lines.count
      if jobs == nil, workers.count == 1, lineCount > Self.linesOfOneWorker {
        for _ in 1..<max(2, ProcessInfo.processInfo.activeProcessorCount) {
          workers.append(try MeasureWorker(job))
        }
      }
      if pending.count >= workers.count * Self.batchesInFlight {
        write(await pending.removeFirst().value)
      }
      let worker = workers[turn % workers.count]
      let batch = lines
      turn += 1
      pending.append(Task { await worker.answer(batch) })
    }
    if answered.lines > 0, answered.good == 0 {
      throw Failure(.badData, "none of the \(counted(answered.lines, "line")) could be measured")
    }
    var statistics = TextStatistics()
    for worker in workers { statistics += await worker.statistics }
    return statistics
  }

  private func next(_ input: inout LineInput, waits: Bool) throws -> [InputLine] {
    try input.lines(most: Self.batchLines, bytes: Self.batchBytes, waits: waits)
  }
}
