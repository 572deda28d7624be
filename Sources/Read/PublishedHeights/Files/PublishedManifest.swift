import LayoutPrimitives

/// The content of one generation: templates, feeds, environments and lists, with references to
/// their chunks.
///
/// All lengths are in grid steps; dividing by the environment's `stepsPerPoint` gives points.
public struct PublishedManifest: Hashable, Sendable, Codable {
  /// The schema that this program writes and reads.
  public static let schema = "cellheights.manifest/1"

  /// The schema of the document.
  public let schema: String
  /// Number of the generation.
  public let generation: Int
  /// Digest of the generation's cells.
  public let digest: String
  /// Digest of the generation's lists.
  public let listDigest: String
  /// Version of the layout engine that the last build used.
  public let engineVersion: String
  /// The templates; frames refer to them by index.
  public let templates: [Template]
  /// The feeds, sorted by name.
  public let feeds: [Feed]
  /// Number of shards that were published together; nil if a whole store was published.
  public let shards: Int?

  /// Creates a manifest.
  public init(
    generation: Int, digest: String, listDigest: String, engineVersion: String,
    templates: [Template], feeds: [Feed], shards: Int? = nil
  ) {
    schema = Self.schema
    self.generation = generation
    self.digest = digest
    self.listDigest = listDigest
    self.engineVersion = engineVersion
    self.templates = templates
    self.feeds = feeds
    self.shards = shards
  }

  /// A template, with the views that its frames belong to.
  public struct Template: Hashable, Sendable, Codable {
    /// The name.
    public let name: String
    /// Hash of the template document.
    public let hash: String
    /// The views, in the order of the frames.
    public let views: [View]
  }

  /// One view of a template.
  public struct View: Hashable, Sendable, Codable {
    /// The view's id.
    public let id: String
    /// The kind: `view`, `label`, `image` and so on.
    public let kind: String
    /// Whether the view has a line count.
    public let label: Bool
  }

  /// A feed with its environments.
  public struct Feed: Hashable, Sendable, Codable {
    /// The name.
    public let name: String
    /// The environments, in the order of the build.
    public let environments: [Environment]
  }

  /// An environment of a feed.
  public struct Environment: Hashable, Sendable, Codable {
    /// The key, in full form.
    public let key: String
    /// Number of grid steps per point.
    public let stepsPerPoint: Double
    /// The state in the key; nil if the key has none.
    public let state: String?
    /// Number of cells with a height.
    public let cells: Int
    /// Number of failed cells, which are in no list.
    public let failed: Int
    /// The lists, sorted by name; nil if the environment is a range of widths.
    public let lists: [List]?
    /// The chunks of a range of widths; nil if the environment is a single width.
    public let chunks: [RangeChunk]?

    /// Creates an environment.
    public init(
      key: String, stepsPerPoint: Double, state: String?, cells: Int, failed: Int,
      content: Content
    ) {
      self.key = key
      self.stepsPerPoint = stepsPerPoint
      self.state = state
      self.cells = cells
      self.failed = failed
      switch content {
      case .lists(let all): (lists, chunks) = (all, nil)
      case .range(let all): (lists, chunks) = (nil, all)
      }
    }

    /// The lists or chunks of an environment.
    public enum Content: Hashable, Sendable {
      /// The lists of a single width, sorted by name.
      case lists([List])
      /// The chunks of a range of widths.
      case range([RangeChunk])
    }
  }

  /// A list in one environment.
  public struct List: Hashable, Sendable, Codable {
    /// Name of the list; `feed` is the list in feed order.
    public let name: String
    /// Number of cells.
    public let count: Int
    /// Distance between cells, in grid steps.
    public let gap: Int
    /// Distances between the edges of the list and its cells, in grid steps.
    public let insets: Edges
    /// Height of the whole list with gaps, separators and the top and bottom insets, in grid steps.
    public let extent: Int
    /// The kinds of its cells besides those of records, and `sticky`, as `ListShape.words`; nil for
    /// a list of records alone.
    public let kinds: String?
    /// The separators; nil for none.
    public let separator: Separator?
    /// The chunks, in list order.
    public let chunks: [Chunk]

