import CellTemplates
import FeedRecords
import HandWrittenCells
import HeightStore
import LayoutPrimitives
import Precomputation
import TextMeasurement

/// The parts of a build that cannot be omitted, each measured alone.
struct BuildParts {
  private let configuration: BuildConfiguration
  private let environments: [Environment]
  private let store: String
  private let texts: [PostTexts]
  private let rows: [Row]

  /// All cells of one record.
  private struct Row {
    var id: String
    var version: String
    /// One an environment.
    var cells: [(fingerprint: Fingerprint, layout: CellLayout)]
  }

  /// Lays out every record once, outside any measured time, for the rows to be written.
  init(_ configuration: BuildConfiguration, records: [FeedRecord], store: String) throws {
    self.configuration = configuration
    self.store = store
    let environments = configuration.environments
    self.environments = environments
    let locale = environments[0].locale
    let dates = try PostDates(locale: locale)
    texts = records.map { PostTexts($0, locale: locale, dates: dates) }
    let measurer = try TextMeasurer(
      library: configuration.fonts, limits: configuration.textLimits)
    var layouter = CellLayouter(plan: configuration.template, measurer: measurer)
    let fingerprints = try environments.map {
      try CellFingerprint(
        template: configuration.template.template, fonts: configuration.fonts, environment: $0)
    }
    rows = try records.map { record in
      Row(
        id: record.id, version: record.version,
        cells: try environments.indices.map { index in
          (
            fingerprints[index].fingerprint(
              content: fingerprints[index].content(of: record, version: record.version)),
            try layouter.layout(record, in: environments[index]).layout
          )
        })
    }
  }

  /// Reads the feed and discards the records.
  ///
  /// - Returns: Their number.
  func parse() throws -> Int {
    var count = 0
    for feed in configuration.feeds {
      var reader = try FeedReader(sources: feed.sources, mapping: feed.mapping)
      while try reader.next() != nil { count += 1 }
    }
    return count
  }

  /// Prepares and measures every label at its width, with caches that are empty at first.
  ///
  /// - Returns: The lines of all labels.
  func measureTexts() throws -> Int {
    let measurer = try TextMeasurer(
      library: configuration.fonts, limits: configuration.textLimits)
    let cells = try environments.map { try PostCell(measurer: measurer, environment: $0) }
    var lines = 0
    for text in texts {
      for cell in cells {
        let labels = try cell.measure(text)
        lines += labels.title.lineCount + labels.date.lineCount + labels.body.lineCount
      }
    }
    return lines
  }

  /// Writes and publishes the rows of all cells, with their list, index and syncs.
  func writeRows() throws -> Generation {
    let lock = try BuildLock(store: store, startedUTC: configuration.createdUTC)
    defer { lock.release() }
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: configuration.feeds.map(\.name), createdUTC: configuration.createdUTC,
        engineVersion: EngineVersion.current, settings: configuration.storeSettings))
    let keys = try writer.begin(
      feed: FeedDescription(
        name: configuration.feeds[0].name, sources: [],
        environments: try environments.map {
          try StoredEnvironment(key: $0.key, stepsPerPoint: $0.grid.stepsPerPoint, state: $0.state)
        },
        templates: [StoredTemplate(configuration.template)]))
    let list = try writer.makeList(ListDescription(name: ListDescription.feedOrder))
    for row in rows {
      for (environment, cell) in zip(keys.environments, row.cells) {
        let reference = try writer.write(
          NewCell(
            recordID: row.id, version: row.version, environment: environment,
            template: keys.templates[0], fingerprint: cell.fingerprint,
            outcome: .layout(cell.layout)))
        try writer.append(reference, to: list, environment: environment)
      }
    }
    _ = try writer.endFeed(records: rows.count)
    return try writer.finish()
  }
}
