public import CellTemplates
public import Precomputation
public import TextMeasurement

/// The inputs of a demo besides the store, which contains neither templates nor fonts.
public struct DemoOptions: Sendable {
  /// The templates that feeds may have been built with; each feed finds its templates by hash.
  public var templates: [CellTemplate] = []
  /// The lists of the build, by feed, for the cells that they have besides those of records.
  public var lists: [String: [NamedList]] = [:]
  /// The fonts of the build.
  public var fonts = FontConfiguration()
  /// Time zone and clock of the build.
  public var formats = FormatSettings()
  /// Maximum number of records in memory for all feeds together; a record takes about 1 KB.
  public var maximumRecords: Int

  /// Creates options without templates and with the default fonts.
  public init(maximumRecords: Int) { self.maximumRecords = maximumRecords }
}
