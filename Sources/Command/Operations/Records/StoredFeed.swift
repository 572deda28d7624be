package import CellTemplates
package import CommandSettings
package import FeedRecords
package import Heights
package import HeightStore
import LayoutPrimitives
import Precomputation
package import TextMeasurement

/// A stored feed whose records are read again, from the files that its generation notes.
package struct StoredFeed {
  package let entry: FeedEntry
  /// The settings of the command, with those of the stored feed.
  package let settings: Settings

  package init(entry: FeedEntry, settings: Settings) {
    self.entry = entry
    self.settings = settings.remembering(entry.arguments)
  }

  private var configured: ConfiguredFeed? { settings.file?.feed(entry.name) }

  /// The templates of the feed, which must be those of the build.
  ///
  /// - Throws: `Failure.usage` for other ones.
  package func templates(_ catalog: StoreCatalog) throws -> TemplateSelector {
    let templates = try settings.explaining(feed: entry.name) {
      try settings.templateSelector(feed: configured)
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

  /// Checks that the inputs for laying out cells are those of the build.
  ///
  /// The inputs of imported cells are known only to the build.
  ///
  /// - Throws: `Failure.usage` that names the difference.
  package func check(
    _ templates: TemplateSelector, _ fonts: FontLibrary, _ formats: FormatSettings,
    _ imageSizes: ImageSizes?
  ) throws {
    guard !isImported else { return }
    let differences = try FeedInputs(
      templates: templates.templates, rules: try settings.templateRules(feed: configured),
      fonts: fonts, limits: settings.textLimits, keepsFrames: entry.keepsFrames, formats: formats,
      imageSizes: imageSizes
    ).differences(from: entry.inputs)
    guard differences.isEmpty else {
      throw Failure(
        .usage,
        "feed '\(entry.name)' was built with something else than is given now: "
          + differences.joined(separator: ", ")
          + "; give the flags and the configuration of its build, or build it again")
    }
  }

  /// Whether fonts are those that the feed was built with.
  ///
  /// - Throws: `Failure.usage` for other templates, whose fonts may differ.
  func hasFonts(
    _ fonts: FontLibrary, _ catalog: StoreCatalog
  ) throws -> Bool {
    try FeedInputs.hasFonts(
      fonts, for: try templates(catalog).templates, in: entry.inputs)
  }

  /// Whether its cells were imported, and so have neither known inputs nor files of records.
  package var isImported: Bool { entry.inputs.isEmpty }

  /// Explains a template mismatch: the template has changed, or is another one.
  private func otherTemplate(stored: [String], given: String, _ file: String) -> String {
    let name = stored.first ?? ""
    return given == "'\(name)'"
      ? "template '\(name)'" + (TemplateCatalog.isPath(file) ? " of \(file)" : "")
        + " has changed since feed '\(entry.name)' was built with it; build again, or name the one it "
        + "was built with: --template"
      : "feed '\(entry.name)' was built with another template, '\(name)', than \(given); name the "
        + "one it was built with: --template"
  }

  /// The files to read: those of the option, or the feed's own.
  ///
  /// - Throws: `Failure.usage` for a feed that came from standard input.
  package func paths(_ input: [String]) throws(Failure) -> [String] {
    let paths = input.isEmpty ? entry.recordFiles : input
    guard !paths.isEmpty, !paths.contains("-") else {
      throw Failure(
        .usage,
        "feed '\(entry.name)' came from standard input; give its records with --input FILE")
    }
    return paths
  }

  /// Reads every record, including records with repeated ids.
  ///
  /// - Throws: `Failure.inputMissing` for a missing file of the build; `FeedError`.
  package func forEachRecord(
    _ input: [String], _ imageSizes: ImageSizes?,
    _ body: (FeedRecord) throws -> Void
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
  /// The only feed and environment that match the flags.
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
