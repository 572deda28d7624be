/// A file of a published folder, ready to be stored.
public struct PublishedFile: Hashable, Sendable {
  /// Path within the folder, with `/` between its parts.
  public let path: String
  /// The stored bytes.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Packs a chunk.
  ///
  /// - Returns: The file and the reference for the manifest.
  /// - Throws: `PublishedFormatError.tooLarge`.
  public static func chunk(
    _ chunk: some PublishedChunk, limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> (file: PublishedFile, reference: FileReference) {
    let content = chunk.encoded()
    let packed = try GzipFile.pack(content, file: "a chunk", limits: limits)
    let reference = FileReference(
      sha256: FileAddress(of: packed), bytes: packed.count, size: content.count)
    return (PublishedFile(path: reference.path, bytes: packed), reference)
  }
}
