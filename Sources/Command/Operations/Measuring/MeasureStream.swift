import CommandSettings
import FeedRecords
import Foundation
import Heights
import LayoutPrimitives
import StructuredDocuments
package import TextMeasurement

/// Measures one text per line, and writes the results in the order of the lines.
///
/// Workers measure batches of lines, so that reading, measuring and writing overlap. The output
/// does not depend on the number of workers. When input pauses, the results of all lines read so
/// far are written.
package struct MeasureStream {
  package let job: MeasureJob
  /// Number of workers; `nil` for one per processor for long input, and one worker for short input.
  package let jobs: Int?

  package init(job: MeasureJob, jobs: Int?) {
    self.job = job
    self.jobs = jobs
  }

  /// Maximum number of lines in a batch.
  static let batchLines = 256
  /// Size after which no line is added to a batch, in bytes.
  static let batchBytes = 1 << 18
  /// Maximum number of unfinished batches per worker.
  static let batchesInFlight = 3
  /// Number of lines up to which one worker is used, because each worker fills its own word cache.
  static let linesOfOneWorker = 4096

  /// Measures every line.
  ///
  /// - Parameters:
  ///   - input: The lines.
  ///   - send: Receives the output, in blocks.
  /// - Returns: Statistics of the work of all workers.
  /// - Throws: `Failure` if the input cannot be read, or if there are lines but none can be
  ///   measured.
  package func run(
    _ input: LineInput, to send: @escaping ([UInt8]) -> Void
  ) async throws -> TextStatistics {
    var input = input
    var output = BufferedOutput(to: send)
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
    try input.lines(maximum: Self.batchLines, bytes: Self.batchBytes, waits: waits)
  }
}

/// A worker of a bulk measurement.
///
/// It is an actor because its caches may serve only one batch at a time.
package actor MeasureWorker {
  private let job: MeasureJob
  private let limits: TextLimits
  private let caveats: Caveats
  private let decoder: JSONParser
  private var measurer: TextMeasurer
  /// Statistics of the measurers that were replaced.
  private var closed = TextStatistics()
  /// The fonts that lines have named, which the measurer keeps open.
  private var named: Set<NamedFont> = []

  /// Number of named fonts after which the measurer is replaced.
  static let maximumNamedFonts = 512
  private struct NamedFont: Hashable {
    package let family: String
    package let weight: Int
    package let italic: Bool
    package let size: Double
  }

  package init(_ job: MeasureJob) throws {
    self.job = job
    var limits = job.limits
    // Texts rarely repeat, so only words are cached.
    limits.paragraphCacheEntries = 0
    self.limits = limits
    caveats = job.caveats
    decoder = JSONParser()
    measurer = try TextMeasurer(library: job.library, limits: limits, shaping: job.shaping)
  }

  /// Statistics of the work done so far.
  package var statistics: TextStatistics {
    var total = closed
    total += measurer.statistics
    return total
  }

  /// The output for a batch: its lines as bytes, their number, and the number without errors.
  package struct Answer: Sendable {
    package var bytes: [UInt8] = []
    package var lines = 0
    package var good = 0
  }

  /// Writes one output line for each line, in order.
  package func answer(_ lines: [InputLine]) -> Answer {
    var json = JSONWriter()
    var result = Answer()
    for line in lines where !line.isBlank {
      result.lines += 1
      if answer(line, to: &json) { result.good += 1 }
      json.endLine()
    }
    result.bytes = json.bytes
    return result
  }

  /// Measures the text of a line and writes the output line.
  ///
  /// - Returns: Whether the text was measured.
  private func answer(_ line: InputLine, to json: inout JSONWriter) -> Bool {
    let value: JSONValue
    do throws(RecordFailure) {
      value = try line.value(decoder)
    } catch {
      ErrorDocument(line: line.number, code: error.code.rawValue, message: error.message)
        .write(to: &json)
      return false
    }
    let id = value["id"]?.text
    do throws(MeasureRequest.Problem) {
      let request = try MeasureRequest(value, job: job)
      do throws(TextError) {
        try measure(request).write(to: &json, id: id ?? "", apartFrom: caveats)
        return true
      } catch {
        ErrorDocument(line: line.number, id: id, code: "CH0301", message: "\(error)")
          .write(to: &json)
      }
    } catch {
      ErrorDocument(line: line.number, id: id, code: "CH0425", message: error.message)
        .write(to: &json)
    }
    return false
  }

  private func measure(_ request: MeasureRequest) throws(TextError) -> MeasuredText {
    if !request.text.runs.isEmpty { try countFonts(request.text.runs) }
    return try job.measure(
      request.text, width: request.width, language: request.language, with: measurer)
  }

  /// Records the fonts of runs; before that, replaces a measurer that has too many fonts open.
  private func countFonts(_ runs: [AttributedText.Run]) throws(TextError) {
    if named.count > Self.maximumNamedFonts {
      named.removeAll()
      closed += measurer.statistics
      measurer = try TextMeasurer(library: job.library, limits: limits, shaping: job.shaping)
    }
    for run in runs {
      named.insert(
        NamedFont(
          family: run.style.family, weight: run.style.weight, italic: run.style.italic,
          size: run.style.size))
    }
  }
}
