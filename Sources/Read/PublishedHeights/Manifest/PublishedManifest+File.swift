extension PublishedManifest {
  /// The file, and the pointer to it.
  ///
  /// - Throws: `PublishedFormatError.tooLarge`; `.malformed` for numbers that contradict each other.
  public func file(
    limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> (file: PublishedFile, pointer: PublishedPointer) {
    let name = "the manifest"
    try check(file: name, limits: limits)
    let packed = try GzipFile.pack(
      try FormatJSON.encode(self, file: name), file: name, limits: limits)
    let address = FileAddress(of: packed)
    return (
      PublishedFile(path: PublishedPath.manifest(address), bytes: packed),
      PublishedPointer(to: self, address: address, bytes: packed.count)
    )
  }

  /// Verifies stored bytes and reads them.
  ///
  /// - Parameters:
  ///   - stored: The bytes of the file.
  ///   - address: The address in its name.
  ///   - limits: How large a file may be.
  /// - Throws: `PublishedFormatError`.
  public init(
    stored: [UInt8], address: FileAddress, limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) {
    let path = PublishedPath.manifest(address)
    guard stored.count <= limits.maximumFileBytes else {
      throw .tooLarge(file: path, bytes: stored.count, limit: limits.maximumFileBytes)
    }
    guard FileAddress(of: stored) == address else {
      throw .altered(file: path, detail: "its SHA-256 is another")
    }
    guard let size = GzipFile.claimedSize(stored) else {
      throw .malformed(file: path, detail: "it is too short")
    }
    guard size <= limits.maximumFileBytes else {
      throw .tooLarge(file: path, bytes: size, limit: limits.maximumFileBytes)
    }
    let content = try GzipFile.unpack(stored, size: size, file: path)
    try FormatJSON.check(Self.schema, of: content, file: path)
    self = try FormatJSON.decode(Self.self, content, file: path)
    try check(file: path, limits: limits)
  }
}
