import Foundation

/// A file of text that a command reads whole.
struct TextFile {
  let path: String
  /// The largest size, in bytes.
  var limit = 16 << 20
  /// The key of the configuration that sets it; nil for a limit that is fixed.
  var limitKey: String?

  /// Reads the text; of `-` that of standard input.
  ///
  /// - Throws: `Failure` for a file that is not there, is too large, or is not UTF-8.
  func text() throws(Failure) -> String {
    let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let handle else {
      throw Failure(.inputMissing, "\(path): is not there or cannot be read")
    }
    var bytes: [UInt8] = []
    do {
      // A byte more than the limit is found to be too much.
      while bytes.count <= limit,
        let part = try handle.read(upToCount: limit + 1 - bytes.count), !part.isEmpty
      {
        bytes += part
      }
    } catch {
      throw Failure(.inputMissing, "\(path): cannot be read; is it a folder?")
    }
    guard bytes.count <= limit else {
      let advice = limitKey.map { "; raise \($0)" } ?? ""
      throw Failure(.badData, "\(path): has more than \(limit) bytes\(advice)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.badData, "\(path): is not UTF-8; convert it, or export it again")
    }
    return text
  }
}
