import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The decision to compute or reuse a cell.
enum CellDecision: Hashable, Sendable {
  /// The stored cell is up to date and is reused.
  case reused
  /// The cell must be laid out, and stored with this fingerprint.
  case computed(Fingerprint)
}

/// Decides which stored cells are reused: the cells whose fingerprint is unchanged.
///
/// A failed cell whose fingerprint is unchanged is reused too; it is not laid out again.
struct ReuseRule: Sendable {
  private let templates: TemplateSelector
  /// The fingerprints; shape `[templates][environments]`.
  private let fingerprints: [[CellFingerprint]]

  /// Hashes the inputs that all records share.
  ///
  /// - Throws: `TextError.missingFont` if a font family of a template is missing.
  init(
    _ templates: TemplateSelector, environments: [Environment], of configuration: BuildConfiguration
  ) throws(TextError) {
    self.templates = templates
    var fingerprints: [[CellFingerprint]] = []
    for template in templates.templates {
      var row: [CellFingerprint] = []
      for environment in environments {
        row.append(
          try CellFingerprint(
            template: template, fonts: configuration.fonts, environment: environment,
            limits: configuration.textLimits, formats: configuration.formats,
            keepsFrames: configuration.keepsFrames, keepsLines: configuration.keepsLines))
      }
      fingerprints.append(row)
    }
    self.fingerprints = fingerprints
  }

  /// Hash of everything that cells depend on, except their records.
  var basis: ContentHash {
    ContentHash(
      of: fingerprints.map { $0.map(\.shared.description).joined(separator: " ") }
        .joined(separator: "\n"))
  }

  /// The index of a record's template.
  func template(of record: FeedRecord) -> Int {
    templates.plans.count > 1 ? templates.index(for: record) : 0
  }

  /// The decisions for a record's cells, by environment.
  ///
  /// - Parameters:
  ///   - template: The index of the record's template.
  ///   - stored: The fingerprints of the stored cells, by environment; `nil` for missing or damaged
  ///     cells.
  ///   - answer: Receives each text, with the index of its path in `CellTemplate.recordPaths`, in the
  ///     order of these paths.
  func decisions(
    of record: FeedRecord, template: Int, stored: [Fingerprint?],
    noting answer: (Int, String?) -> Void = { _, _ in }
  ) -> [CellDecision] {
    guard let first = fingerprints[template].first else { return [] }
    let content = first.content(of: record, version: record.version, noting: answer)
    return zip(fingerprints[template], stored).map { fingerprint, stored in
      let wanted = fingerprint.fingerprint(content: content)
      return wanted == stored ? .reused : .computed(wanted)
    }
  }
}
