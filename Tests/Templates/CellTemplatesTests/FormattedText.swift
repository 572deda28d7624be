import FeedRecords
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Texts of a template's labels in a locale's formats, without a layout.
enum FormattedText {
  /// The text of a label for one record.
  static func text(
    _ text: String, _ record: some BindingSource, locale: String = "en",
    settings: FormatSettings = FormatSettings()
  ) throws -> String {
    let template = try template(text)
    var resolved = ResolvedRecord()
    resolved.resolve(record, template.paths)
    resolved.formatter = try ValueFormatter(
      locale: locale, settings: settings, formats: template.paths.formats)
    return try #require(template.views[1].label).text.text(in: resolved)
  }

  /// A template with one label.
  static func template(_ text: String) throws -> CellTemplate {
    try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: t
        views:
          - id: label
            kind: label
            text: "\(text)"
        """, file: "t.yaml")
  }

  /// The problem of a template whose only label, on line 6, is invalid.
  static func problem(_ text: String) -> TemplateProblem? {
    do {
      _ = try template(text)
    } catch TemplateError.invalid(let problems, _) {
      return problems.first
    } catch {}
    return nil
  }

  /// A record that a feed brings, of one JSON object.
  static func record(_ json: String) throws -> FeedRecord {
    let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(json)]}"#
    var reader = try FeedReader(
      sources: [FeedSource(bytes: Array(feed.utf8), name: "feed.json")],
      mapping: nil, format: nil, limits: FeedLimits())
    guard case .record(let record)? = try reader.next() else {
      throw TemplateError.missingFile(path: "feed")
    }
    return record
  }
}
