extension PublishedManifest.Chunk {
  /// Verifies and reads the heights.
  ///
  /// - Parameters:
  ///   - stored: The bytes of the file at `heights.path`.
  ///   - limits: How large a file may be.
  /// - Throws: `PublishedFormatError`, also for other cells than the manifest says.
  public func heights(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> HeightsChunk {
    let chunk = try heights.open(HeightsChunk.self, stored, count: count, limits: limits)
    guard chunk.extent == extent else {
      throw .malformed(
        file: heights.path, detail: "its heights are \(chunk.extent) of \(extent) steps")
    }
    return chunk
  }

  /// Verifies and reads the ids.
  ///
  /// - Throws: `PublishedFormatError`, also for an id that is empty or there twice.
  public func ids(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> IDsChunk {
    try ids.openIDs(stored, count: count, limits: limits)
  }

  /// Verifies and reads the frames; nil where none were published.
  ///
  /// - Throws: `PublishedFormatError`.
  public func frames(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> FramesChunk? {
    try frames?.open(FramesChunk.self, stored, count: count, limits: limits)
  }

  /// Verifies and reads the versions; nil where none were published.
  ///
  /// - Throws: `PublishedFormatError`.
  public func versions(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> VersionsChunk? {
    try versions?.open(VersionsChunk.self, stored, count: count, limits: limits)
  }
}

extension PublishedManifest.RangeChunk {
  /// Verifies and reads the ids.
  ///
  /// - Throws: `PublishedFormatError`, also for an id that is empty or there twice.
  public func ids(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> IDsChunk {
    try ids.openIDs(stored, count: count, limits: limits)
  }

  /// Verifies and reads the heights at the widths of the range.
  ///
  /// - Throws: `PublishedFormatError`.
  public func runs(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> WidthsChunk {
    try runs.open(WidthsChunk.self, stored, count: count, limits: limits)
  }
}

extension FileReference {
  /// Verifies and reads a chunk of ids, which no list has twice.
  fileprivate func openIDs(
    _ stored: [UInt8], count: Int, limits: FormatLimits
  ) throws(PublishedFormatError) -> IDsChunk {
    let chunk = try open(IDsChunk.self, stored, count: count, limits: limits)
    let distinct = Set(chunk.ids)
    guard distinct.count == count, !distinct.contains("") else {
      throw .malformed(file: path, detail: "an id in it is empty or there twice")
    }
    return chunk
  }

  /// Verifies and reads a chunk of a number of cells.
  fileprivate func open<Chunk: PublishedChunk>(
    _ type: Chunk.Type, _ stored: [UInt8], count: Int, limits: FormatLimits
  ) throws(PublishedFormatError) -> Chunk {
    let chunk = try Chunk(decoding: try unpack(stored, limits: limits), file: path)
    guard chunk.count == count else {
      throw .malformed(file: path, detail: "it has \(chunk.count) of \(count) cells")
    }
    return chunk
  }
}
