import CellTemplates
package import CommandSettings
import FeedRecords
package import Heights
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The texts of the labels of stored cells, bound again from the records of their build.
///
/// A store has no texts. The first cell of a feed in a locale, or of cards in an environment, reads
/// all records of the feed. Only the texts of labels stay in memory.
package struct StoredTexts {
  /// A feed, and the environment on which its texts depend: the locale, or for cards its key.
  private struct Scope: Hashable {
    let feed: String
    let environment: String
  }

  /// The texts of one record.
  private struct Bound {
    let version: String
    /// The texts, or why the record cannot be laid out.
    let texts: Result<[String], CellError>
  }

  private let lookup: HeightLookup
  private let settings: Settings
  private let input: [String]
  private var cached: [Scope: [String: Bound]] = [:]
  /// Whether the texts of a feed depend on more than the locale, by the feed's name.
  private var dependsOnEnvironment: [String: Bool] = [:]

  /// Creates texts of which none is bound yet.
  ///
  /// - Parameters:
  ///   - lookup: The store.
  ///   - settings: The effective settings.
  ///   - input: The files to read records from; empty for the files of the build.
  package init(_ lookup: HeightLookup, settings: Settings, input: [String]) {
    (self.lookup, self.settings, self.input) = (lookup, settings, input)
  }

  /// The texts of the labels of a cell, in the order of the template's labels.
  ///
  /// - Throws: `Failure.usage` if the templates are not those of the build; `Failure.badData` if the
  ///   record was removed or changed after the build; `FeedError`; `CellError`.
  package mutating func texts(of hit: LookupHit) throws -> [String] {
    let feed = hit.scope.feed.name
    let locale = hit.scope.environment.environment.parts.locale
    let scope = Scope(
      feed: feed, environment: dependsOnEnvironment[feed] ?? false ? hit.scope.key : locale)
    let all = try cached[scope] ?? bind(hit.scope.feed, environment: hit.scope.key, locale: locale)
    guard let bound = all[hit.cell.recordID], bound.version == hit.cell.version else {
      throw Failure(
        .badData,
        "record '\(hit.cell.recordID)' of feed '\(feed)' is gone, or changed since the build; "
          + "build again")
    }
    return try bound.texts.get()
  }

  private mutating func bind(
    _ entry: FeedEntry, environment key: String, locale: String
  ) throws -> [String: Bound] {
    let environment = try Environment(parsing: key)
    let feed = StoredFeed(entry: entry, settings: settings)
    let templates = try feed.templates(lookup.catalog)
    let formats = try feed.settings.formats(for: templates.templates)
    let measurer =
      try templates.templates.contains(where: \.textsDependOnLayout)
      ? TextMeasurer(
        library: feed.settings.fontLibrary(for: templates.templates),
        limits: feed.settings.textLimits) : nil
    var layouters = templates.plans.map {
      CellLayouter(plan: $0, measurer: measurer, formats: formats)
    }
    var all: [String: Bound] = [:]
    try feed.forEachRecord(input, nil, cellsOf: lookup) { record in
      // Of several records with one id, the build kept the first.
      guard all[record.id] == nil else { return }
      let template = templates.plans.count > 1 ? templates.index(for: record) : 0
      let texts = Result { () throws(CellError) in
        try layouters[template].labelTexts(of: record, in: environment)
      }
      all[record.id] = Bound(version: record.version, texts: texts)
    }
    let depends = templates.templates.contains(where: \.textsDependOnEnvironment)
    dependsOnEnvironment[entry.name] = depends
    cached[Scope(feed: entry.name, environment: depends ? key : locale)] = all
    return all
  }
}
