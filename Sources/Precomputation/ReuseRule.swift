import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// Whether a cell is computed or reused.
enum CellDecision: Hashable, Sendable {
  /// Nothing that it depends on changed: the stored cell stays.
  case reused
  /// It is laid out, and stored with this fingerprint.
  case computed(Fingerprint)
}

/// Decides of each cell of a record whether the stored one is reused, for builds and their plans.
struct ReuseRule: Sendable {
  private let templates: TemplateSelector
  /// Shape `[templates][environments]`.
  private let fingerprints: [[CellFingerprint]]

  /// - Throws: `TextError.missingFont` for a family that a template names and nobody has.
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
            limits: configuration.textLimits, formats: configuration.formats))
      }
      fingerprints.append(row)
    }
    self.fingerprints = fingerprints
  }

  /// The index of the template that a record is laid out in.
  func template(of record: FeedRecord) -> Int {
    templates.plans.count > 1 ? templates.index(for: record) : 0
  }

  /// Decides of a record's cells, one an environment.
  ///
  /// - Parameters:
  ///   - template: The index of its template.
  ///   - stored: The fingerprints of the stored cells, `nil` where there is none that is whole.
  ///   - answer: Told each text that is looked up, with its path as an index in
  ///     `CellTemplate.recordPaths`.
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
