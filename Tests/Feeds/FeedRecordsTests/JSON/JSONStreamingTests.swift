import StructuredDocuments
import Testing

@testable import FeedRecords

/// Bytes that are made on request.
private final class MadeBytes: ByteSource {
  private let piece: (Int) -> [UInt8]?
  private var number = 0

  init(_ piece: @escaping (Int) -> [UInt8]?) { self.piece = piece }

  func read() -> [UInt8] {
    defer { number += 1 }
    return piece(number) ?? []
  }
}

/// Memory is bounded by the longest record and the survey, not by the source.
@Suite struct JSONStreamingTests {
  /// `[`, a thousand records a piece, `]`.
  private func array(_ thousands: Int) -> MadeBytes {
    MadeBytes { number in
      if number == 0 { return Array("[".utf8) }
      if number > thousands { return number == thousands + 1 ? Array("{\"id\":\"z\"}]".utf8) : nil }
      return Array(
        String(
          repeating: "{\"id\":\"r\(number)\",\"content_text\":\"some words\"},\n", count: 1000
        ).utf8)
    }
  }

  @Test func manyRecordsPassThroughASmallWindow() throws {
    let window = InputWindow(array(200))
    let splitter = JSONSplitter(path: RecordsPath(steps: [.each]), maxBytes: 1 << 20)
    var (count, lastLine, widest) = (0, 0, 0)
    reading: while true {
      switch splitter.next(window.held, at: window.base, ended: window.ended) {
      case .value(let slice): (count, lastLine) = (count + 1, slice.line)
      case .more:
        _ = try window.fill(keeping: splitter.keep)
        widest = max(widest, window.count)
      case .end: break reading
      case .tooLarge, .broken: throw JSONProblem.syntax
      }
    }
    #expect(count == 200_001)
    #expect(lastLine == 200_001)
    #expect(widest < 100_000)
  }

  @Test func recordsOfAStreamComeOneByOne() throws {
    let window = InputWindow(array(20))
    let source = try JSONSource(
      window, path: "made", ReadingOptions(limits: FeedLimits(surveyBytes: 1 << 15)))
    var records = 0
    while let item = try source.cursor.next() {
      guard case .record = item else { throw JSONProblem.syntax }
      records += 1
    }
    #expect(records == 20_001)
    #expect(window.count <= 1 << 17)
  }

  @Test(arguments: [false, true])
  func aRecordOfTenMegabytesIsNotHeld(_ lines: Bool) throws {
    let filler = Array(String(repeating: "x", count: 1 << 16).utf8)
    let source = MadeBytes { number in
      switch number {
      case 0: Array("\(lines ? "" : "[")\n{\"id\":\"1\"}\(lines ? "" : ",")\n{\"id\":\"".utf8)
      case 1...160: filler
      case 161: Array("\"}\(lines ? "" : ",")\n{\"id\":\"3\"}\(lines ? "" : "]")\n".utf8)
      default: nil
      }
    }
    let window = InputWindow(source)
    let json = try JSONSource(
      window, path: "made", ReadingOptions(limits: FeedLimits(surveyBytes: 1 << 12)))
    var (ids, failures): ([String], [RecordFailure]) = ([], [])
    var widest = 0
    while let item = try json.cursor.next() {
      switch item {
      case .record(let record): ids.append(record.id)
      case .failure(let failure): failures.append(failure)
      }
      widest = max(widest, window.count)
    }
    #expect(ids == ["1", "3"])
    #expect(failures.map(\.code) == [.tooLarge])
    #expect(
      failures.first?.location == RecordLocation(number: 2, line: 3, byteOffset: lines ? 12 : 14))
    #expect(failures.first?.message.contains("\(160 * 65_536 + 9) bytes") == true)
    #expect(widest <= 1 << 18)
  }

  @Test func aLongLineThatNeverEndsMeansThatTheSourceEndedEarly() throws {
    let source = MadeBytes { number in
      switch number {
      case 0: Array("{\"id\":\"1\"}\n{\"id\":\"2".utf8)
      case 1...40: Array(String(repeating: "x", count: 1 << 16).utf8)
      default: nil
      }
    }
    let json = try JSONSource(
      InputWindow(source), path: "made", ReadingOptions(limits: FeedLimits(surveyBytes: 1 << 12)))
    _ = try json.cursor.next()
    let error = #expect(throws: FeedError.self) { try json.cursor.next() }
    #expect(error?.code == .truncated)
  }
}
