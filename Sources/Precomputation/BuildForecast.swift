import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// What a build would do, found out without laying out or writing anything.
public struct BuildForecast: Sendable {
  /// Records read, those that failed included.
  public private(set) var records = 0
  /// Records that cannot be read.
  public private(set) var failedRecords = 0
  /// Environments, states counted apart; the most of any feed.
  public private(set) var environments = 0
  /// Cells that would be laid out.
  public private(set) var computed = 0
  /// Cells that would be kept, because nothing they depend on changed.
  public private(set) var kept = 0

  /// Reads the feeds and compares them with the published store.
  ///
  /// - Throws: `BuildError.source`; `StoreError` when the store cannot be read.
  public init(_ configuration: BuildConfiguration) throws {
    let store = try Self.open(configuration.store)
    for feed in configuration.feeds {
      let templates = configuration.templates(of: feed)
      let environments = configuration.environments.withStates(templates.states)
      self.environments = max(self.environments, environments.count)
      let fingerprints = try templates.templates.map { template in
        try environments.map {
          try CellFingerprint(
            template: template, fonts: configuration.fonts, environment: $0,
            limits: configuration.textLimits, formats: configuration.formats)
        }
      }
      var reader: FeedReader
      do throws(FeedError) {
        reader = try FeedReader(
          sources: feed.sources, mapping: feed.mapping, format: feed.format,
          limits: configuration.feedLimits)
      } catch {
        throw BuildError.source(feed: feed.name, error)
      }
      let entry = store?.catalog.feed(named: feed.name)
      while let item = try next(&reader, feed) {
        records += 1
        guard case .record(let record) = item else {
          failedRecords += 1
          continue
        }
        let template = templates.index(for: record)
        for (environment, fingerprint) in zip(environments, fingerprints[template]) {
          let known = entry?.environments.first { $0.environment.key == environment.key }
          var isKept = false
          if let store, let entry, let known {
            let cell = try store.cell(feed: entry, environment: known.id, recordID: record.id)
            isKept =
              cell?.fingerprint
              == fingerprint.fingerprint(
                content: fingerprint.content(of: record, version: record.version))
          }
          if isKept { kept += 1 } else { computed += 1 }
        }
      }
    }
  }

  private func next(_ reader: inout FeedReader, _ feed: FeedInput) throws(BuildError) -> FeedItem? {
    do throws(FeedError) {
      return try reader.next()
    } catch {
      throw .source(feed: feed.name, error)
    }
  }

  /// The published store; `nil` when there is none yet.
  private static func open(_ path: String) throws -> StoreReader? {
    do {
      return try StoreReader(path: path)
    } catch StoreError.missing {
      return nil
    }
  }
}
