import CellTemplates
import FeedRecords
import HeightStore
import Precomputation
import TextMeasurement

/// The records of one stored feed by their ids, with the templates that it was built with.
struct DemoFeed: Sendable {
  let name: String
  /// The plan of each template, by template hash.
  let plans: [String: TemplatePlan]
  /// The records by id; of several records with one id, the first, as in the build.
  let records: [String: FeedRecord]

  /// The reason why a feed cannot be shown.
  struct Unavailable: Error {
    let reason: String
  }

  /// Reads the records of a feed from the files that its generation lists.
  ///
  /// - Parameters:
  ///   - plans: The plans of all templates that were passed, by template hash.
  ///   - room: The number of records that may still be kept in memory.
  /// - Throws: `Unavailable` if a template, the fonts, the files or the memory for the feed are
  ///   missing.
  init(
    _ entry: FeedEntry, _ catalog: StoreCatalog, plans: [String: TemplatePlan],
    fonts: FontLibrary, room: Int
  ) throws(Unavailable) {
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
    records = try Self.read(entry, room: room)
  }

  private static func read(
    _ entry: FeedEntry, room: Int
  ) throws(Unavailable) -> [String: FeedRecord] {
    guard !entry.recordFiles.isEmpty, !entry.recordFiles.contains("-") else {
      throw Unavailable(reason: "its records came from no file")
    }
    var records: [String: FeedRecord] = [:]
    do throws(FeedError) {
      var reader = try FeedReader(sources: entry.recordFiles.map(FeedSource.init(path:)))
      while let item = try reader.next() {
        guard case .record(let record) = item, records[record.id] == nil else { continue }
        // The file may have more records than at the time of the build.
        guard records.count < room else { break }
        records[record.id] = record
      }
    } catch {
      throw Unavailable(reason: "\(error)")
    }
    return records
  }
}
