import FeedRecords

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One line of input, without its line break.
struct InputLine {
  /// Number from 1.
  var number: Int
  var bytes: [UInt8]
  /// Whether the line was longer than the limit; `bytes` is then its beginning.
  var isTooLong = false

  /// What is wrong with the line before one looks into it.
  var failure: RecordFailure? {
    guard isTooLong else { return nil }
    return RecordFailure(
      .tooLarge, path: "-", place: RecordPlace(line: number),
      "the line is longer than \(LineInput.lineLimit) bytes")
  }

  /// Whether nothing but white space is in it.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

/// Lines of a file or of standard input as they come, in bounded memory.
struct LineInput {
  /// Bytes of a line that are kept at most.
  static let lineLimit = 1 << 20

  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  init(path: String) throws {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.inputMissing, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// The next line; `nil` at the end.
  ///
  /// - Parameter whenIdle: Called before waiting for input that is not there yet.
  mutating func next(whenIdle: () -> Void) throws -> InputLine? {
    var searched = start
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        take(&line, &isTooLong, upTo: end)
        start = end + 1
        return finish(line, isTooLong)
      }
      if isAtEnd {
        take(&line, &isTooLong, upTo: buffer.count)
        start = buffer.count
        return line.isEmpty && !isTooLong ? nil : finish(line, isTooLong)
      }
      take(&line, &isTooLong, upTo: buffer.count)
      buffer.removeAll(keepingCapacity: true)
      start = 0
      searched = 0
      try fill(whenIdle)
    }
  }

  private mutating func finish(_ line: [UInt8], _ isTooLong: Bool) -> InputLine {
    number += 1
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return InputLine(number: number, bytes: line, isTooLong: isTooLong)
  }

  private func take(_ line: inout [UInt8], _ isTooLong: inout Bool, upTo end: Int) {
    let room = Self.lineLimit - line.count
    line.append(contentsOf: buffer[start..<end].prefix(room))
    if end - start > room { isTooLong = true }
  }

  private mutating func fill(_ whenIdle: () -> Void) throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if Glibc.poll(&poll, 1, 0) == 0 { whenIdle() }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count > 0 {
        buffer.append(contentsOf: piece[..<count])
        return
      }
      if count == 0 {
        isAtEnd = true
        return
      }
      if errno != EINTR {
        throw Failure(
          .inputMissing,
          "cannot read \(path == "-" ? "standard input" : path): \(String(cString: strerror(errno)))"
        )
      }
    }
  }
}
