import CellPictures
import FeedRecords
import TextMeasurement
import XMLDocuments

/// One key of the configuration's `limits`.
struct ConfiguredLimit: Sendable {
  /// What a limit belongs to.
  enum Field: Sendable {
    case feed(@Sendable (inout FeedLimits, Int) -> Void, @Sendable (FeedLimits) -> Int)
    case text(@Sendable (inout TextLimits, Int) -> Void, @Sendable (TextLimits) -> Int)
    case picture(
      @Sendable (inout PictureLimits, Int) -> Void, @Sendable (PictureLimits) -> Int)
  }

  /// Its name in the file.
  let key: String
  /// The values that it may have.
  let range: ClosedRange<Int>
  let field: Field

  /// The value where nobody says anything.
  var standard: Int {
    switch field {
    case .feed(_, let value): value(FeedLimits())
    case .text(_, let value): value(TextLimits())
    case .picture(_, let value): value(PictureLimits())
    }
  }

  private init(
    _ key: String, _ range: ClosedRange<Int>,
    feed set: @escaping @Sendable (inout FeedLimits, Int) -> Void,
    _ get: @escaping @Sendable (FeedLimits) -> Int
  ) {
    self.key = key
    self.range = range
    field = .feed(set, get)
  }

  private init(
    _ key: String, _ range: ClosedRange<Int>,
    text set: @escaping @Sendable (inout TextLimits, Int) -> Void,
    _ get: @escaping @Sendable (TextLimits) -> Int
  ) {
    self.key = key
    self.range = range
    field = .text(set, get)
  }

  private init(
    _ key: String, _ range: ClosedRange<Int>,
    picture set: @escaping @Sendable (inout PictureLimits, Int) -> Void,
    _ get: @escaping @Sendable (PictureLimits) -> Int
  ) {
    self.key = key
    self.range = range
    field = .picture(set, get)
  }

  private static let any = 1...1 << 50

  /// Every limit, in the order of the documentation.
  static let all: [ConfiguredLimit] = [
    .init("record_bytes", any, feed: { $0.recordBytes = $1 }, { $0.recordBytes }),
    .init("records", any, feed: { $0.records = $1 }, { $0.records }),
    .init("json_depth", 1...1024, feed: { $0.jsonDepth = $1 }, { $0.jsonDepth }),
    .init("source_bytes", any, feed: { $0.sourceBytes = $1 }, { $0.sourceBytes }),
    .init("expanded_bytes", any, feed: { $0.expandedBytes = $1 }, { $0.expandedBytes }),
    .init("expansion_ratio", any, feed: { $0.expansionRatio = $1 }, { $0.expansionRatio }),
    .init(
      "zstd_window_bytes", 1024...1 << 31, feed: { $0.zstdWindowBytes = $1 },
      { $0.zstdWindowBytes }),
    .init("survey_bytes", any, feed: { $0.surveyBytes = $1 }, { $0.surveyBytes }),
    .init(
      "whole_document_bytes", any, feed: { $0.wholeDocumentBytes = $1 },
      { $0.wholeDocumentBytes }),
    .init("xml_depth", 1...250, feed: { $0.xml.depth = $1 }, { $0.xml.depth }),
    .init("xml_expansion", 0...1 << 40, feed: { $0.xml.expansion = $1 }, { $0.xml.expansion }),
    .init(
      "xml_document_expansion", 0...1 << 40, feed: { $0.xml.documentExpansion = $1 },
      { $0.xml.documentExpansion }),
    .init(
      "xml_default_attributes", 0...2000, feed: { $0.xml.defaultAttributes = $1 },
      { $0.xml.defaultAttributes }),
    .init(
      "xml_document_bytes", any, feed: { $0.xml.documentBytes = $1 }, { $0.xml.documentBytes }),
    .init(
      "xml_text_bytes", 1...10_000_000, feed: { $0.xml.textBytes = $1 }, { $0.xml.textBytes }),
    .init("xml_attributes", any, feed: { $0.xml.attributes = $1 }, { $0.xml.attributes }),
    .init(
      "xml_attribute_bytes", any, feed: { $0.xml.attributeBytes = $1 }, { $0.xml.attributeBytes }),
    .init("xml_name_bytes", 1...40_000, feed: { $0.xml.nameBytes = $1 }, { $0.xml.nameBytes }),
    .init(
      "xml_markup_bytes", 1...9_000_000, feed: { $0.xml.markupBytes = $1 }, { $0.xml.markupBytes }),
    .init("xml_entity_depth", 0...40, feed: { $0.xml.entityDepth = $1 }, { $0.xml.entityDepth }),
    .init("xml_names", 1...1 << 30, feed: { $0.xml.names = $1 }, { $0.xml.names }),
    .init("text_units", 0...1 << 40, text: { $0.textUnits = $1 }, { $0.textUnits }),
    .init(
      "shaped_units", TextLimits.shapedUnitsRange, text: { $0.shapedUnits = $1 },
      { $0.shapedUnits }),
    .init(
      "stacked_units", TextLimits.stackedUnitsRange, text: { $0.stackedUnits = $1 },
      { $0.stackedUnits }),
    .init(
      "word_cache_entries", 16...1 << 30, text: { $0.wordCacheEntries = $1 },
      { $0.wordCacheEntries }),
    .init(
      "paragraph_cache_entries", 0...1 << 30, text: { $0.paragraphCacheEntries = $1 },
      { $0.paragraphCacheEntries }),
    .init(
      "paragraph_cache_bytes", 0...1 << 40, text: { $0.paragraphCacheBytes = $1 },
      { $0.paragraphCacheBytes }),
    .init(
      "picture_points", 1...1 << 24, picture: { $0.points = $1 }, { $0.points }),
    .init("picture_pixels", 1...1 << 30, picture: { $0.pixels = $1 }, { $0.pixels }),
    .init("picture_shapes", 1...1 << 30, picture: { $0.shapes = $1 }, { $0.shapes }),
  ]
}
