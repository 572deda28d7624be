import Synchronization

/// The font files that the measurers of one library have opened, each once.
///
/// A file is mapped when a text first needs it, and remains mapped while its library exists.
final class OpenFonts: Sendable {
  private let files = Mutex<[String: FontFile]>([:])
  private let known: [String: FontDigest.Stamp]

  /// Creates a library's table of open files.
  ///
  /// - Parameter known: Hashes and identities of the chain's files, by path.
  init(known: [String: FontDigest.Stamp]) {
    self.known = known
  }

  /// Returns the font file at a path, opened if necessary.
  ///
  /// - Throws: `TextError.changedFont` when the file changed after it was hashed; the errors of
  ///   `FontFile`.
  func file(_ path: String) throws(TextError) -> FontFile {
    try files.withLock { files throws(TextError) in
      if let file = files[path] { return file }
      let bytes = try FontBytes(path: path)
      if let stamp = known[path], stamp.identity != bytes.identity { throw .changedFont(path) }
      let file = try FontFile(bytes)
      files[path] = file
      return file
    }
  }
}
