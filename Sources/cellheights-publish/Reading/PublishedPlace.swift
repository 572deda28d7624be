import PublishedHeights

/// Where published files lie.
protocol PublishedPlace: AnyObject {
  /// The bytes of `current.json`.
  func pointer() throws -> [UInt8]

  /// The stored bytes of a file, which the caller verifies.
  ///
  /// - Parameters:
  ///   - path: Its path within the published folder.
  ///   - bytes: The size that it should have; at most one byte more is read.
  func file(_ path: String, bytes: Int) throws -> [UInt8]

  /// Begins to read chunks, which are taken in this order.
  func chunks(_ references: [FileReference]) -> any StoredChunks
}

/// The stored bytes of some chunks, one after the other.
protocol StoredChunks: AnyObject {
  /// The stored bytes of the next chunk, which the caller verifies.
  func next() throws -> [UInt8]
}

extension PublishedPlace {
  /// The current manifest, verified.
  ///
  /// A publication may remove a manifest while it is read, so that the pointer is read again.
  func manifest(limits: FormatLimits) throws -> PublishedManifest {
    var pointer = try PublishedPointer(decoding: try self.pointer())
    for _ in 1..<manifestAttempts {
      do {
        return try manifest(of: pointer, limits)
      } catch {
        let current = try PublishedPointer(decoding: try self.pointer())
        guard current != pointer else { throw error }
        pointer = current
      }
    }
    return try manifest(of: pointer, limits)
  }

  private func manifest(
    of pointer: PublishedPointer, _ limits: FormatLimits
  ) throws -> PublishedManifest {
    let path = PublishedPath.manifest(pointer.manifest)
    guard pointer.bytes <= limits.maximumFileBytes else {
      throw PublishedFormatError.tooLarge(
        file: path, bytes: pointer.bytes, limit: limits.maximumFileBytes)
    }
    return try pointer.open(try file(path, bytes: pointer.bytes), limits: limits)
  }
}

/// Times that a manifest is asked for when it cannot be had.
private let manifestAttempts = 3
