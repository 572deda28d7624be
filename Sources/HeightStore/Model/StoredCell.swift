/// A stored cell.
public struct StoredCell: Hashable, Sendable {
  /// The row number, which is stable across builds.
  public let cellID: Int64
  /// The record's id.
  public let recordID: String
  /// The record's version.
  public let version: String
  /// The environment.
  public let environment: EnvironmentID
  /// The template.
  public let template: TemplateID
  /// The hash of everything that the cell depended on.
  public let fingerprint: Fingerprint
  /// The layout or the failure.
  public let outcome: CellOutcome
  /// Whether the layout has frames and line counts; false for a failure, and for a cell of a feed
  /// that was stored with heights alone.
  public let hasFrames: Bool
}
