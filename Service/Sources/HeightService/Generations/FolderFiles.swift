import PublishedHeights

/// Published files in a folder, in which no link is followed.
struct FolderFiles: Sendable {
  let folder: String

  /// Bytes of a file at most, as readers of published files take them.
  static let mostBytes = 64 << 20

  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameter name: A name that was made here, not one of a request.
  /// - Throws: `FileTrouble`.
  func bytes(of name: String) throws(FileTrouble) -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try OpenFolder.read(name, inPublished: folder, limit: Self.mostBytes)
    } catch {
      throw FileTrouble(name: name, reason: "\(error)")
    }
    if let bytes, bytes.count > Self.mostBytes {
      throw FileTrouble(name: name, reason: "it has more than \(Self.mostBytes) bytes")
    }
    return bytes
  }
}

/// A published file that cannot be read or made.
struct FileTrouble: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "the published file \(name): \(reason)" }
}
