public import HeightStore
public import LayoutPrimitives

/// The answer to one lookup.
public enum LookupResult: Hashable, Sendable {
  /// The cell.
  case hit(LookupHit)
  /// Why there is none.
  case miss(MissReason)
}

/// A cell that was found, and what its numbers mean.
public struct LookupHit: Hashable, Sendable {
  /// Where it was found.
  public let scope: LookupScope
  /// The cell's number, id and version.
  public let cell: StoredCell
  /// Its height and frames, in steps.
  public let layout: CellLayout
  /// The template that names its frames.
  public let template: StoredTemplate
}

/// One environment of one feed: what a client resolves once and then asks many ids of.
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
