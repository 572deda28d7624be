package import CellTemplates
package import CommandSettings
import FeedRecords
import HeightStore
import Heights
import LayoutPrimitives
package import Precomputation
import TextMeasurement

/// `template diff`: lays out the records of a feed with a template before and after an edit.
package struct TemplateDiff {
  package let before: CellTemplate
  package let after: CellTemplate
  package let comparison: TemplateComparison
  /// The pictures of the largest changes; empty if they were not requested.
  package let pictures: [ChangePictures.Pair]

  /// Lays out every record with both templates.
  ///
  /// - Parameters:
  ///   - old: The template before the edit: a file or a name.
  ///   - new: The template after the edit.
  ///   - feed: The stored feed whose files are read; `nil` if only `input` is read.
  ///   - input: The files to read instead of the files of the feed; empty for none.
  ///   - limit: The number of largest changes that the comparison keeps.
  ///   - pictures: The folder of pictures; `nil` for none.
  ///   - tell: Receives warnings and notes of template imports.
  /// - Throws: `Failure` if an input is missing or no record could be read; errors of templates,
  ///   fonts and feeds.
  package init(
    _ settings: Settings, from old: String, to new: String, feed: String?, input: [String],
    limit: Int, pictures: String?, tell: (String) -> Void
  ) throws {
    let plans = [
      TemplatePlan(try settings.template(old)), TemplatePlan(try settings.template(new)),
    ]
    let templates = plans.map(\.template)
    (before, after) = (templates[0], templates[1])
    let folder = try pictures.map { try ChangePictures.Folder($0) }
    let catalog = try Self.catalog(feed, isNeeded: input.isEmpty, settings)
    let measurer = try TextMeasurer(
      library: try settings.fontLibrary(for: templates), limits: settings.textLimits)
    let formats = try settings.formats(for: templates)
    let environments = try Self.environments(plans, feed, catalog, settings)
    for line in settings.templateNotes(templates, in: environments) { tell(line) }
    var comparison = TemplateComparison(
      from: plans[0], to: plans[1], environments: environments, measurer: measurer,
      formats: formats, limit: limit)
    // Of several records with one id, only the first is compared, as in a build.
    var seen: Set<ContentHash> = []
    func compare(_ record: FeedRecord) {
      guard seen.insert(ContentHash(of: record.id)).inserted else { return }
      comparison.compare(record)
    }
    let sizes = try settings.pictureSizes(tell: tell)
    if let entry = feed.flatMap({ catalog?.feed(named: $0) }) {
      try StoredFeed(entry: entry, settings: settings).forEachRecord(input, sizes, compare)
    } else {
      var reader = try settings.recordReader(
        input.map(FeedSource.init(path:)), feed: feed.flatMap { settings.file?.feed($0) },
        imageSizes: sizes)
      while let item = try reader.next() {
        if case .record(let record) = item { compare(record) }
      }
    }
    guard comparison.records > 0 else { throw Failure(.badData, "no record could be read") }
    self.comparison = comparison
    self.pictures =
      try folder.map { folder in
        try ChangePictures(
          of: comparison.largest, in: folder,
          layouters: plans.map { CellLayouter(plan: $0, measurer: measurer, formats: formats) },
          measurer: measurer, tell: tell
        ).pairs
      } ?? []
  }

  /// The catalog of the store, if it has the feed; `nil` if it does not, and `--input` names
  /// records.
  private static func catalog(
    _ feed: String?, isNeeded: Bool, _ settings: Settings
  ) throws -> StoreCatalog? {
    guard let feed else { return nil }
    let catalog: StoreCatalog
    do {
      catalog = try HeightLookup(store: settings.storePath).catalog
    } catch StoreError.missing where !isNeeded {
      return nil
    }
    if catalog.feed(named: feed) != nil { return catalog }
    guard isNeeded else { return nil }
    throw Failure(
      .usage, "\(Miss(.unknownFeed(asked: feed, known: catalog.feeds.map(\.name))))")
  }

  /// The environments of the flags, or else of the stored feed, in the states of both templates.
  private static func environments(
    _ plans: [TemplatePlan], _ feed: String?, _ catalog: StoreCatalog?, _ settings: Settings
  ) throws -> [Environment] {
    let (old, new) = (plans[0], plans[1])
    var states = new.template.states
    for state in old.template.states where !states.contains(state) { states.append(state) }
    let stored = feed.flatMap {
      StoredFeeds(catalog).environments(of: $0, for: TemplateSelector(old))
    }
    let named =
      if settings.flags.environments.isEmpty, let stored {
        // Ranges of widths are omitted, because they have no frames to compare.
        stored.filter { $0.lastWidth == nil }
      } else {
        try settings.checkedEnvironments(
          for: TemplateSelector(new.template.states.isEmpty ? old : new))
      }
    guard !named.isEmpty else {
      throw Failure(
        .usage,
        "feed '\(feed ?? "")' has only ranges of widths, which have no frames; name a single width "
          + "with --environment")
    }
    var all: [Environment] = []
    for environment in named.withStates(states) where !all.contains(environment) {
      try environment.checkSingleWidth(for: "template diff")
      all.append(environment)
    }
    return all
  }
}
