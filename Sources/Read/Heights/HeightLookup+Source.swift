#if canImport(HeightStore)
import HeightStore
public import LayoutPrimitives

/// A store as a source of heights, which are read from its file.
extension HeightLookup: GenerationSource {
  /// The generation from which all results come.
  public var pinned: PinnedGeneration {
    PinnedGeneration(
      number: generation.number, digest: generation.digest, listDigest: generation.listDigest)
  }

  /// Names of the feeds, sorted.
  public var feedNames: [String] { feeds.map(\.name) }

  /// Keys of the environments of a feed, in the order of its build; empty for an unknown feed.
  public func environmentKeys(feed: String) -> [String] {
    environments(feed: feed).map(\.key)
  }

  /// Names of the lists of a feed in an environment; empty for a range of widths.
  public func listNames(feed: String, environment: String) -> [String] {
    guard let entry = catalog.feed(named: feed),
      let own = entry.environments.first(where: { $0.environment.key == environment }),
      !own.environment.isRange
    else { return [] }
    return entry.lists.map(\.description.name)
  }

  /// Returns a lookup in the current generation; nil if the generation is still this one.
  ///
  /// - Throws: `StoreError`; this lookup remains valid.
  public func next() throws -> (any GenerationSource)? {
    let current = try refreshed()
    return current === self ? nil : current
  }

  /// Reads the ids and heights of a list.
  ///
  /// - Throws: `SourceError` if the list does not exist; `StoreError.corrupt`.
  public func list(_ name: ListName) throws -> ListHeights { try find(name).heights() }

  /// Reads the frames of the views in the cells at the given positions of a list.
  ///
  /// - Throws: `SourceError` if there are no frames; `ListError.outOfRange`; `StoreError.corrupt`.
  public func frames(_ positions: Range<Int>, of name: ListName) throws -> [[ViewFrame]] {
    let list = try find(name)
    return try positions.map { position in
      let hit = try list.hit(at: position)
      guard hit.cell.hasFrames else { throw SourceError.noFrames(name) }
      var lines = hit.layout.labels.makeIterator()
      return zip(hit.template.views, hit.layout.frames).map { view, frame in
        ViewFrame(
          id: view.id, kind: view.kind, edges: (frame.x, frame.y, frame.width, frame.height),
          stored: view.isLabel ? lines.next()?.encoded : nil,
          stepsPerPoint: list.scope.grid.stepsPerPoint)
      }
    }
  }

  /// Reads the lines of the labels in the cells at the given positions of a list.
  ///
  /// - Throws: `SourceError` if there are no lines; `ListError.outOfRange`; `StoreError.corrupt`.
  public func lines(_ positions: Range<Int>, of name: ListName) throws -> [[LabelFragments]] {
    let list = try find(name)
    guard list.scope.feed.keepsLines else { throw SourceError.noLines(name) }
    return try positions.map { try list.hit(at: $0, lines: true).layout.lineFragments }
  }

  /// Reads the heights at every width of a range.
  ///
  /// - Throws: `SourceError` if the range does not exist; `StoreError.corrupt`.
  public func widths(feed: String, environment: String) throws -> WidthRange {
    let scope = try find(feed: feed, environment: environment)
    guard scope.environment.environment.isRange,
      let measures = WidthMeasures(key: environment, stepsPerPoint: scope.grid.stepsPerPoint)
    else { throw SourceError.singleWidth(environment: environment) }
    var cells: [(id: String, caveats: UInt8, runs: [(width: Int32, height: UInt32)])] = []
    var last: String?
    while true {
      let page = try self.cells(in: scope, after: last, limit: Self.cellsPerPage)
      guard let end = page.last else { break }
      for cell in page {
        guard case .layout(let layout) = cell.outcome, let heights = layout.heights else {
          continue
        }
        cells.append(
          (
            cell.recordID, UInt8(truncatingIfNeeded: layout.caveats.rawValue),
            heights.runs.map { (width: $0.width, height: UInt32(clamping: $0.height)) }
          ))
      }
      last = end.recordID
    }
    if let order = try recordIDs(ofRangesIn: scope.feed) {
      let positions = Dictionary(zip(order, order.indices)) { first, _ in first }
      cells.sort { positions[$0.id] ?? .max < positions[$1.id] ?? .max }
    }
    var found = WidthCells()
    for cell in cells { found.append(id: cell.id, caveats: cell.caveats, runs: cell.runs) }
    return WidthRange(
      feed: feed, environment: environment, generation: pinned, measures: measures,
      cells: found)
  }

