package import CellPictures
package import FeedRecords
package import Precomputation
package import ScrollReports
package import TextMeasurement
import XMLDocuments

/// The values of all limits that a configuration can set; they begin with the defaults.
package struct Limits {
  package var feed = FeedLimits()
  package var text = TextLimits()
  package var picture = PictureLimits()
  package var missing = MissingSizes.Limits()
  package var imported = ImportLimits()
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
    .init(key: "zstd_window_bytes", range: 1024...1 << 31, path: \.feed.zstdWindowBytes),
    .init(key: "survey_bytes", range: any, path: \.feed.surveyBytes),
    .init(key: "whole_document_bytes", range: any, path: \.feed.wholeDocumentBytes),
    .init(key: "image_size_entries", range: any, path: \.feed.imageSizeEntries),
    .init(key: "change_bytes", range: any, path: \.feed.changeBytes),
    .init(key: "markdown_bytes", range: 1...10_000_000, path: \.feed.markdownBytes),
    .init(key: "xml_depth", range: 1...250, path: \.feed.xml.depth),
    .init(key: "xml_expansion", range: 0...1 << 40, path: \.feed.xml.expansion),
    .init(key: "xml_document_expansion", range: 0...1 << 40, path: \.feed.xml.documentExpansion),
    .init(key: "xml_default_attributes", range: 0...2000, path: \.feed.xml.defaultAttributes),
    .init(key: "xml_document_bytes", range: any, path: \.feed.xml.documentBytes),
    .init(key: "xml_text_bytes", range: 1...10_000_000, path: \.feed.xml.textBytes),
    .init(key: "xml_attributes", range: any, path: \.feed.xml.attributes),
    .init(key: "xml_attribute_bytes", range: any, path: \.feed.xml.attributeBytes),
    .init(key: "xml_name_bytes", range: 1...40_000, path: \.feed.xml.nameBytes),
    .init(key: "xml_markup_bytes", range: 1...9_000_000, path: \.feed.xml.markupBytes),
    .init(key: "xml_entity_depth", range: 0...40, path: \.feed.xml.entityDepth),
    .init(key: "xml_names", range: 1...1 << 30, path: \.feed.xml.names),
    .init(key: "text_units", range: 0...1 << 40, path: \.text.textUnits),
    .init(key: "shaped_units", range: TextLimits.shapedUnitsRange, path: \.text.shapedUnits),
    .init(key: "stacked_units", range: TextLimits.stackedUnitsRange, path: \.text.stackedUnits),
    .init(key: "word_cache_entries", range: 16...1 << 30, path: \.text.wordCacheEntries),
    .init(key: "paragraph_cache_entries", range: 0...1 << 30, path: \.text.paragraphCacheEntries),
    .init(key: "paragraph_cache_bytes", range: 0...1 << 40, path: \.text.paragraphCacheBytes),
    .init(key: "font_sets", range: 16...1 << 20, path: \.text.fontSets),
    .init(key: "proof_numbers_read", range: 0...1 << 40, path: \.text.proof.numbersRead),
    .init(key: "proof_contexts", range: 0...1 << 30, path: \.text.proof.contexts),
    .init(key: "proof_inputs", range: 0...1 << 16, path: \.text.proof.inputs),
    .init(
      key: "proof_characters_per_glyph", range: 1...1 << 16, path: \.text.proof.charactersPerGlyph),
    .init(key: "proof_plans", range: 0...1 << 16, path: \.text.proof.plans),
    .init(key: "picture_points", range: 1...1 << 24, path: \.picture.points),
    .init(key: "picture_pixels", range: 1...1 << 30, path: \.picture.pixels),
    .init(key: "picture_shapes", range: 1...1 << 30, path: \.picture.shapes),
    .init(key: "missing_sizes_pictures", range: any, path: \.missing.pictures),
    .init(key: "missing_sizes_bytes", range: any, path: \.missing.bytes),
    .init(key: "missing_sizes_address_bytes", range: any, path: \.missing.addressBytes),
    .init(key: "import_bytes", range: 1...1 << 30, path: \.imported.bytes),
    .init(key: "streams", range: 1...1 << 20, path: \.streams),
    .init(key: "stream_bytes", range: any, path: \.streamBytes),
    .init(key: "import_runs", range: 1...1 << 20, path: \.imported.runs),
  ]
}
