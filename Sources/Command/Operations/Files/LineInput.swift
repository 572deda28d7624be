package import CommandSettings
package import FeedRecords
import Foundation
import Glibc
package import StructuredDocuments

/// One line of input, without its line break.
package struct InputLine {
  /// The line number, from 1.
  package var number: Int
  package var bytes: [UInt8]
  /// The length in bytes that the line exceeds, so that `bytes` is its beginning; `nil` if it does
  /// not.
  var exceeded: Int?

  /// The failure if the line is too long; `nil` otherwise.
  package var failure: RecordFailure? {
    guard let exceeded else { return nil }
    return RecordFailure(
      .tooLarge, path: "-", location: RecordLocation(line: number),
      "the line is longer than \(exceeded) bytes, \(FeedLimits.documentFactor) times the limit "
        + "record_bytes")
  }

  /// The JSON value of the line.
  ///
  /// - Throws: `RecordFailure` for a line that is too long or is not one JSON value.
  package func value(_ parser: JSONParser) throws(RecordFailure) -> JSONValue {
    if let failure { throw failure }
    if let value = parser.value(bytes[...]) { return value }
    throw RecordFailure(
      .invalid, path: "-", location: RecordLocation(line: number), "the line is not one JSON value")
  }

  /// Whether the line contains only white space.
  package var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

/// The lines of a file or of standard input, in bounded memory.
package struct LineInput {
  private let descriptor: Int32
  private let path: String
  /// Length of a line in bytes beyond which only its beginning is kept.
  private let lineLimit: Int
  /// Length of a line in bytes beyond which reading ends with an error.
  private let stopBytes: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0
  /// Whether the end of the input has been reached.
  private(set) var isAtEnd = false
  /// The bytes of the current line that have been read and kept.
  private var line: [UInt8] = []
  /// The number of bytes of the current line that have been read.
  private var lineBytes = 0
  private var isTooLong: Bool { lineBytes > lineLimit }

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `Failure.inputMissing` if the file cannot be opened.
  package init(path: String, limits: FeedLimits) throws {
    self.path = path
    lineLimit = limits.documentBytes
    stopBytes = limits.lineBytes
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        .inputMissing, "cannot read \(path): \(String(cString: strerror(errno)))", file: path)
    }
  }

  /// Reads from an open file descriptor, which the caller must close.
  ///
  /// - Parameter name: The name of the input, for messages.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    path = name
    lineLimit = FeedLimits().documentBytes
    stopBytes = FeedLimits().lineBytes
  }

  /// The next line; `nil` at the end.
  ///
  /// - Parameter whenIdle: Called before a read that would block.
  /// - Throws: `Failure` if the input cannot be read, or if a line exceeds `FeedLimits.lineBytes`.
  package mutating func next(whenIdle: () -> Void) throws -> InputLine? {
    while true {
      if let line = try buffered() { return line }
      if isAtEnd { return nil }
      if isIdle { whenIdle() }
      try fill()
    }
  }

  /// The available lines; empty at the end, or if `waits` is false and no line is available.
  ///
  /// - Parameters:
  ///   - maximum: Maximum number of lines.
  ///   - bytes: Total size of the lines, in bytes, after which no further line is added.
  ///   - waits: Whether to wait for the first line.
  /// - Throws: `Failure` if the input cannot be read, or if a line exceeds `FeedLimits.lineBytes`.
  package mutating func lines(maximum: Int, bytes: Int, waits: Bool) throws -> [InputLine] {
    var lines: [InputLine] = []
    var size = 0
    while lines.count < maximum, size < bytes {
      if let line = try buffered() {
        size += line.bytes.count
        lines.append(line)
        continue
      }
      if isAtEnd || (isIdle && !(waits && lines.isEmpty)) { break }
      try fill()
    }
    return lines
  }

  /// The next line if the buffer has all of it; otherwise keeps its beginning and returns `nil`.
  private mutating func buffered() throws(Failure) -> InputLine? {
    let stop = lineEnd
    try append(upTo: stop ?? buffer.count)
    if let stop {
      start = stop + 1
    } else {
      buffer.removeAll(keepingCapacity: true)
      start = 0
      guard isAtEnd, !line.isEmpty || isTooLong else { return nil }
    }
    number += 1
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer {
      line = []
      lineBytes = 0
    }
    return InputLine(number: number, bytes: line, exceeded: isTooLong ? lineLimit : nil)
  }

  /// The index of the next line feed in the buffer.
  private var lineEnd: Int? {
    buffer.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress?.advanced(by: start),
        let match = memchr(first, 0x0A, bytes.count - start)
      else { return nil }
      return start + (UnsafeRawPointer(match) - first)
    }
  }

  private mutating func append(upTo end: Int) throws(Failure) {
    let room = lineLimit - line.count
    line.append(contentsOf: buffer[start..<min(end, start + room)])
    lineBytes += end - start
    guard lineBytes <= stopBytes else {
      throw Failure(
        .badData,
        "\(path == "-" ? "standard input" : path):\(number + 1): the line has more than "
          + "\(stopBytes) bytes (limit line_bytes) [CH0412]")
    }
  }

  /// Whether a read would block now.
  private var isIdle: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 0
  }

  private mutating func fill() throws {
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

/// A file of text that a command reads whole.
package struct TextFile {
  package let path: String
  /// The largest size, in bytes.
  package let limit: Int

  package init(path: String, limit: Int = 16 << 20) {
    self.path = path
    self.limit = limit
  }

  /// Reads the text; `-` is standard input.
  ///
  /// - Throws: `Failure` for a file that is missing, too large, or not UTF-8.
  package func text() throws(Failure) -> String {
    let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let handle else {
      throw Failure(.inputMissing, "\(path): is not there or cannot be read")
    }
    var bytes: [UInt8] = []
    do {
      // One byte above the limit is enough to find that the file is too large.
      while bytes.count <= limit,
        let part = try handle.read(upToCount: limit + 1 - bytes.count), !part.isEmpty
      {
        bytes += part
      }
    } catch {
      throw Failure(.inputMissing, "\(path): cannot be read; is it a folder?")
    }
    guard bytes.count <= limit else {
      throw Failure(.badData, "\(path): has more than \(limit) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.badData, "\(path): is not UTF-8; convert it, or export it again")
    }
    return text
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmingWhitespace: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
