package import CommandSettings
import FeedRecords
package import HeightStore
import LayoutPrimitives
import Precomputation
package import PublishedHeights
import StructuredDocuments

/// The lines of `publish --from-cells` and `publish --from-parts`.
///
/// Several processes publish the chunks of one feed from the output of `layout --cells store`, and
/// one process makes a generation of their answers. The first line of each input is the first line
/// of `layout --cells store`.
package enum PartStream {
  /// Publishes the chunks that the input contains, and answers each with a `PublishedPart`.
  ///
  /// Each chunk begins with a line `{"chunk":K,"rank":R}`, which is followed by the chunk's cells,
  /// all of one environment. The last line is `{"eof":N}`, with the number of all cells, so that a
  /// truncated input is noticed. The last answer is `{"eof":N}`, with the number of chunks.
  ///
  /// - Parameters:
  ///   - sink: Creates the sink, once the first line is read.
  ///   - send: Receives the answers, in blocks.
  /// - Throws: `Failure` if a line is not one of `layout --cells store`, or if the cells are
  ///   incomplete; `PublishedFormatError`; errors of the sink.
  package static func write(
    _ input: LineInput, into sink: () throws -> some PublishingSink,
    options: PublishingOptions, to send: @escaping ([UInt8]) -> Void
  ) throws {
    var lines = PartLines(input, "cells")
    let (cells, hash) = try lines.description()
    var writer = PartWriter(
      try sink(), cellsHash: hash, environments: cells.environments,
      templates: cells.templates, options: options)
    var output = BufferedOutput(to: send)
    var parts = 0
    var begun: (number: Int, rank: Int)?
    var environment: Int?
    var (cellCount, expected) = (0, Int?.none)
    func end() throws {
      guard let part = try writer.end() else { return }
      output.write(try part.json() + [UInt8(ascii: "\n")])
      parts += 1
    }
    while let (number, line) = try lines.next(whenIdle: { output.flush() }) {
      try lines.check(expected == nil, number, "it follows the eof")
      switch line {
      case .chunk(let chunk, let rank):
        try lines.check(
          begun == nil || environment != nil, number, "a chunk without cells precedes it")
        try end()
        begun = (chunk, rank)
        environment = nil
      case .cell(let cell):
        guard let begun else {
          throw lines.failure(
            number, "a cell without a chunk: write {\"chunk\":0,\"rank\":0} before it")
        }
        if environment == nil {
          writer.begin(chunk: begun.number, rank: begun.rank, environment: cell.environment)
          environment = cell.environment
        }
        try lines.check(
          environment == cell.environment, number, "it is of another environment than its chunk")
        cellCount += 1
        do {
          let hash = try writer.append(cell.stored)
          try lines.check(
            cell.hash != nil, number, "'cellHash' is missing, so the cell cannot be checked")
          try lines.check(cell.hash == hash, number, "'cellHash' is not the hash of this cell")
        } catch StoreError.invalid(let detail) {
          throw lines.failure(number, detail)
        }
      case .end(let count): expected = count
      case .unreadable(let code, let message):
        throw lines.failure(number, "a record could not be laid out: \(message) [\(code)]")
      case .header:
        throw lines.failure(number, "it is neither a chunk nor a cell")
      }
    }
    try lines.check(begun == nil || environment != nil, nil, "the last chunk has no cells")
    guard expected == cellCount else {
      throw lines.failure(
        nil,
        "\(cellCount) cells, and "
          + (expected.map { "eof says \($0)" }
            ?? "no eof line: end with {\"eof\":N}, the number of all cells, as layout prints it for "
            + "one environment") + "; the last chunk is not published")
    }
    try end()
    output.write("{\"eof\":\(parts)}")
    output.flush()
  }

  /// Reads the parts that `write` answered, in any order.
  ///
  /// The last line is `{"eof":N}`, with the number of all parts, so that a lost part is noticed.
  ///
  /// - Parameter list: The spacing and the insets of the feed's list.
  /// - Throws: `Failure` if a line is not a part, or if a chunk is missing.
  package static func read(
    _ input: LineInput, feed: String, list: ListDescription
  ) throws -> PartPublisher {
    var lines = PartLines(input, "parts")
    let (cells, hash) = try lines.description()
    var publisher = PartPublisher(
      feed: feed, cellsHash: hash, environments: cells.environments, templates: cells.templates,
      list: list, engineVersion: cells.engineVersion)
    var parts = 0
    var end: Int?
    while let (number, bytes) = try lines.nextBytes(whenIdle: {}) {
      try lines.check(end == nil, number, "it follows the eof")
      if let count = PartLines.end(bytes) {
        end = count
        continue
      }
      parts += 1
      do {
        try publisher.add(try PublishedPart(json: bytes))
      } catch let error as PublishedFormatError {
        throw lines.failure(number, "\(error)")
      } catch let gap as PartPublisher.Gap {
        throw lines.failure(number, gap.description)
      }
    }
    guard let end, end == parts else {
      throw lines.failure(
        nil,
        "\(parts) chunks, and "
          + (end.map { "eof says \($0)" }
            ?? "no eof line: end with {\"eof\":N}, the number of all chunks")
          + "; nothing is published")
    }
    if let gap = publisher.gap { throw incomplete(gap) }
    return publisher
  }

  /// The failure of parts that are not one complete feed.
  package static func incomplete(_ gap: PartPublisher.Gap) -> Failure {
    PartLines.failure("the parts", gap.description + "; nothing is published")
  }
}

