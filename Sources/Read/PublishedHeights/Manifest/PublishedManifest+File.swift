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

extension PublishedManifest {
  /// The frames of a cell and the index of its template; nil for a cell of a build without frames.
  ///
  /// - Parameters:
  ///   - index: The place of the cell in the chunk.
  ///   - chunk: A chunk of a list of this manifest.
  ///   - file: The path of the chunk, for errors.
  /// - Throws: `PublishedFormatError.malformed` for a template that is not there, or a shape of
  ///   another one.
  func frames(
    ofCell index: Int, in chunk: FramesChunk, file: String
  ) throws(PublishedFormatError) -> (template: Int, frames: CellFrames)? {
    guard let shape = chunk.shape(ofCell: index) else { return nil }
    let number = Int(chunk.templates[index])
    guard templates.indices.contains(number) else {
      throw .malformed(file: file, detail: "there is no template \(number)")
    }
    let template = templates[number]
    guard !shape.isEmpty || template.views.isEmpty else { return nil }
    let labels = template.views.count { $0.label }
    guard let frames = CellFrames(shape, views: template.views.count, labels: labels) else {
      throw .malformed(file: file, detail: "a shape is not of template '\(template.name)'")
    }
    return (number, frames)
  }
}

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
