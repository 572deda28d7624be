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
  public let layout: CellLayout
  /// The template that names its frames.
  public let template: StoredTemplate
}

/// One environment of one feed, for repeated lookups.
public struct LookupScope: Hashable, Sendable {
  /// The feed.
  public let feed: FeedEntry
  /// The environment.
  public let environment: FeedEnvironment

  /// The grid of the stored integers.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint)
  }
}
