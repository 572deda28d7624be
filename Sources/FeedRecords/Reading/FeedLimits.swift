public import XMLDocuments

/// What a feed may ask of its reader.
public struct FeedLimits: Hashable, Sendable {
  /// Bytes of one record, as it stands in the feed.
  public var recordBytes: Int
  /// Records of one reading, those that fail counted.
  public var records: Int
  /// Arrays and objects inside one another in a JSON record.
  public var jsonDepth: Int
  /// Bytes of one source.
  public var sourceBytes: Int
  /// What an XML feed and the HTML in a feed may ask for.
  public var xml: XMLLimits

  /// Creates limits; the defaults suit feeds of up to some million records.
  public init(
    recordBytes: Int = 1 << 20, records: Int = 100_000_000, jsonDepth: Int = 128,
    sourceBytes: Int = 64 << 30, xml: XMLLimits = XMLLimits()
  ) {
    self.recordBytes = recordBytes
    self.records = records
    self.jsonDepth = min(max(jsonDepth, 1), 1024)
    self.sourceBytes = sourceBytes
    self.xml = xml
  }
}
