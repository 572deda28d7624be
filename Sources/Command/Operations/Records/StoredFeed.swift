package import CellTemplates
package import CommandSettings
package import FeedRecords
package import HeightStore
package import Heights
import LayoutPrimitives
import Precomputation
import TemplateDocuments
package import TextMeasurement

/// A feed of the store, whose records are reread from the files that its generation lists.
package struct StoredFeed {
  package let entry: FeedEntry
  /// The settings of the command, combined with the settings of the stored feed.
  package let settings: Settings

  package init(entry: FeedEntry, settings: Settings) {
    self.entry = entry
    self.settings = settings.remembering(entry.arguments)
  }

  private var configured: ConfiguredFeed? { settings.file?.feed(entry.name) }

  /// The templates of the feed.
  ///
  /// - Throws: `Failure.usage` if they are not the templates of the build.
  package func templates(_ catalog: StoreCatalog) throws -> TemplateSelector {
    let templates = try settings.explaining(feed: entry.name) {
      var selector = try settings.templateSelector(feed: configured)
      selector.add(cellsOf: try FeedLists(ofFeed: entry.name, settings).named)
      return selector
    }
    let stored = entry.templates.map { catalog.templates[$0]?.hash }
    guard templates.plans.map({ StoredTemplate($0).hash }) == stored else {
      let names = templates.templates.map { "'\($0.name)'" }.joined(separator: ", ")
      throw Failure(
        .usage,
        stored.count > 1 || templates.plans.count > 1
          ? "feed '\(entry.name)' was built with other templates than \(names); use the "
            + "configuration that it was built with, or build it again"
          : otherTemplate(
            stored: entry.templates.compactMap { catalog.templates[$0]?.name }, given: names,
            settings.template(settings.flags.template, feed: configured).value))
    }
    return templates
  }

  /// Throws if the inputs of layout are not those of the build.
  ///
  /// Imported cells are not checked, because their inputs are unknown.
  ///
  /// - Throws: `Failure.usage`, which names the difference.
  package func check(
    _ templates: TemplateSelector, _ fonts: FontLibrary, _ formats: FormatSettings,
    _ imageSizes: ImageSizes?
  ) throws {
    guard !isImported else { return }
    let differences = try FeedInputs(
      templates: templates.templates, rules: try settings.templateRules(feed: configured),
      fonts: fonts, limits: settings.textLimits, keepsFrames: entry.keepsFrames,
      keepsLines: entry.keepsLines, formats: formats, imageSizes: imageSizes
    ).differences(from: entry.inputs)
    guard differences.isEmpty else {
      throw Failure(
        .usage,
        "feed '\(entry.name)' was built with something else than is given now: "
          + differences.joined(separator: ", ")
          + "; give the flags and the configuration of its build, or build it again")
    }
  }

  /// Whether the fonts are the ones that the feed was built with.
  ///
  /// - Throws: `Failure.usage` if the templates are not those of the build.
  func hasFonts(
    _ fonts: FontLibrary, _ catalog: StoreCatalog
  ) throws -> Bool {
    try FeedInputs.hasFonts(
      fonts, for: try templates(catalog).templates, in: entry.inputs)
  }

  /// Whether the cells were imported, so that their inputs and record files are unknown.
  package var isImported: Bool { entry.inputs.isEmpty }

  /// Explains that the template has changed, or is not the template of the build.
  private func otherTemplate(stored: [String], given: String, _ file: String) -> String {
    let name = stored.first ?? ""
    return given == "'\(name)'"
      ? "template '\(name)'" + (TemplateCatalog.isPath(file) ? " of \(file)" : "")
        + " has changed since feed '\(entry.name)' was built with it; build again, or name the one it "
        + "was built with: --template"
      : "feed '\(entry.name)' was built with another template, '\(name)', than \(given); name the "
        + "one it was built with: --template"
  }

  /// The files to read: the files of the option, or else of the stored feed.
  ///
  /// - Throws: `Failure.usage` if the records of the feed came from standard input.
  package func paths(_ input: [String]) throws(Failure) -> [String] {
    let paths = input.isEmpty ? entry.recordFiles : input
    guard !paths.isEmpty, !paths.contains("-") else {
      throw Failure(
        .usage,
        "feed '\(entry.name)' came from standard input; give its records with --input FILE")
    }
    return paths
  }

  /// Reads every record, including records with repeated ids, and then makes the records of the
  /// cells that lists have besides those of records.
  ///
  /// - Parameters:
  ///   - input: The files to read; empty for those of the build.
  ///   - imageSizes: Sizes of pictures; `nil` for none.
  ///   - lookup: The store, whose lists have the records that have a height; `nil` for records of
  ///     files alone.
  ///   - body: Receives the records.
  /// - Throws: `Failure.inputMissing` if a file of the build is missing; `FeedError`.
  package func forEachRecord(
    _ input: [String], _ imageSizes: ImageSizes?, cellsOf lookup: HeightLookup? = nil,
    _ body: (FeedRecord) throws -> Void
  ) throws {
    guard let lookup, entry.hasListCells else {
      return try forEachRecordOfFiles(input, imageSizes, body)
    }
    let templates = try templates(lookup.catalog)
    let own = try ListCellRecords(
      try FeedLists(ofFeed: entry.name, settings).named,
      formats: try settings.formats(for: templates.templates))
    guard let own else { return try forEachRecordOfFiles(input, imageSizes, body) }
    let scopes = try entry.environments.compactMap {
      try lookup.scopes(feed: entry.name, environment: $0.environment.key).get().first
    }
    var seen: Set<ContentHash> = []
    try forEachRecordOfFiles(input, imageSizes) { record in
      // The build refused such a record.
      guard !ListCellID.isReserved(record.id) else { return }
      try body(record)
      guard seen.insert(ContentHash(of: record.id)).inserted else { return }
      let hasHeight = try scopes.contains { scope in
        if case .hit = try lookup.lookup(id: record.id, in: scope) { true } else { false }
      }
      if hasHeight { try own.add(record) }
    }
    try own.forEach(body)
  }

  private func forEachRecordOfFiles(
    _ input: [String], _ imageSizes: ImageSizes?, _ body: (FeedRecord) throws -> Void
  ) throws {
    do {
      var reader = try settings.recordReader(
        try paths(input).map(FeedSource.init(path:)), feed: configured,
        imageSizes: imageSizes)
      while let item = try reader.next() {
        if case .record(let record) = item { try body(record) }
      }
    } catch let error as FeedError where error.isMissing && input.isEmpty {
      throw InspectedRecord.missingSource(error, feed: entry.name)
    }
  }
}

extension HeightLookup {
  /// The feed and environment that the flags choose.
  ///
  /// - Parameters:
  ///   - feed: The name of the feed; `nil` if the store has only one.
  ///   - environment: A key, in which parts may be omitted; `nil` if the feed has only one.
  /// - Throws: `Failure.usage` for several feeds; `Miss` for an unknown feed or environment.
  package func onlyScope(feed: String?, environment: String?) throws -> LookupScope {
    let name: String
    if let feed {
      name = feed
    } else {
      guard feeds.count == 1, let only = feeds.first else {
        throw Failure(
          .usage,
          "the store holds \(feeds.count) feeds; name one with --feed: "
            + feeds.map(\.name).joined(separator: ", "))
      }
      name = only.name
    }
    guard let scope = try scopes(feed: name, environment: environment).get().first else {
      throw Failure(.negativeAnswer, "feed '\(name)' has no environment")
    }
    return scope
  }
}
