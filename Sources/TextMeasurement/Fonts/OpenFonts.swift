import Synchronization

/// The font files that the measurers of one library have opened, each once.
///
/// A file is mapped when a text first needs it, and remains mapped while its library exists.
final class OpenFonts: Sendable {
  private let files = Mutex<[String: FontFile]>([:])
  private let known: [String: FontDigest.Stamp]

  /// - Parameter known: The identities of the chain's files when they were hashed.
  init(known: [String: FontDigest.Stamp]) {
    self.known = known
  }

  /// The file at a path.
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
