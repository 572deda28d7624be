package import CellTemplates
package import FeedRecords
import Foundation
package import HeightStore
package import LayoutPrimitives
import Precomputation
package import TemplateDocuments
package import TextMeasurement

/// The effective values from flags, variables, the configuration and the stored feed.
extension Settings {
  package var storePath: String { store(flags.store).value }

  /// Whether a later lookup needs `--store` to find the store.
  ///
  /// - Parameter configFileIsNamed: Whether `--config` is set.
  package func storeIsNamed(configFileIsNamed: Bool) -> Bool {
    let store = store(flags.store)
    switch store.origin {
    case .standard, .store, .variable: return false
    case .file: return configFileIsNamed
    case .flag:
      return [store.value] != Setting.store.standard || self.store(nil).origin != .standard
    }
  }
}

// MARK: - Templates

extension Settings {
  /// Reads and analyzes the template of a feed.
  ///
  /// - Parameter feed: The configured feed; nil for a feed that is not configured.
  /// - Throws: `TemplateError` for a missing or invalid template.
  package func templatePlan(
    feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplatePlan {
    TemplatePlan(try template(template(flags.template, feed: feed).value))
  }

  /// The rules that apply to a feed, each with its template.
  ///
  /// - Throws: `TemplateError` for a missing or invalid template.
  package func templateRules(
    feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> [(rule: TemplateRule, plan: TemplatePlan)] {
    var result: [(rule: TemplateRule, plan: TemplatePlan)] = []
    var plans: [String: TemplatePlan] = [:]
    for rule in rules(template(flags.template, feed: feed)) {
      let name = rule.use.value
      let plan: TemplatePlan
      if let existing = plans[name] {
        plan = existing
      } else {
        plan = TemplatePlan(try template(name))
        plans[name] = plan
      }
      result.append((rule.rule, plan))
    }
    return result
  }

  /// The template of a feed, with the rules that select other templates for some records.
  ///
  /// - Throws: `TemplateError` for a missing or invalid template.
  package func templateSelector(
    feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplateSelector {
    TemplateSelector(standard: try templatePlan(feed: feed), rules: try templateRules(feed: feed))
  }

  /// The template of a feed, as an argument that is stored with the feed; empty for the default.
  ///
  /// - Throws: `TemplateError` for an unknown or missing template.
  package func templateArguments(
    feed: ConfiguredFeed?
  ) throws(TemplateError) -> [FeedArgument] {
    // A configured name is replaced, because it means nothing without the configuration.
    let name = try templateEntry(template(flags.template, feed: feed).value).name
    return [name] == Setting.template.standard ? [] : [FeedArgument(.template, name)]
  }

  /// The document of one of the templates that a feed uses.
  ///
  /// - Throws: `TemplateError` for a missing or invalid template.
  package func templateEntry(
    of plan: TemplatePlan, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplateCatalog.Entry {
    let standard = template(flags.template, feed: feed)
    var entry = try templateEntry(standard.value)
    for rule in rules(standard) where try template(rule.use.value).hash == plan.template.hash {
      entry = try templateEntry(rule.use.value)
    }
    return entry
  }
}

// MARK: - Records

extension Settings {
  /// The mapping of a feed; nil to detect it from the content.
  ///
  /// - Throws: `FeedError` for an unknown or invalid mapping.
  package func recordMapping(feed: ConfiguredFeed? = nil) throws(FeedError) -> RecordMapping? {
    guard let name = mappingName(flags.mapping, feed: feed) else { return nil }
    return try mapping(name.value)
  }

  /// The format of a feed; nil to detect it from the content.
  ///
  /// - Throws: `Failure.usage` for an unknown name in the variable.
  package func recordFormat(feed: ConfiguredFeed? = nil) throws(Failure) -> FeedFormat? {
    try inputFormat(flags.inputFormat, feed: feed)?.value
  }

  /// Opens the sources of a feed for reading records.
  ///
  /// - Parameters:
  ///   - feed: The configured feed; nil for a feed that is not configured.
  ///   - imageSizes: The sizes of pictures whose records have none; nil if no sizes are known.
  /// - Throws: `FeedError` for a missing source or an unknown mapping; `Failure`.
  package func recordReader(
    _ sources: [FeedSource], feed: ConfiguredFeed? = nil, imageSizes: ImageSizes? = nil
  ) throws -> FeedReader {
    try FeedReader(
      sources: sources, mapping: try recordMapping(feed: feed),
      format: try recordFormat(feed: feed), limits: feedLimits, imageSizes: imageSizes)
  }
}

// MARK: - Fonts

extension Settings {
  /// The effective fonts: the family `system`, the fallback chain, and the other families.
  package var fontConfiguration: FontConfiguration {
    var families: [String: [String]] = [:]
    for family in self.families(flags.families) {
      families[family.name, default: []] += family.files.value
    }
    return FontConfiguration(
      system: systemFonts(flags.systemFonts).value, fallback: fallback(flags.fallback).value,
      families: families,
      faceList: fonts(flags.fonts).value == .bundled ? BundledFonts().faceList : nil)
  }

  /// The fonts as arguments that are stored with a feed; defaults are omitted.
  package var fontArguments: [FeedArgument] {
    var arguments: [FeedArgument] = []
    let place = fonts(flags.fonts)
    if place.origin != .standard { arguments.append(FeedArgument(.fonts, place.value.rawValue)) }
    for (name, fonts) in [
      (FeedArgument.Name.systemFont, systemFonts(flags.systemFonts)),
      (.fallback, fallback(flags.fallback)),
    ] where fonts.origin != .standard {
      arguments += fonts.value.map { FeedArgument(name, $0) }
    }
    for family in families(flags.families) {
      arguments += family.files.value.map { FeedArgument(.fontFamily, "\(family.name)=\($0)") }
    }
    return arguments
  }

  /// A warning if files of the font `system` are given and no label can have it; otherwise empty.
  package func systemFontWarning(for templates: [CellTemplate]) -> [String] {
    let isUsed = templates.contains { template in
      template.bindsFontFamilies
        || template.fontFamilies.contains { family in
          // The names that CSS has for the font of the platform are `system` too.
          ["system", "sans-serif"].contains { family.lowercased().contains($0) }
        }
    }
    let files = systemFonts(flags.systemFonts)
    guard !isUsed, !files.value.isEmpty, files.origin != .store, let name = templates.first?.name
    else { return [] }
    let remedy =
      name == "post" ? "use the template post-system" : "leave out 'font' in the template"
    return [
      "warning: no label of the template '\(name)' has the font 'system', so that its files "
        + "(\(files.origin)) only serve characters that other fonts lack; \(remedy)"
    ]
  }

  /// Resolves the effective fonts.
  ///
  /// - Throws: `TextError` if a declared font, or a font family of the templates, does not exist.
  package func fontLibrary(
    for templates: [CellTemplate] = []
  ) throws(TextError) -> FontLibrary {
    let library = try FontLibrary(fontConfiguration)
    for template in templates { try library.check(template) }
    return library
  }
}

/// The fonts that were installed with the program.
///
/// The file `fonts.path` beside the program has the path of their folder, relative to the folder of
/// the program. The list of their faces is the file `faces.tsv` in the folder.
struct BundledFonts {
  /// The folder of the program.
  private let folder: String
  /// The path of the folder of fonts; `nil` if the program was installed without fonts.
  private let fonts: String?

  init(program: String = "/proc/self/exe") {
    folder =
      URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    fonts = FileManager.default.contents(atPath: folder + "/fonts.path").map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  var isInstalled: Bool { fonts != nil }

  /// The path of the list of faces, which is not there if the program was installed without fonts.
  var faceList: String {
    URL(fileURLWithPath: folder + "/" + (fonts ?? "fonts")).standardized.path + "/faces.tsv"
  }
}

extension FontLibrary {
  /// Throws if a font family of a template does not exist.
  package func check(_ template: CellTemplate) throws(TextError) {
    for family in template.fontFamilies { _ = try fingerprint(ofFamily: family) }
  }
}

// MARK: - Formats and environments

extension Settings {
  /// The effective time zone and clock.
  ///
  /// - Throws: `Failure.usage` for an invalid value, or if templates need a clock and none is set.
  package func formats(for templates: [CellTemplate]) throws(Failure) -> FormatSettings {
    let formats = try formats(timeZone: flags.timeZone, clock: flags.clock)
    for template in templates {
      do throws(FormatSettings.Failure) {
        try formats.check(template)
      } catch {
        throw Failure(.usage, error.description)
      }
    }
    return formats
  }

  /// The effective environments, without duplicates.
  ///
  /// - Throws: `Failure.usage` if a state is not in the feed's templates; `EnvironmentError`.
  package func checkedEnvironments(for choice: TemplateSelector) throws -> [Environment] {
    try checkedEnvironments(environments(flags.environments).value, for: choice)
  }

  /// The environments that texts name, without duplicates.
  ///
  /// - Throws: `Failure.usage` if a state is not in the feed's templates; `EnvironmentError`.
  package func checkedEnvironments(
    _ texts: [String], for choice: TemplateSelector
  ) throws -> [Environment] {
    let (templates, states) = (choice.templates, choice.states)
    let environments = try members(of: texts)
    for environment in environments {
      guard let state = environment.state, !states.contains(state) else { continue }
      let names = templates.map { "'\($0.name)'" }.joined(separator: ", ")
      let subject =
        templates.count == 1 ? "template \(names) declares" : "templates \(names) declare"
      throw Failure(
        .usage,
        states.isEmpty
          ? "\(subject) no states; leave '#\(state)' out"
          : "\(subject) no state '\(state)'; \(templates.count == 1 ? "it has" : "they have") "
            + states.joined(separator: ", "))
    }
    return environments
  }

  /// The environments that texts name, without duplicates.
  private func members(of texts: [String]) throws -> [Environment] {
    var all: [Environment] = []
    let languages = KnownLanguages()
    for text in texts {
      for member in try environmentSet(text) where !all.contains(member) {
        try languages.check(member)
        all.append(member)
      }
    }
    return all
  }
}
