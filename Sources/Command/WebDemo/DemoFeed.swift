import CellTemplates
import FeedRecords
import Heights
import HeightStore
import Precomputation
import TextMeasurement

/// The records of one stored feed by their ids, with the templates that it was built with.
struct DemoFeed: Sendable {
  let name: String
  /// The plan of each template, by template hash.
  let plans: [String: TemplatePlan]
  /// The records by id, and the cells that lists have besides those of records; of several records
  /// with one id, the first, as in the build.
  let records: [String: FeedRecord]

  /// The reason why a feed cannot be shown.
  struct Unavailable: Error {
    let reason: String
  }

  /// Reads the records of a feed from the files that its generation lists.
  ///
  /// - Parameters:
  ///   - plans: The plans of all templates that were passed, by template hash.
  ///   - lists: The lists of the feed, and the formats of their sections.
  ///   - room: The number of records that may still be kept in memory.
  /// - Throws: `Unavailable` if a template, the fonts, the files or the memory for the feed are
  ///   missing.
  init(
    _ entry: FeedEntry, _ lookup: HeightLookup, plans: [String: TemplatePlan],
    fonts: FontLibrary, lists: (named: [NamedList], formats: FormatSettings), room: Int
  ) throws(Unavailable) {
    let catalog = lookup.catalog
    name = entry.name
    var own: [String: TemplatePlan] = [:]
    for number in entry.templates {
      guard let stored = catalog.templates[number] else { continue }
      guard let plan = plans[stored.hash] else {
        throw Unavailable(
          reason: "it was built with the template '\(stored.name)' of hash \(stored.hash), which "
            + "none of the named templates has; name it with --template")
      }
      own[stored.hash] = plan
    }
    self.plans = own
    guard entry.records <= room else {
      throw Unavailable(
        reason: "its \(entry.records) records exceed the \(room) that may be kept in memory")
    }
    let templates = entry.templates.compactMap { catalog.templates[$0] }
      .compactMap { own[$0.hash]?.template }
    let hasFonts: Bool
    do throws(TextError) {
      hasFonts = try FeedInputs.hasFonts(fonts, for: templates, in: entry.inputs)
    } catch {
      throw Unavailable(reason: "\(error)")
    }
    guard hasFonts else { throw Unavailable(reason: "it was built with other fonts") }
    var records = try Self.read(entry, room: room)
    do {
      try Self.add(cellsOf: lists, of: entry, in: lookup, to: &records)
    } catch {
      throw Unavailable(reason: "\(error)")
    }
    self.records = records.byID
  }

  /// Adds the cells that lists have besides those of records.
  private static func add(
    cellsOf lists: (named: [NamedList], formats: FormatSettings), of entry: FeedEntry,
    in lookup: HeightLookup, to records: inout (byID: [String: FeedRecord], order: [String])
  ) throws {
    guard let cells = try ListCellRecords(lists.named, formats: lists.formats) else { return }
    let scopes = try entry.environments.compactMap {
      try lookup.scopes(feed: entry.name, environment: $0.environment.key).get().first
    }
    for id in records.order {
      let hasHeight = try scopes.contains { scope in
        if case .hit = try lookup.lookup(id: id, in: scope) { true } else { false }
      }
      if hasHeight, let record = records.byID[id] { try cells.add(record) }
    }
    try cells.forEach { records.byID[$0.id] = $0 }
  }

  private static func read(
    _ entry: FeedEntry, room: Int
  ) throws(Unavailable) -> (byID: [String: FeedRecord], order: [String]) {
    guard !entry.recordFiles.isEmpty, !entry.recordFiles.contains("-") else {
      throw Unavailable(reason: "its records came from no file")
    }
    var records: [String: FeedRecord] = [:]
    var order: [String] = []
    do throws(FeedError) {
      var reader = try FeedReader(sources: entry.recordFiles.map(FeedSource.init(path:)))
      while let item = try reader.next() {
        guard case .record(let record) = item, records[record.id] == nil else { continue }
        // The file may have more records than at the time of the build.
        guard records.count < room else { break }
        records[record.id] = record
        order.append(record.id)
      }
    } catch {
      throw Unavailable(reason: "\(error)")
    }
    return (records, order)
  }
}
