public import CellTemplates
public import TextMeasurement

/// The inputs of a demo besides the store, which contains neither templates nor fonts.
public struct DemoOptions: Sendable {
  /// The templates with which feeds may have been built; a feed's own are found by their hashes.
  public var templates: [CellTemplate] = []
  /// The fonts of the build.
  public var fonts = FontConfiguration()
  /// Time zone and clock of the build.
  public var formats = FormatSettings()
  /// Maximum number of records in memory, of all feeds together; about 1 KB each.
  public var maximumRecords: Int

  /// Creates the options of a build with no templates and the default fonts.
  public init(maximumRecords: Int) { self.maximumRecords = maximumRecords }
}
