#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives

/// The result of a lookup.
public enum LookupResult: Hashable, Sendable {
  /// The cell.
  case hit(LookupHit)
  /// The reason for a miss.
  case miss(MissReason)
}

/// A cell that was found.
public struct LookupHit: Hashable, Sendable {
  /// The feed and the environment.
  public let scope: LookupScope
  /// The cell's number, id and version.
  public let cell: StoredCell
  /// Its height and frames, in steps.
  ///
  /// At a width within a range it has the height and no frames.
  public let layout: CellLayout
  /// The template that names its frames.
  public let template: StoredTemplate
}

/// One environment of one feed, or one width of a range, for repeated lookups.
public struct LookupScope: Hashable, Sendable {
  /// The feed.
  public let feed: FeedEntry
  /// The environment.
  public let environment: FeedEnvironment
  /// The width within a range, in device pixels; nil for a single width or the whole range.
  public let widthPixel: Int32?

  init(feed: FeedEntry, environment: FeedEnvironment, widthPixel: Int32? = nil) {
    self.feed = feed
    self.environment = environment
    self.widthPixel = widthPixel
  }

  /// The key of the environment, with the width within a range.
  public var key: String {
    guard let widthPixel, let scale = Double(environment.environment.parts.scale) else {
      return environment.environment.key
    }
    return environment.environment.parts.key(width: (Double(widthPixel) / scale).plainDecimal)
  }

  /// The grid of the stored integers.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint)
  }
}
#endif
