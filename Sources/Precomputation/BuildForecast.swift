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
  /// Records whose id another record of the feed had before; the first is kept.
  public private(set) var duplicates = 0
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
      let seen = DuplicateFilter(directory: configuration.temporaryDirectory)
      while let item = try next(&reader, feed) {
        records += 1
        guard case .record(let record) = item else {
          failedRecords += 1
          continue
        }
        guard try Self.isFirst(record.id, seen, feed) else {
          duplicates += 1
          continue
        }
        let template = templates.index(for: record)
        for (environment, fingerprint) in zip(environments, fingerprints[template]) {
          let known = entry?.environments.first { $0.environment.key == environment.key }
          var isKept = false
          if let store, let entry, let known {
            isKept =
              try Self.stored(store, entry, known, record.id)
              == fingerprint.fingerprint(
                content: fingerprint.content(of: record, version: record.version))
          }
          if isKept { kept += 1 } else { computed += 1 }
        }
      }
    }
  }

  /// Whether an id comes for the first time in its feed.
  private static func isFirst(
    _ id: String, _ seen: DuplicateFilter, _ feed: FeedInput
  ) throws(BuildError) -> Bool {
    do throws(FeedError) {
      return try seen.insert(id)
    } catch {
      throw .source(feed: feed.name, error)
    }
  }

  /// The fingerprint of a stored cell; `nil` for one that is damaged, which a build computes anew.
  private static func stored(
    _ store: StoreReader, _ feed: FeedEntry, _ environment: FeedEnvironment, _ id: String
  ) throws -> Fingerprint? {
    do {
      return try store.cell(feed: feed, environment: environment.id, recordID: id)?.fingerprint
    } catch StoreError.corrupt {
      return nil
    }
  }

  private func next(_ reader: inout FeedReader, _ feed: FeedInput) throws(BuildError) -> FeedItem? {
    do throws(FeedError) {
      return try reader.next()
    } catch {
      throw .source(feed: feed.name, error)
    }
  }

  /// The published store; `nil` when there is none yet, or one of an earlier version, which a build
  /// computes anew.
  private static func open(_ path: String) throws -> StoreReader? {
    do {
      return try StoreReader(path: path)
    } catch StoreError.missing {
      return nil
    } catch StoreError.olderVersion {
      return nil
    }
  }
}
