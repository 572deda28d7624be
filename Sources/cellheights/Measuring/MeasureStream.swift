import Foundation
import TextMeasurement

/// Measures texts that come one a line, in the order in which they come.
///
/// Lines are answered in batches by workers, so that reading, measuring and writing overlap. Which
/// worker answers a line never shows. When input pauses, every line read so far is answered.
struct MeasureStream {
  let job: MeasureJob
  /// Workers from the first line on; none for one a processor as soon as there is enough to do.
  let jobs: Int?

  /// Lines a batch at most: enough that handing it over costs nothing against measuring it.
  static let batchLines = 256
  /// Bytes after which a batch takes no further line.
  static let batchBytes = 1 << 18
  /// Batches a worker may be ahead of the output.
  static let batchesInFlight = 3
  /// Lines that are not worth a second worker, which would shape all words once more.
  static let linesOfOneWorker = 4096

  /// Answers every line of an input.
  ///
  /// - Throws: `Failure` when it cannot be read or no line could be measured, `TextError` for the
  ///   job's own font.
  func run(_ input: LineInput) async throws {
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
  }

  private func next(_ input: inout LineInput, waits: Bool) throws -> [InputLine] {
    try input.lines(most: Self.batchLines, bytes: Self.batchBytes, waits: waits)
  }
}
