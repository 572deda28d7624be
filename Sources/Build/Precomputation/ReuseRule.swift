import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The decision to compute or reuse a cell.
enum CellDecision: Hashable, Sendable {
  /// The stored cell is up to date.
  case reused
  /// The cell must be laid out and stored with the fingerprint.
  case computed(Fingerprint)
}

/// Decides which stored cells are reused: those whose fingerprint is unchanged.
///
/// An unchanged failure is reused too, not retried.
struct ReuseRule: Sendable {
  private let templates: TemplateSelector
  /// Shape `[templates][environments]`.
  private let fingerprints: [[CellFingerprint]]

  /// - Throws: `TextError.missingFont` for a missing family of a template.
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
            keepsFrames: configuration.keepsFrames))
      }
      fingerprints.append(row)
    }
    self.fingerprints = fingerprints
  }

  /// Hash of everything that cells depend on besides their records.
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
  ///   - template: The index of its template.
  ///   - stored: The fingerprints of the stored cells, `nil` for missing or damaged ones.
  ///   - answer: Called with each text and the index of its path in `CellTemplate.recordPaths`.
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
