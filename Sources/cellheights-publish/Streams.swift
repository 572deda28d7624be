import Glibc
import StructuredDocuments

/// The standard streams.
enum Streams {
  /// Writes all bytes; a closed pipe ends the program without an error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var start = 0
    while start < bytes.count {
      let sent = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { exit(errno == EPIPE ? 0 : 74) }
      start += sent
    }
  }
}

extension String {
  /// UTF-8 without what would command a terminal, besides line feeds.
  var printable: [UInt8] {
    var shown = ""
    for scalar in unicodeScalars {
      if scalar == "\n" || !scalar.commandsTerminal {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return Array(shown.utf8)
  }
}
