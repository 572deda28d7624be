public import XMLDocuments

/// The limits of a feed.
public struct FeedLimits: Hashable, Sendable {
  /// Bytes of one record in the feed.
  public var recordBytes: Int
  /// Records of one reading, those that fail counted.
  public var records: Int
  /// Nesting of arrays and objects in a JSON record, 1...1024.
  public var jsonDepth: Int
  /// Bytes of one source, as they are stored.
  public var sourceBytes: Int
  /// Bytes that a compressed source may expand to.
  public var expandedBytes: Int
  /// How many times its size a compressed source may expand to, once it is beyond 1 MiB.
  public var expansionRatio: Int
  /// Bytes of the window of a Zstandard frame.
  public var zstdWindowBytes: Int
  /// Bytes of a JSON document that are looked at to find its records.
  public var surveyBytes: Int
  /// Bytes of a JSON document that has to be held in memory, because its mapping has an order or
  /// joins.
  public var wholeDocumentBytes: Int
  /// Lines with sizes of pictures, of `ImageSizes.entryBytes` bytes each.
  public var imageSizes: Int
  /// The limits of XML and of HTML.
  public var xml: XMLLimits

  /// Creates limits, whose defaults suit feeds of up to some million records.
  public init(
    recordBytes: Int = 1 << 20, records: Int = 100_000_000, jsonDepth: Int = 128,
    sourceBytes: Int = 64 << 30, expandedBytes: Int = 64 << 30, expansionRatio: Int = 200,
    zstdWindowBytes: Int = 128 << 20, surveyBytes: Int = 1 << 20,
    wholeDocumentBytes: Int = 512 << 20, imageSizes: Int = 4_000_000, xml: XMLLimits = XMLLimits()
  ) {
    self.recordBytes = recordBytes
    self.records = records
    self.jsonDepth = min(max(jsonDepth, 1), 1024)
    self.sourceBytes = sourceBytes
    self.expandedBytes = expandedBytes
    self.expansionRatio = expansionRatio
    self.zstdWindowBytes = zstdWindowBytes
    self.surveyBytes = surveyBytes
    self.wholeDocumentBytes = wholeDocumentBytes
    self.imageSizes = imageSizes
    self.xml = xml
  }
}