    init(
      name: String, count: Int, gap: Int, insets: Edges, extent: Int, kinds: String? = nil,
      separator: Separator? = nil, chunks: [Chunk]
    ) {
      self.name = name
      self.count = count
      self.gap = gap
      self.insets = insets
      self.extent = extent
      self.kinds = kinds
      self.separator = separator
      self.chunks = chunks
    }

    /// The shape of the list; nil for a list of records alone.
    ///
    /// The line's height and inset are in points of a grid with `stepsPerPoint` steps.
    func shape(stepsPerPoint: Double) -> ListShape? {
      kinds.flatMap { words in
        ListShape(
          words: words,
          separator: separator.map {
            ListShape.Separator(
              height: Double($0.height) / stepsPerPoint, inset: Double($0.inset) / stepsPerPoint,
              isAfterLast: $0.afterLast)
          })
      }
    }
  }

  /// The lines between the items of a list.
  public struct Separator: Hashable, Sendable, Codable {
    /// Height of a line, in grid steps.
    public let height: Int
    /// Distance of the lines from the leading edge of the cells, in grid steps.
    public let inset: Int
    /// Whether the last item of a section has a line too.
    public let afterLast: Bool
    /// Number of lines.
    public let count: Int
  }

  /// Distances from the four edges of a list to its cells, in grid steps.
  public struct Edges: Hashable, Sendable, Codable {
    /// The distance above the first cell.
    public let top: Int
    /// The distance before the cells, in reading direction.
    public let leading: Int
    /// The distance below the last cell.
    public let bottom: Int
    /// The distance after the cells, in reading direction.
    public let trailing: Int
  }

  /// The references to the chunks of consecutive cells of a list.
  public struct Chunk: Hashable, Sendable, Codable {
    /// Number of cells.
    public let count: Int
    /// Sum of the heights without spacing, in grid steps.
    public let extent: Int
    /// The reference to a `HeightsChunk`.
    public let heights: FileReference
    /// The reference to an `IDsChunk`.
    public let ids: FileReference
    /// The reference to a `FramesChunk`; nil if frames were not published.
    public let frames: FileReference?
    /// The reference to a `VersionsChunk`; nil if versions were not published.
    public let versions: FileReference?
    /// The reference to a `LinesChunk`; nil if the lines of labels were not published.
    public let lines: FileReference?

    /// The references to all files of the chunk.
    var files: [FileReference] {
      [heights, ids] + [frames, versions, lines].compactMap(\.self)
    }
  }

  /// The references to the chunks of some cells of a range of widths.
  public struct RangeChunk: Hashable, Sendable, Codable {
    /// Number of cells.
    public let count: Int
    /// The reference to an `IDsChunk`.
    public let ids: FileReference
    /// The reference to a `WidthsChunk`.
    public let runs: FileReference
  }

  /// The references to all chunks of the manifest.
  public var references: Set<FileReference> {
    var all: Set<FileReference> = []
    for environment in feeds.flatMap(\.environments) {
      for chunk in (environment.lists ?? []).flatMap(\.chunks) {
        all.formUnion(chunk.files)
      }
      for chunk in environment.chunks ?? [] { all.formUnion([chunk.ids, chunk.runs]) }
    }
    return all
  }
}

extension PublishedManifest {
  /// Encodes the manifest as a file, and creates the pointer to it.
  ///
  /// - Throws: `PublishedFormatError.tooLarge`; `.malformed` if numbers in the manifest contradict
  ///   each other.
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

