#if canImport(HeightLookup)
  import Heights
  import HeightStore
  import LayoutPrimitives

  /// One generation of a store.
  struct StoreSource: GeometrySource {
    private let lookup: HeightLookup

    init(_ lookup: HeightLookup) {
      self.lookup = lookup
    }

    var generation: PinnedGeneration {
      let own = lookup.generation
      return PinnedGeneration(number: own.number, digest: own.digest, listDigest: own.listDigest)
    }

    var feeds: [String] { lookup.feeds.map(\.name) }

    func environments(feed: String) -> [String] {
      lookup.environments(feed: feed).map(\.key)
    }

    func lists(feed: String, environment: String) -> [String] {
      guard let entry = lookup.catalog.feed(named: feed),
        let own = entry.environments.first(where: { $0.environment.key == environment }),
        !own.environment.isRange
      else { return [] }
      return entry.lists.map(\.description.name)
    }

    func next() throws -> (any GeometrySource)? {
      let current = try lookup.refreshed()
      return current === lookup ? nil : StoreSource(current)
    }

    func list(_ name: ListName) throws -> ListGeometry {
      let list = try find(name)
      var cells = ListCells()
      try list.forEach { _, hit in
        guard let height = UInt32(exactly: hit.layout.height) else { return }
        cells.append(
          ids: [hit.cell.recordID], heights: [height],
          doubts: [UInt8(truncatingIfNeeded: hit.layout.caveats.rawValue)])
      }
      let grid = list.scope.grid
      let insets = list.description.insets
      return ListGeometry(
        name, generation,
        measures: ListMeasures(
          stepsPerPoint: grid.stepsPerPoint,
          gap: max(0, grid.pixel(ofEdge: list.description.spacing)),
          top: grid.pixel(ofEdge: insets.top), leading: grid.pixel(ofEdge: insets.leading),
          bottom: grid.pixel(ofEdge: insets.bottom),
          trailing: grid.pixel(ofEdge: insets.trailing)),
        cells: cells)
    }

    func frames(_ positions: Range<Int>, of name: ListName) throws -> [[ViewFrame]] {
      let list = try find(name)
      return try positions.map { position in
        let hit = try list.hit(at: position)
        guard hit.cell.hasFrames else { throw ClientError.noFrames(name) }
        var lines = hit.layout.labels.makeIterator()
        return zip(hit.template.views, hit.layout.frames).map { view, frame in
          ViewFrame(
            id: view.id, kind: view.kind, edges: (frame.x, frame.y, frame.width, frame.height),
            stored: view.isLabel ? lines.next()?.encoded : nil,
            stepsPerPoint: list.scope.grid.stepsPerPoint)
        }
      }
    }

    func widths(feed: String, environment: String) throws -> WidthRange {
      let scope = try find(feed: feed, environment: environment)
      guard scope.environment.environment.isRange,
        let measures = WidthMeasures(key: environment, stepsPerPoint: scope.grid.stepsPerPoint)
      else { throw ClientError.singleWidth(environment: environment) }
      var cells = WidthCells()
      var last: String?
      while true {
        let page = try lookup.cells(in: scope, after: last, limit: Self.cellsPerPage)
        guard let end = page.last else { break }
        for cell in page {
          guard case .layout(let layout) = cell.outcome, let heights = layout.heights else {
            continue
          }
          cells.append(
            id: cell.recordID, doubts: UInt8(truncatingIfNeeded: layout.caveats.rawValue),
            runs: heights.runs.lazy.map { ($0.width, UInt32(clamping: $0.height)) })
        }
        last = end.recordID
      }
      return WidthRange(
        feed: feed, environment: environment, generation: generation, measures: measures,
        cells: cells)
    }

    private func find(feed name: String, environment key: String) throws -> LookupScope {
      guard let feed = lookup.catalog.feed(named: name) else {
        throw ClientError.unknownFeed(asked: name, known: feeds)
      }
      let known = feed.environments.map(\.environment)
      guard let environment = known.first(where: { $0.key == key }),
        let scope = try lookup.scopes(feed: name, environment: key).get().first(where: {
          $0.environment.environment == environment
        })
      else {
        throw ClientError.unknownEnvironment(asked: key, feed: name, known: known.map(\.key))
      }
      return scope
    }

    private func find(_ name: ListName) throws -> ListSnapshot {
      let scope = try find(feed: name.feed, environment: name.environment)
      guard !scope.environment.environment.isRange else {
        throw ClientError.widthRange(environment: name.environment)
      }
      let lists = scope.feed.lists.map(\.description.name)
      guard lists.contains(name.list) else {
        throw ClientError.unknownList(asked: name.list, feed: name.feed, known: lists)
      }
      return try lookup.list(name.list, in: scope)
    }

    /// Cells of a range that are read together.
    private static let cellsPerPage = 1_024
  }

  extension CellHeights {
    /// Opens a store, a SQLite file that `cellheights build` wrote.
    ///
    /// - Throws: `StoreError`, such as `.missing`.
    public static func open(store: String) throws -> CellHeights {
      CellHeights(StoreSource(try HeightLookup(store: store)))
    }
  }
#endif
