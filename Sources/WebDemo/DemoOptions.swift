public import CellTemplates
public import TextMeasurement

/// What a demo needs besides the store, which notes neither templates nor fonts.
public struct DemoOptions: Sendable {
  /// Names and paths of templates; those with which feeds were built are found by their hashes.
  public var templates = ["post"]
  /// The fonts of the build.
  public var fonts = FontConfiguration()
  /// Time zone and clock of the build.
  public var formats = FormatSettings()
  /// Records that are kept in memory at most, of all feeds together; about 1 KB each.
  public var maximumRecords = 250_000
  /// Ids that one request may have.
  public var maximumIDs = 200

  /// Creates the options of a build with nothing but defaults.
  public init() {}
}