  /// Verifies and decodes the stored bytes of a manifest.
  ///
  /// - Parameters:
  ///   - stored: The stored bytes of the file.
  ///   - address: The address in the name of the file.
  ///   - limits: Maximum sizes of files.
  /// - Throws: `PublishedFormatError` if the manifest is altered, malformed or too large.
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
  /// The frames of a cell and the index of its template.
  ///
  /// - Parameters:
  ///   - index: The index of the cell in the chunk.
  ///   - chunk: A chunk of a list in this manifest.
  ///   - file: The path of the chunk, for errors.
  /// - Returns: nil if the cell was built without frames.
  /// - Throws: `PublishedFormatError.malformed` if there is no such template, or if the shape does
  ///   not fit it.
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

extension PublishedManifest {
  /// The lines of the labels of a cell, in grid steps.
  ///
  /// - Parameters:
  ///   - index: The index of the cell in the chunks.
  ///   - chunk: The lines of the cell's chunk; nil if they were not published.
  ///   - frames: The frames of the cell's chunk.
  ///   - file: The path of the lines, for errors.
  /// - Returns: nil if the cell has labels, and its lines were not published.
  /// - Throws: `PublishedFormatError.malformed` if the lines do not fit the frames.
  func lines(
    ofCell index: Int, in chunk: LinesChunk?, _ frames: FramesChunk, file: String
  ) throws(PublishedFormatError) -> [LabelFragments]? {
    guard let cell = try self.frames(ofCell: index, in: frames, file: file) else { return nil }
    guard !cell.frames.lines.isEmpty else { return [] }
    guard let chunk else { return nil }
    let views = templates[cell.template].views
    guard let lines = chunk.lines(ofCell: index, cell.frames, views) else {
      throw .malformed(file: file, detail: "the lines of cell \(index) do not fit its frames")
    }
    return lines
  }
}

extension PublishedManifest.Chunk {
  /// Verifies and decodes the heights.
  ///
  /// - Parameters:
  ///   - stored: The stored bytes of the file at `heights.path`.
  ///   - limits: Maximum sizes of files.
  /// - Throws: `PublishedFormatError`, also if the number or the sum of the heights differs from
  ///   the manifest.
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