/// The lines of cells or parts, after the line that describes all cells.
private struct PartLines {
  private var input: LineInput
  private var reader = CellLineReader()
  private let noun: String

  /// - Parameter noun: What the lines are, for messages.
  init(_ input: LineInput, _ noun: String) {
    self.input = input
    self.noun = noun
  }

  /// Reads the first line, and computes its hash.
  mutating func description() throws -> (CellsDescription, hash: String) {
    guard let (number, bytes) = try nextBytes(whenIdle: {}) else {
      throw failure(nil, "there is no line")
    }
    guard case .header(let description) = try read(bytes, number) else {
      throw failure(number, "it is not cellheights.cells/1, with which the cells begin")
    }
    guard !description.environments.contains(where: \.isRange) else {
      throw failure(number, "a range of widths has no list; publish a store")
    }
    return (description, ContentHash(of: bytes).description)
  }

  mutating func next(whenIdle: () -> Void) throws -> (number: Int, line: CellLine)? {
    guard let (number, bytes) = try nextBytes(whenIdle: whenIdle) else { return nil }
    return (number, try read(bytes, number))
  }

  /// The next line that is not blank.
  mutating func nextBytes(whenIdle: () -> Void) throws -> (number: Int, bytes: [UInt8])? {
    while let line = try input.next(whenIdle: whenIdle) {
      if let problem = line.failure { throw failure(line.number, problem.message) }
      if !line.isBlank { return (line.number, line.bytes) }
    }
    return nil
  }

  private mutating func read(_ bytes: [UInt8], _ number: Int) throws -> CellLine {
    do throws(CellImportError) {
      return try reader.read(bytes, number: number).line
    } catch {
      throw failure(error.line, error.detail)
    }
  }

  /// The number in the last line, `{"eof":N}`; nil for any other line.
  static func end(_ bytes: [UInt8]) -> Int? {
    guard let value = JSONParser().value(bytes[...]), value["schema"] == nil else { return nil }
    return value["eof"]?.literal.flatMap { Int($0) }
  }

  func check(_ holds: Bool, _ number: Int?, _ detail: String) throws {
    if !holds { throw failure(number, detail) }
  }

  func failure(_ number: Int?, _ detail: String) -> Failure {
    Self.failure(number.map { "line \($0) of the \(noun)" } ?? "the \(noun)", detail)
  }

  static func failure(_ location: String, _ detail: String) -> Failure {
    Failure(
      .badData, "CH0725 \(location): \(detail); cellheights explain CH0725 says what the lines are")
  }
}
