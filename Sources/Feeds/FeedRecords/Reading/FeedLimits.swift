public import XMLDocuments

/// The limits of a feed.
public struct FeedLimits: Hashable, Sendable {
  /// Maximum size of one record in the source, in bytes.
  public var recordBytes: Int
  /// Maximum size of one line of a file that is read by lines, such as a file of changes, in bytes.
  ///
  /// A line larger than `recordBytes` is skipped. A line larger than this limit is an error that
  /// ends the reading.
  public var lineBytes: Int
  /// Maximum size of a line with a record document or a cell, in bytes.
  ///
  /// A record has its HTML, its text and its other values there, escaped as JSON, which takes several
  /// times the bytes of the record in the feed.
  public var documentBytes: Int {
    let (product, overflow) = recordBytes.multipliedReportingOverflow(by: Self.documentFactor)
    return overflow ? .max : product
  }
  /// The ratio of `documentBytes` to `recordBytes`.
  public static let documentFactor = 8
  /// Maximum number of records of one feed, including those that fail.
  public var records: Int
  /// Maximum depth of arrays and objects in a JSON record, from 1 to 1024.
  public var jsonDepth: Int
  /// Maximum size of one source, in bytes as stored.
  public var sourceBytes: Int
  /// Maximum number of bytes to which a compressed source may expand.
  public var expandedBytes: Int
  /// Maximum ratio of expanded to compressed size, checked once a source has expanded to more than
  /// 1 MiB.
  public var expansionRatio: Int
  /// Maximum size of the window of a Zstandard frame, in bytes.
  public var zstdWindowBytes: Int
  /// Maximum number of bytes of a JSON document that are examined to find its records.
  public var surveyBytes: Int
  /// Maximum size of a JSON document that is held in memory as a whole, in bytes.
  ///
  /// A document is held in memory if its mapping has an order or joins.
  public var wholeDocumentBytes: Int
  /// Maximum number of lines with sizes of pictures.
  ///
  /// Each takes `ImageSizes.entryBytes` bytes of memory.
  public var imageSizeEntries: Int
  /// Maximum memory for the changes of a feed, in bytes.
  public var changeBytes: Int
  /// Maximum size of one Markdown text, in bytes.
  ///
  /// A longer text is truncated there. The limit is small, because md4c takes time in proportion to
  /// the square of the size for some texts, such as thousands of addresses without spaces. HTML that
  /// takes 16 times as many bytes as the limit ends the text, too, since every use of a long address
  /// repeats the address.
  public var markdownBytes: Int
  /// The limits of XML and of HTML.
  public var xml: XMLLimits

  /// Creates limits.
  ///
  /// The defaults suit feeds of up to some million records.
  public init(
    recordBytes: Int = 1 << 20, lineBytes: Int = 1 << 30, records: Int = 100_000_000,
    jsonDepth: Int = 128,
    sourceBytes: Int = 64 << 30, expandedBytes: Int = 64 << 30, expansionRatio: Int = 200,
    zstdWindowBytes: Int = 128 << 20, surveyBytes: Int = 1 << 20,
    wholeDocumentBytes: Int = 512 << 20, imageSizeEntries: Int = 4_000_000,
    changeBytes: Int = 256 << 20, markdownBytes: Int = 1 << 16,
    xml: XMLLimits = XMLLimits()
  ) {
    self.recordBytes = recordBytes
    self.lineBytes = lineBytes
    self.records = records
    self.jsonDepth = min(max(jsonDepth, 1), 1024)
    self.sourceBytes = sourceBytes
    self.expandedBytes = expandedBytes
    self.expansionRatio = expansionRatio
    self.zstdWindowBytes = zstdWindowBytes
    self.surveyBytes = surveyBytes
    self.wholeDocumentBytes = wholeDocumentBytes
    self.imageSizeEntries = imageSizeEntries
    self.changeBytes = changeBytes
    self.markdownBytes = markdownBytes
    self.xml = xml
  }
}
