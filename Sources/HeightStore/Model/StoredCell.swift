/// A cell as it was stored.
public struct StoredCell: Hashable, Sendable {
  /// The stable insertion number.
  public let cellID: Int64
  /// The record's id.
  public let recordID: String
  /// The record's version.
  public let version: String
  /// The environment it was laid out for.
  public let environment: EnvironmentID
  /// The template it was laid out with.
  public let template: TemplateID
  /// What it depended on.
  public let fingerprint: Fingerprint
  /// Its layout, or why there is none.
  public let outcome: CellOutcome
}