  func find(feed name: String, environment key: String) throws -> LookupScope {
    guard let feed = catalog.feed(named: name) else {
      throw SourceError.unknownFeed(asked: name, known: feedNames)
    }
    let known = feed.environments.map(\.environment)
    guard let environment = known.first(where: { $0.key == key }),
      let scope = try scopes(feed: name, environment: key).get().first(where: {
        $0.environment.environment == environment
      })
    else {
      throw SourceError.unknownEnvironment(asked: key, feed: name, known: known.map(\.key))
    }
    return scope
  }

  func find(_ name: ListName) throws -> LookupList {
    let scope = try find(feed: name.feed, environment: name.environment)
    guard !scope.environment.environment.isRange else {
      throw SourceError.widthRange(environment: name.environment)
    }
    let lists = scope.feed.lists.map(\.description.name)
    guard lists.contains(name.list) else {
      throw SourceError.unknownList(asked: name.list, feed: name.feed, known: lists)
    }
    return try self.list(name.list, in: scope)
  }

  /// Number of cells of a range that are read at a time.
  private static var cellsPerPage: Int { 1_024 }
}

/// A store in memory as a source of heights; parts that are not in memory are read from its file.
extension GenerationSnapshot: GenerationSource {
  /// The generation from which all results come.
  public var pinned: PinnedGeneration { file.pinned }

  /// Names of the feeds, sorted.
  public var feedNames: [String] { file.feedNames }

  /// Keys of the environments of a feed, in the order of its build; empty for an unknown feed.
  public func environmentKeys(feed: String) -> [String] { file.environmentKeys(feed: feed) }

  /// Names of the lists of a feed in an environment; empty for a range of widths.
  public func listNames(feed: String, environment: String) -> [String] {
    file.listNames(feed: feed, environment: environment)
  }

  /// Returns a snapshot of the current generation; nil if the generation is still this one.
  ///
  /// - Throws: `StoreError`; this snapshot remains valid.
  public func next() throws -> (any GenerationSource)? {
    let current = try refreshed()
    return current === self ? nil : current
  }

  /// The ids and heights of a list.
  ///
  /// - Throws: `SourceError` if the list does not exist.
  public func list(_ name: ListName) throws -> ListHeights {
    let list = try find(name)
    var cells = ListCells(list.geometry.spacing)
    cells.reserveCapacity(list.count)
    for index in 0..<list.count {
      let cell = try list.cell(at: index)
      cells.append(
        list.place.id(of: cell), height: cell.height,
        caveats: UInt8(truncatingIfNeeded: list.place.caveats(of: cell).rawValue))
    }
    return ListHeights(name, pinned, cells)
  }

  /// The frames of the views in the cells at the given positions of a list.
  ///
  /// - Throws: `SourceError` if there are no frames; `ListError.outOfRange`; `StoreError.corrupt`
  ///   if damaged frames are read from the file.
  public func frames(_ positions: Range<Int>, of name: ListName) throws -> [[ViewFrame]] {
    let list = try find(name)
    return try positions.map { position in
      let cell = try list.cell(at: position)
      guard let frames = list.place.frames(of: cell),
        let template = catalog.templates[list.place.template(of: cell)]
      else { return try file.frames(position..<position + 1, of: name)[0] }
      var label = 0
      return zip(template.views, frames).map { view, frame in
        defer { label += view.isLabel ? 1 : 0 }
        return ViewFrame(
          id: view.id, kind: view.kind, edges: (frame.x, frame.y, frame.width, frame.height),
          stored: view.isLabel && label < frames.labelCount
            ? frames.lines(ofLabel: label).encoded : nil,
          stepsPerPoint: list.geometry.grid.stepsPerPoint)
      }
    }
  }

  /// Reads the lines of the labels in the cells at the given positions of a list from the file.
  ///
  /// - Throws: `SourceError` if there are no lines; `ListError.outOfRange`; `StoreError.corrupt`.
  public func lines(_ positions: Range<Int>, of name: ListName) throws -> [[LabelFragments]] {
    try file.lines(positions, of: name)
  }

  /// Reads the heights at every width of a range from the file.
  ///
  /// - Throws: `SourceError` if the range does not exist; `StoreError.corrupt`.
  public func widths(feed: String, environment: String) throws -> WidthRange {
    try file.widths(feed: feed, environment: environment)
  }

  private func find(_ name: ListName) throws -> SnapshotList {
    let scope = try file.find(name).scope
    guard let place = place(of: scope) else {
      throw SourceError.widthRange(environment: name.environment)
    }
    return try place.list(name.list)
  }
}
#endif
