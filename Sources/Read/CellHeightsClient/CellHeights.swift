#if canImport(FoundationNetworking) || canImport(Darwin)
public import Foundation
#endif
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
public import Heights
public import LayoutPrimitives
public import PublishedHeights

/// The heights of one generation, from published files or from a service.
///
/// All results are of this generation; `next()` returns the current one.
public struct CellHeights: Sendable {
  /// Fetches the file at a path; it must return the whole content or throw an error.
  public typealias Fetch = PublishedFiles.Fetch

  private let source: PublishedGeneration

  init(_ source: PublishedGeneration) {
    self.source = source
  }

  /// Opens published files.
  ///
  /// - Parameters:
  ///   - base: The part of each path before `current.json`, such as `https://example.org/heights`;
  ///     it may be empty.
  ///   - limits: Maximum sizes of the files.
  ///   - fetch: Fetches the file at a path that begins with `base`.
  /// - Throws: `PublishedFormatError` if a file is altered or malformed, and the errors of `fetch`.
  public static func published(
    at base: String = "", limits: FormatLimits = FormatLimits(), fetch: @escaping Fetch
  ) async throws -> CellHeights {
    let prefix = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    let files = PublishedFiles(limits: limits) { try await fetch(prefix + $0) }
    return CellHeights(try await PublishedGeneration(files))
  }

  /// Opens the published files of a running `cellheights serve`.
  ///
  /// - Parameters:
  ///   - address: The address of the service without a path, such as `http://127.0.0.1:8080`.
  ///   - limits: Maximum sizes of the files.
  ///   - fetch: Fetches the file at an address.
  /// - Throws: The errors of `published(at:limits:fetch:)`.
  public static func service(
    at address: String = "", limits: FormatLimits = FormatLimits(), fetch: @escaping Fetch
  ) async throws -> CellHeights {
    let base = address.hasSuffix("/") ? String(address.dropLast()) : address
    return try await published(at: base + "/heights", limits: limits, fetch: fetch)
  }

  /// The generation from which all results come.
  public var generation: PinnedGeneration { source.pinned }

  /// Names of the feeds, sorted.
  public var feeds: [String] { source.feedNames }

  /// Keys of the environments of a feed, in the order of its build; empty for an unknown feed.
  public func environments(feed: String) -> [String] { source.environmentKeys(feed: feed) }

  /// Names of the lists of a feed in an environment, sorted; empty for a range of widths.
  public func lists(feed: String, environment: String) -> [String] {
    source.listNames(feed: feed, environment: environment)
  }

  /// Loads the ids and heights of a list.
  ///
  /// - Throws: `SourceError` if the list does not exist; errors of reading or fetching.
  public func list(_ name: ListName) async throws -> ListHeights {
    try await source.list(name)
  }

  /// Loads the heights at every width of a range.
  ///
  /// - Parameters:
  ///   - feed: Name of the feed.
  ///   - environment: Key of a range of widths, such as `280..900@1x/L/ltr/en/uikit`.
  /// - Throws: `SourceError` if the range does not exist; errors of reading or fetching.
  public func widths(feed: String, environment: String) async throws -> WidthRange {
    try await source.widths(feed: feed, environment: environment)
  }

  /// Loads the frames of the views in some cells, for example in the cells next to the screen.
  ///
  /// - Parameters:
  ///   - positions: Positions in the list, in `0..<count`.
  ///   - list: A list of this generation.
  /// - Returns: The views of each cell, in the order of the cell's template.
  /// - Throws: `SourceError` if there are no frames, if a position is not in the list, or if the
  ///   list is of another generation; errors of reading or fetching.
  public func frames(
    _ positions: Range<Int>, of list: ListHeights
  ) async throws -> [[ViewFrame]] {
    try check(positions, of: list)
    return try await source.frames(positions, of: list.name)
  }

  /// Loads the lines of the labels in some cells, to draw their texts without laying them out.
  ///
  /// Before drawing, compare the hash of the label's text, `LabelFragments.textHash(of:)`, with
  /// `textHash`. If they differ, the lines are those of another text.
  ///
  /// - Parameters:
  ///   - positions: Positions in the list, in `0..<count`.
  ///   - list: A list of this generation.
  /// - Returns: For each cell, the lines of each label, in the order of the labels in the cell's
  ///   template. Lengths are in steps of the list's grid; `list.geometry.grid.points(_:)` converts
  ///   them to points.
  /// - Throws: `SourceError` if there are no lines, if a position is not in the list, or if the list
  ///   is of another generation; errors of reading or fetching.
  public func lines(
    _ positions: Range<Int>, of list: ListHeights
  ) async throws -> [[LabelFragments]] {
    try check(positions, of: list)
    return try await source.lines(positions, of: list.name)
  }

  private func check(_ positions: Range<Int>, of list: ListHeights) throws(SourceError) {
    guard list.generation == generation else {
      throw .otherGeneration(asked: list.generation, pinned: generation)
    }
    guard positions.lowerBound >= 0, positions.upperBound <= list.count else {
      throw .outOfRange(positions, count: list.count)
    }
  }

  /// Returns the current generation; nil if it is still this one.
  ///
  /// Of the files that both generations share, those in the cache of 64 MiB are not fetched again.
  /// This value remains valid, even after an error.
  ///
  /// - Throws: Errors of reading or fetching.
  public func next() async throws -> CellHeights? {
    try await source.next().map(CellHeights.init)
  }
}

#if canImport(FoundationNetworking) || canImport(Darwin)

extension CellHeights {
  /// Opens published files on a web server.
  ///
  /// - Parameters:
  ///   - url: The address of the folder that contains `current.json`.
  ///   - session: Fetches the files; its cache may keep all of them indefinitely, except
  ///     `current.json`.
  ///   - limits: Maximum sizes of the files.
  /// - Throws: The errors of `published(at:limits:fetch:)`; `SourceError.status`.
  public static func published(
    at url: URL, session: URLSession = .shared, limits: FormatLimits = FormatLimits()
  ) async throws -> CellHeights {
    try await published(limits: limits) { path in
      let (data, response) = try await session.data(from: url.appendingPathComponent(path))
      if let answer = response as? HTTPURLResponse, answer.statusCode != 200 {
        throw SourceError.status(answer.statusCode, path: path)
      }
      return [UInt8](data)
    }
  }
}
#endif
