package import FeedRecords
package import TextMeasurement
import XMLDocuments

/// The values of the limits that a configuration can set, and of those beside them.
package struct Limits {
  package var feed = FeedLimits()
  package var text = TextLimits()
  /// Maximum number of records that `layout --stream` keeps open.
  package var streams = 1_024
  /// Maximum size of the records that `layout --stream` keeps open, in bytes of JSON.
  ///
  /// With their prepared texts, records take up to four times as much memory.
  package var streamBytes = 64 << 20
}

/// A key in the section `limits` of the configuration.
package struct ConfiguredLimit: Sendable {
  /// The name of the key.
  package let key: String
  /// The allowed values.
  package let range: ClosedRange<Int>
  /// The property that the key sets.
  package let path: any WritableKeyPath<Limits, Int> & Sendable

  /// The default value.
  package var standard: Int { Limits()[keyPath: path] }

  private static let any = 1...1 << 50

  /// All limits, in the order of the manual.
  package static let all: [ConfiguredLimit] = [
    .init(key: "record_bytes", range: any, path: \.feed.recordBytes),
    .init(key: "line_bytes", range: any, path: \.feed.lineBytes),
    .init(key: "records", range: any, path: \.feed.records),
    .init(key: "json_depth", range: 1...1024, path: \.feed.jsonDepth),
    .init(key: "source_bytes", range: any, path: \.feed.sourceBytes),
    .init(key: "expanded_bytes", range: any, path: \.feed.expandedBytes),
    .init(key: "expansion_ratio", range: any, path: \.feed.expansionRatio),
    .init(key: "whole_document_bytes", range: any, path: \.feed.wholeDocumentBytes),
    .init(key: "image_size_entries", range: any, path: \.feed.imageSizeEntries),
    .init(key: "change_bytes", range: any, path: \.feed.changeBytes),
    .init(key: "markdown_bytes", range: 1...10_000_000, path: \.feed.markdownBytes),
    .init(key: "xml_depth", range: 1...250, path: \.feed.xml.depth),
    .init(key: "xml_document_expansion", range: 0...1 << 40, path: \.feed.xml.documentExpansion),
    .init(key: "text_units", range: 0...1 << 40, path: \.text.textUnits),
    .init(key: "streams", range: 1...1 << 20, path: \.streams),
    .init(key: "stream_bytes", range: any, path: \.streamBytes),
  ]
}