  /// Verifies and decodes the ids.
  ///
  /// - Throws: `PublishedFormatError`, also if an id is empty or repeated.
  public func ids(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> IDsChunk {
    try ids.openIDs(stored, count: count, limits: limits)
  }

  /// Verifies and decodes the frames; nil if frames were not published.
  ///
  /// - Throws: `PublishedFormatError`.
  public func frames(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> FramesChunk? {
    try frames?.open(FramesChunk.self, stored, count: count, limits: limits)
  }

  /// Verifies and decodes the lines of labels; nil if lines were not published.
  ///
  /// - Throws: `PublishedFormatError`.
  public func lines(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> LinesChunk? {
    try lines?.open(LinesChunk.self, stored, count: count, limits: limits)
  }

  /// Verifies and decodes the versions; nil if versions were not published.
  ///
  /// - Throws: `PublishedFormatError`.
  public func versions(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> VersionsChunk? {
    try versions?.open(VersionsChunk.self, stored, count: count, limits: limits)
  }
}

extension PublishedManifest.RangeChunk {
  /// Verifies and decodes the ids.
  ///
  /// - Throws: `PublishedFormatError`, also if an id is empty or repeated.
  public func ids(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> IDsChunk {
    try ids.openIDs(stored, count: count, limits: limits)
  }

  /// Verifies and decodes the heights at the widths of the range.
  ///
  /// - Throws: `PublishedFormatError`.
  public func runs(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> WidthsChunk {
    try runs.open(WidthsChunk.self, stored, count: count, limits: limits)
  }
}

extension FileReference {
  /// Verifies and decodes a chunk of ids, and checks that no id is empty or repeated.
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

  /// Verifies and decodes a chunk that must have a given number of cells.
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

extension PublishedManifest {
  /// Checks names, numbers and sums, so that lookups need no checks.
  ///
  /// - Throws: `PublishedFormatError.malformed` or `.tooLarge`.
  func check(file: String, limits: FormatLimits) throws(PublishedFormatError) {
    guard generation >= 0, templates.count <= Int(UInt16.max) + 1 else {
      throw .malformed(file: file, detail: "its generation or its number of templates")
    }
    guard Set(feeds.map(\.name)).count == feeds.count else {
      throw .malformed(file: file, detail: "a feed is there twice")
    }
    for feed in feeds {
      guard Set(feed.environments.map(\.key)).count == feed.environments.count else {
        throw .malformed(file: file, detail: "an environment of feed '\(feed.name)' is there twice")
      }
      for environment in feed.environments {
        if let problem = environment.problem {
          throw .malformed(
            file: file, detail: "\(problem) in feed '\(feed.name)', \(environment.key)")
        }
      }
    }
    for reference in references {
      for number in [reference.bytes, reference.size] {
        guard number <= limits.maximumFileBytes else {
          throw .tooLarge(file: reference.path, bytes: number, limit: limits.maximumFileBytes)
        }
        guard number > 0 else {
          throw .malformed(file: file, detail: "a size of \(reference.path) is \(number)")
        }
      }
    }
  }
}

extension PublishedManifest {
  /// The allowed numbers of cells, and lengths of gaps in grid steps; no sum of them overflows.
  static let cellBound = 0...Int(Int32.max)
}

extension PublishedManifest.Chunk {
  /// Whether a chunk can have this number of cells and this sum of heights, and has frames if it
  /// has lines.
  var isPossible: Bool {
    count > 0 && PublishedManifest.cellBound.contains(count) && extent >= 0
      && extent / count <= Int(Int32.max) && (lines == nil || frames != nil)
  }
}

extension PublishedManifest.Environment {
  /// A contradiction in the values of the environment, as text; nil if there is none.
  fileprivate var problem: String? {
    guard stepsPerPoint == Self.steps(ofKey: key) else {
      return "\(stepsPerPoint) steps per point"
    }
    guard PublishedManifest.cellBound.contains(cells), PublishedManifest.cellBound.contains(failed)
    else { return "the counts" }
    guard (lists == nil) != (chunks == nil) else { return "neither lists nor chunks alone" }
    for list in lists ?? [] {
      if let problem = list.problem { return "\(problem) of list '\(list.name)'" }
    }
    guard Set((lists ?? []).map(\.name)).count == lists?.count ?? 0 else {
      return "a list that is there twice"
    }
    guard let chunks else { return nil }
    return sum(chunks.map(\.count), upTo: Int(Int32.max)) == cells ? nil : "the counts"
  }
}

extension PublishedManifest.Environment {
  /// Computes the grid steps per point of an environment: 64 under `css` rules, or else its scale.
  ///
  /// - Returns: nil if the key is not in full form.
  private static func steps(ofKey key: String) -> Double? {
    let parts = key.prefix { $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, !parts.contains(""), let at = parts[0].lastIndex(of: "@"),
      parts[0].hasSuffix("x"),
      let scale = Double(parts[0][parts[0].index(after: at)...].dropLast()),
      scale.isFinite, scale > 0
    else { return nil }
    return parts[4] == "css" ? 64 : scale
  }
}

extension PublishedManifest.List {
  /// A contradiction in the values of the list, as text; nil if there is none.
  fileprivate var problem: String? {
    let edges = [insets.top, insets.leading, insets.bottom, insets.trailing]
    guard PublishedManifest.cellBound.contains(count), PublishedManifest.cellBound.contains(gap),
      edges.allSatisfy({ Int32(exactly: $0) != nil })
    else { return "the count, gap or insets" }
    guard chunks.allSatisfy(\.isPossible) else { return "the counts" }
    guard sum(chunks.map(\.count), upTo: Int(Int32.max)) == count else { return "the counts" }
    // The sums cannot overflow: there are at most 2³¹ cells of at most 2³¹ steps, and as many gaps.
    let cells = chunks.reduce(0) { $0 + $1.extent }
    let lines = separator.map { $0.height.multipliedReportingOverflow(by: $0.count) }
    if let separator, let lines {
      guard separator.height > 0, separator.count >= 0, separator.count <= count, !lines.overflow,
        PublishedManifest.cellBound.contains(separator.height), kinds != nil
      else { return "the separator" }
    }
    if kinds != nil, shape(stepsPerPoint: 1) == nil { return "the kinds" }
    let whole = (insets.top + cells + max(0, count - 1) * gap + insets.bottom)
      .addingReportingOverflow(lines?.partialValue ?? 0)
    return !whole.overflow && extent == whole.partialValue ? nil : "the extent"
  }
}

/// The sum of the numbers; nil if a number is negative or the sum exceeds a bound.
private func sum(_ numbers: [Int], upTo bound: Int) -> Int? {
  var all = 0
  for number in numbers {
    guard number >= 0, number <= bound - all else { return nil }
    all += number
  }
  return all
}
