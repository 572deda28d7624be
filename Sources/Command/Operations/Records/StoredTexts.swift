import CellTemplates
package import CommandSettings
import FeedRecords
package import Heights
package import HeightStore
import LayoutPrimitives

/// The texts of the labels of stored cells, bound again from the records of their build.
///
/// A store has no texts. The first cell of a feed in a locale reads all records of the feed. Only
/// the texts of labels stay in memory.
package struct StoredTexts {
  /// A feed and the locale in which dates and numbers are formatted.
  private struct Place: Hashable {
    let feed: String
    let locale: String
  }

  /// The texts of one record.
  private struct Bound {
    let version: String
    let texts: [String]
  }

  private let catalog: StoreCatalog
  private let settings: Settings
  private let input: [String]
  private var known: [Place: [String: Bound]] = [:]

  /// Creates texts of which none is bound yet.
  ///
  /// - Parameters:
  ///   - catalog: The content of the store.
  ///   - settings: The effective settings.
  ///   - input: The files to read records from; empty for the files of the build.
  package init(_ catalog: StoreCatalog, settings: Settings, input: [String]) {
    (self.catalog, self.settings, self.input) = (catalog, settings, input)
  }

  /// The texts of the labels of a cell, in the order of the template's labels.
  ///
  /// - Throws: `Failure.usage` if the templates are not those of the build; `Failure.badData` if the
  ///   record was removed or changed after the build; `FeedError`; `CellError`.
  package mutating func texts(of hit: LookupHit) throws -> [String] {
    let locale = hit.scope.environment.environment.parts.locale
    let place = Place(feed: hit.scope.feed.name, locale: locale)
    let all = try known[place] ?? bind(hit.scope.feed, environment: hit.scope.key)
    known[place] = all
    guard let bound = all[hit.cell.recordID], bound.version == hit.cell.version else {
      throw Failure(
        .badData,
        "record '\(hit.cell.recordID)' of feed '\(place.feed)' is gone, or changed since the build; "
          + "build again")
    }
    return bound.texts
  }

  private func bind(_ entry: FeedEntry, environment key: String) throws -> [String: Bound] {
    let environment = try Environment(parsing: key)
    let feed = StoredFeed(entry: entry, settings: settings)
    let templates = try feed.templates(catalog)
    let formats = try feed.settings.formats(for: templates.templates)
    var layouters = templates.plans.map { CellLayouter(plan: $0, measurer: nil, formats: formats) }
    var all: [String: Bound] = [:]
    try feed.forEachRecord(input, nil) { record in
      // Of several records with one id, the build kept the first.
      guard all[record.id] == nil else { return }
      let template = templates.plans.count > 1 ? templates.index(for: record) : 0
      let texts = try layouters[template].labelTexts(of: record, in: environment)
      all[record.id] = Bound(version: record.version, texts: texts)
    }
    return all
  }
}
