import Testing

@testable import FeedRecords

/// Bytes that are made as they are asked for.
private final class MadeBytes: ByteSource {
  private let piece: (Int) -> [UInt8]?
  private var number = 0
  private var rest: ArraySlice<UInt8> = []

  init(_ piece: @escaping (Int) -> [UInt8]?) { self.piece = piece }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while rest.isEmpty {
      guard let next = piece(number) else { return 0 }
      number += 1
      rest = next[...]
    }
    let count = min(buffer.count, rest.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
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

  @Test func aMillionRecordsPassThroughASmallWindow() throws {
    let window = InputWindow(array(1000), chunkBytes: 1 << 16)
    let splitter = JSONSplitter(path: RecordsPath(steps: [.each]), maxBytes: 1 << 20)
    var (count, lastLine, widest) = (0, 0, 0)
    reading: while true {
      let cut = window.withUnsafeBytes {
        splitter.next(window: $0, base: window.base, ended: window.ended)
      }
      switch cut {
      case .value(let slice): (count, lastLine) = (count + 1, slice.line)
      case .more:
        _ = try window.fill(keeping: splitter.keep)
        widest = max(widest, window.capacity)
      case .end: break reading
      case .tooLarge, .broken: throw JSONProblem.syntax
      }
    }
    #expect(count == 1_000_001)
    #expect(lastLine == 1_000_001)
    #expect(widest == 2 << 16)
  }

  @Test func recordsOfAStreamComeOneByOne() throws {
    let window = InputWindow(array(20), chunkBytes: 1 << 14)
    let source = try JSONSource(
      window, path: "made", ReadingOptions(limits: FeedLimits(surveyBytes: 1 << 15)))
    var records = 0
    while let item = try source.cursor.next() {
      guard case .record = item else { throw JSONProblem.syntax }
      records += 1
    }
    #expect(records == 20_001)
    #expect(window.capacity <= 1 << 17)
  }

  @Test(arguments: [false, true])
  func aRecordOfAHundredMegabytesIsNotHeld(_ lines: Bool) throws {
    let filler = Array(String(repeating: "x", count: 1 << 16).utf8)
    let source = MadeBytes { number in
      switch number {
      case 0: Array("\(lines ? "" : "[")\n{\"id\":\"1\"}\(lines ? "" : ",")\n{\"id\":\"".utf8)
      case 1...1600: filler
      case 1601: Array("\"}\(lines ? "" : ",")\n{\"id\":\"3\"}\(lines ? "" : "]")\n".utf8)
      default: nil
      }
    }
    let window = InputWindow(source, chunkBytes: 1 << 16)
    let json = try JSONSource(
      window, path: "made", ReadingOptions(limits: FeedLimits(surveyBytes: 1 << 12)))
    var (ids, failures): ([String], [RecordFailure]) = ([], [])
    while let item = try json.cursor.next() {
      switch item {
      case .record(let record): ids.append(record.id)
      case .failure(let failure): failures.append(failure)
      }
    }
    #expect(ids == ["1", "3"])
    #expect(failures.map(\.code) == [.tooLarge])
    #expect(failures.first?.place == RecordPlace(number: 2, line: 3, byteOffset: lines ? 12 : 14))
    #expect(failures.first?.message.contains("\(1600 * 65_536 + 9) bytes") == true)
    // The limit of a record is 1 MiB; what is held before it is passed may double once.
    #expect(window.capacity <= 4 << 20)
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
