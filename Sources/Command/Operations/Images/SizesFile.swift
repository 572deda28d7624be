package import CommandSettings
package import FeedRecords
import Glibc
import StructuredDocuments

/// The file that sizes are appended to, or a function that receives them instead.
package final class SizesFile {
  private let path: String?
  private let descriptor: Int32
  private let send: ([UInt8]) -> Void
  private var pending = ""

  /// Opens the file, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `nil` for no file.
  ///   - send: Receives the sizes if there is no file.
  /// - Throws: `Failure.cannotCreate` if the file cannot be opened.
  package init(_ path: String?, orTo send: @escaping ([UInt8]) -> Void) throws(Failure) {
    self.path = path
    self.send = send
    guard let path else {
      descriptor = -1
      return
    }
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "cannot append to \(path): \(String(cString: strerror(errno)))")
    }
    var last: UInt8 = 0x0A
    let end = lseek(descriptor, 0, SEEK_END)
    // A run that was killed may have left an incomplete line.
    if end > 0, pread(descriptor, &last, 1, end - 1) == 1, last != 0x0A { pending = "\n" }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func add(_ url: String, _ size: ImageSizes.Size) {
    add(url) {
      $0.member("width", size.width)
      $0.member("height", size.height)
    }
  }

  package func add(_ url: String, failed cause: String) {
    add(url) { $0.member("failed", cause) }
  }

  private func add(_ url: String, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object {
      $0.member("url", url)
      members(&$0)
    }
    pending += json.text + "\n"
  }

  /// Writes the sizes that were added since the last call.
  ///
  /// - Throws: `Failure.writeFailed`; the sizes that were not written are lost.
  package func flush() throws(Failure) {
    defer { pending = "" }
    guard descriptor >= 0 else {
      send(Array(pending.utf8))
      return
    }
    var bytes = Array(pending.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(
          .writeFailed,
          "cannot append to \(path ?? "-"): \(String(cString: strerror(errno)))")
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
