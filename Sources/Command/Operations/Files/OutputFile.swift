import CLinux
package import CommandSettings
import Foundation
import Glibc
package import StructuredDocuments

/// A file that a command writes atomically.
package struct OutputFile {
  private let path: String
  /// The kind of file in messages.
  private let noun: String

  /// Checks the path, so that an error is found before the content is computed.
  ///
  /// - Parameter noun: The kind of file in messages.
  /// - Throws: `Failure.cannotCreate` if the folder is missing, or if the path leads to something
  ///   else than a regular file.
  package init(_ path: String, is noun: String) throws(Failure) {
    self.path = path
    self.noun = noun
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw Failure(.cannotCreate, "there is no folder \(folder) for the \(noun) \(path)")
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    // Only a regular file may be replaced, not a device or a folder.
    let type: FileAttributeType?
    do {
      type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    } catch {
      throw Failure(.cannotCreate, "the \(noun) \(path) cannot be looked at")
    }
    guard type == .typeRegular else {
      throw Failure(.cannotCreate, "the \(noun) \(path) exists and is no regular file")
    }
  }

  package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(
        .writeFailed, "the \(noun) \(path) cannot be written: \(error.localizedDescription)")
    }
  }
}

/// A file that is written piece by piece and gets its name only when it is complete.
///
/// If the file system allows it, the file has no name at all until then. A program that is killed
/// then leaves no file behind.
package final class StreamedFile {
  private let path: String
  /// The kind of file in messages.
  private let noun: String
  /// The temporary path beside the final path.
  ///
  /// A file without a name gets this path first, and the final path after it.
  private let temporary: String
  private let descriptor: Int32
  private var isNamed: Bool
  private var isFinished = false

  /// Checks the path and opens the file.
  ///
  /// - Parameters:
  ///   - path: The final path.
  ///   - noun: The kind of file in messages.
  /// - Throws: `Failure.cannotCreate` if the file cannot be created.
  package init(_ path: String, is noun: String) throws(Failure) {
    _ = try OutputFile(path, is: noun)
    self.path = path
    self.noun = noun
    temporary = "\(path).\(getpid()).writing"
    let unnamed = ch_open_unnamed(URL(filePath: path).deletingLastPathComponent().path)
    isNamed = unnamed < 0
    descriptor =
      unnamed >= 0 ? unnamed : open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "the \(noun) \(path) cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(descriptor)
    if isNamed, !isFinished { unlink(temporary) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `Failure.writeFailed` if they cannot be written.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let sent = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Glibc.write(descriptor, $0 + start, bytes.count - start) } ?? -1
      }
      if sent < 0, errno == EINTR { continue }
      guard sent >= 0 else { throw failure }
      start += sent
    }
  }

  /// Gives the file its final path, and replaces a file that is there.
  ///
  /// - Throws: `Failure.writeFailed`; then the file at the path is unchanged.
  package func finish() throws(Failure) {
    if !isNamed {
      // Removes the file of a killed process that had the same process id.
      unlink(temporary)
      guard
        linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0
      else { throw failure }
      isNamed = true
    }
    guard rename(temporary, path) == 0 else { throw failure }
    isFinished = true
  }

  private var failure: Failure {
    Failure(
      .writeFailed, "the \(noun) \(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// A buffer for JSON lines, which sends them in blocks; the last block needs a call of `flush`.
package struct BufferedOutput {
  /// Size of the buffer, in bytes.
  static let capacity = 1 << 16

  private var json = JSONWriter()
  private let send: ([UInt8]) -> Void

  /// Creates a buffer.
  ///
  /// - Parameter send: Receives the blocks.
  package init(to send: @escaping ([UInt8]) -> Void) { self.send = send }

  package mutating func write(_ line: String) { write { $0.literal(line) } }

  /// Writes a line, which `document` writes as one value.
  package mutating func write(_ document: (inout JSONWriter) -> Void) {
    document(&json)
    json.endLine()
    if json.bytes.count >= Self.capacity { flush() }
  }

  /// Writes lines, each with its line break.
  package mutating func write(_ lines: [UInt8]) {
    json.lines(lines)
    if json.bytes.count >= Self.capacity { flush() }
  }

  package mutating func flush() {
    if !json.bytes.isEmpty { send(JSONLineEscapes.escaping(json.removeBytes())) }
  }
}
