package import CellTemplates
package import CommandSettings
import FeedRecords
import Foundation
package import HeightStore
package import LayoutPrimitives
package import Precomputation
import StructuredDocuments
package import TextMeasurement

/// The arguments of `build` that are not settings.
package struct BuildPlan {
  package var feeds: FeedSelection
  /// The file of changes of a stored feed; `nil` to read feeds.
  package var changes: String?
  /// The environments that `--add-environment` adds to the stored or configured ones.
  package var addedEnvironments: [String] = []
  /// The value of `--replace`: whether the build may drop environments of stored feeds.
  ///
  /// It then also ignores the arguments with which these feeds were built.
  package var replaces = false
  /// Whether feeds that fail are omitted.
  package var keepsGoing = false
  /// The tolerated errors; a maximum of removed records here overrides the maximum of each feed.
  package var tolerance = Tolerance()
  /// The shard of the records to build; `nil` for all records.
  package var shard: ShardNumber?
  /// The value of the flag for the number of workers; `nil` if it is not set.
  package var jobs: Int?
  /// The value of the flag for the stored parts of a cell; `nil` if it is not set.
  package var frames: FramesChoice?
  /// The value of the flag for the lines of labels; `nil` if it is not set.
  package var lines: Bool?
  /// The value of the flag for the number of generations to keep; `nil` if it is not set.
  package var keep: Int?
  /// Whether the build collects the pictures of unknown size.
  package var listsMissingSizes = false
  /// Whether each cell that a compiled program lays out is compared with the cell of the solver.
  package var verifiesPrograms = false
  /// The method that finds the advances of words.
  package var shaping = ShapingMethod.words

  package init(feeds: FeedSelection) { self.feeds = feeds }
}

/// A build of feeds into the store of the settings.
package struct BuildRun {
  package let configuration: BuildConfiguration
  /// The feeds that failed and were omitted.
  package private(set) var leftOut: LeftOutFeeds
  private let settings: Settings

  /// Finds files, templates, fonts and environments.
  ///
  /// - Parameter tell: Receives warnings and notes of template imports.
  /// - Throws: `Failure` if an input is missing or inputs cannot be combined, unless the feed may
  ///   be omitted; errors of templates, fonts and mappings.
  package init(_ plan: BuildPlan, _ settings: Settings, tell: (String) -> Void) throws {
    self.settings = settings
    let stored =
      plan.changes == nil
      ? Self.storedFeeds(settings.storePath) : try StoredFeeds(store: settings.storePath)
    var leftOut = LeftOutFeeds(
      isAllowed: plan.keepsGoing, stored: stored.names, settings: settings)
    do {
      configuration = try Self.configuration(plan, settings, stored, &leftOut, tell)
    } catch {
      throw settings.withPlace(error)
    }
    self.leftOut = leftOut
  }

  /// The pictures of unknown size in the records read so far.
  package var missingSizes: MissingSizes { leftOut.missingSizes }

  /// Builds and publishes.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the build stops; `nil` for never.
  ///   - tell: Receives a line for each omitted feed if the build fails.
  /// - Throws: `BuildError`, `StoreError`; if no feed could be built, the error of the first one.
  package mutating func run(
    _ progress: any BuildProgress, _ trace: TraceRecorder?, deadline: BuildDeadline?,
    tell: (String) -> Void
  ) async throws -> BuildSummary {
    do {
      return try await leftOut.build(
        configuration, progress, trace,
        isDue: deadline.map { deadline in { deadline.hasCome(at: .now) } }, tell: tell)
    } catch {
      throw settings.withPlace(error)
    }
  }

  /// The `template check` command, as a line for a shell, that explains the findings of a feed.
  ///
  /// - Parameters:
  ///   - plan: The template to check; `nil` for the template of the feed.
  ///   - environment: The environment to check; `nil` for all environments of the build.
  package func checkCommand(
    feed name: String, plan: TemplatePlan? = nil, environment: String? = nil
  ) throws -> String {
    let feed = configuration.feeds.first { $0.name == name }
    let settings = settings.remembering(feed?.arguments ?? [])
    let configured = settings.file?.feed(name)
    let standard = settings.template(settings.flags.template, feed: configured)
    var names = [standard.value]
    if let plan, plan.template.hash != (feed?.template ?? configuration.template).template.hash,
      let rule = zip(configuration.rules, settings.rules(standard)).first(where: {
        $0.0.plan.template.hash == plan.template.hash
      })
    {
      names = [rule.1.use.value]
    }
    var words = ["cellheights", "template", "check"] + names.map { $0.shellWord }
    for source in feed?.sources ?? [] { words += ["--input", source.path.shellWord] }
    if let mapping = settings.flags.mapping {
      words += ["--mapping", mapping.shellWord]
    }
    for given in try environment.map({ [$0] }) ?? checkedEnvironments(feed, settings) {
      words += ["--environment", given.shellWord]
    }
    return words.joined(separator: " ")
  }

  /// The values of `--environment` with which `template check` lays out the cells of a feed.
  ///
  /// There are none if the command lays them out without that flag.
  private func checkedEnvironments(_ feed: FeedInput?, _ settings: Settings) throws -> [String] {
    let flags = settings.flags.environments
    guard flags.isEmpty, let environments = feed?.environments else { return flags }
    let unnamed = try settings.environments([]).value.flatMap { try settings.environmentSet($0) }
    return environments == unnamed ? [] : environments.map(\.key)
  }

  private static func configuration(
    _ plan: BuildPlan, _ settings: Settings, _ stored: StoredFeeds, _ leftOut: inout LeftOutFeeds,
    _ tell: (String) -> Void
  ) throws -> BuildConfiguration {
    var feeds =
      plan.changes == nil
      ? try plan.feeds.feeds(
        settings, stored: { plan.replaces ? [] : stored.arguments(of: $0) },
        leaveOut: { try leftOut.add($0, $1) })
      : [try changedFeed(plan.feeds.feed, stored, settings)]
    try leftOut.check(feeds)
    try settings.checkLists(
      feeds: feeds.map(\.name) + leftOut.feeds.map(\.name), store: settings.storePath)
    if plan.tolerance.maximumRemoved != nil {
      for index in feeds.indices { feeds[index].maximumRemoved = nil }
    }
    let template = try feeds.first?.template ?? settings.templatePlan()
    let rules = try settings.templateRules()
    for rule in rules { try settings.checkName(of: rule.plan.template) }
    let fontSettings = try fontSettings(of: feeds.map(\.name), plan, settings, stored)
    for index in feeds.indices { feeds[index].arguments += fontSettings.fontArguments }
    let choices = feeds.map { feed in
      var choice = TemplateSelector(standard: feed.template ?? template, rules: rules)
      choice.add(cellsOf: feed.lists)
      return choice
    }
    for (index, choice) in choices.enumerated() {
      feeds[index].environments =
        plan.changes == nil
        ? try environments(of: feeds[index].name, for: choice, plan, settings, stored)
        : stored.environments(of: feeds[index].name, for: choice)
    }
    var configuration = BuildConfiguration(
      feeds: feeds, template: template, environments: [], store: settings.storePath,
      fonts: try fontSettings.fontLibrary(),
      jobs: try settings.jobs(plan.jobs).value,
      tolerance: plan.tolerance, feedLimits: settings.feedLimits,
      textLimits: settings.textLimits, createdUTC: Date.now.utcText)
    configuration.rules = rules
    configuration.shard = plan.shard
    let frames = settings.frames(plan.frames)
    configuration.keepsFrames = frames.value == .all
    configuration.keepsLines = try settings.lines(plan.lines, with: frames).value
    configuration.storeSettings.keptGenerations = settings.keep(plan.keep).value
    configuration.allowsDrops = plan.replaces
    configuration.imageSizes = try settings.pictureSizes(tell: tell)
    configuration.changes = try plan.changes.map {
      try FeedChanges(
        source: FeedSource(path: $0), limits: settings.feedLimits,
        imageSizes: configuration.imageSizes)
    }
    if plan.listsMissingSizes { configuration.missingSizes = MissingSizes.Limits() }
    let templates = choices.flatMap(\.templates)
    for line in settings.templateNotes(templates, in: []) { tell(line) }
    var told: Set<String> = []
    for (feed, choice) in zip(feeds, choices) {
      let notes = SizeCategoryNotes(of: choice.templates, in: feed.environments ?? [])
      for line in notes.lines where told.insert(line).inserted { tell(line) }
    }
    configuration.formats = try settings.formats(for: choices.flatMap(\.templates))
    configuration.verifiesPrograms = plan.verifiesPrograms
    configuration.shaping = plan.shaping
    return configuration
  }

  /// The settings with the fonts of the stored feeds, because a build has one set of fonts.
  private static func fontSettings(
    of feeds: [String], _ plan: BuildPlan, _ settings: Settings, _ stored: StoredFeeds
  ) throws(Failure) -> Settings {
    guard !plan.replaces else { return settings }
    let existing = feeds.filter(stored.names.contains).map {
      (name: $0, settings: settings.remembering(stored.arguments(of: $0)))
    }
    guard let first = existing.first else { return settings }
    let wanted = first.settings.fontConfiguration
    if let other = existing.first(where: { $0.settings.fontConfiguration != wanted }) {
      throw Failure(
        .usage,
        "feeds '\(first.name)' and '\(other.name)' are stored with different fonts; build them apart, or "
          + "name the fonts: --system-font, --fallback, --font-family")
    }
    return first.settings
  }

  /// The environments of a feed: the declared ones, or else the stored ones, or else the default.
  ///
  /// With `--add-environment`, the stored and the declared environments are combined.
  private static func environments(
    of feed: String, for choice: TemplateSelector, _ plan: BuildPlan, _ settings: Settings,
    _ stored: StoredFeeds
  ) throws -> [Environment] {
    let declared = settings.environments(settings.flags.environments)
    let existing = stored.environments(of: feed, for: choice)
    var all: [Environment] = []
    if declared.origin != .standard || existing == nil {
      all = try settings.checkedEnvironments(declared.value, for: choice)
    }
    guard declared.origin == .standard || !plan.addedEnvironments.isEmpty else { return all }
    let added = try settings.checkedEnvironments(plan.addedEnvironments, for: choice)
    for environment in (existing ?? []) + added where !all.contains(environment) {
      all.append(environment)
    }
    return all
  }

  /// The stored feed that the changes apply to.
  private static func changedFeed(
    _ name: String?, _ stored: StoredFeeds, _ settings: Settings
  ) throws -> FeedInput {
    let store = settings.storePath
    let names = stored.names
    guard let first = names.first else {
      throw Failure(
        .inputMissing, "\(store) has no feed to apply changes to; build the whole feed first")
    }
    guard let name = name ?? (names.count == 1 ? first : nil) else {
      throw Failure(
        .usage, "\(store) has several feeds, \(names.joined(separator: ", ")); say which: --feed")
    }
    guard names.contains(name) else {
      throw Failure(
        .usage,
        "\(store) has no feed '\(name)'; it has \(names.joined(separator: ", "))"
          + NearestName(names).suggestion(for: name))
    }
    let configured = settings.file?.feed(name)
    let settings = settings.remembering(stored.arguments(of: name))
    var feed = FeedInput(
      name: name, sources: [],
      template: try settings.explaining(feed: name) {
        try settings.templatePlan(feed: configured)
      }, maximumRemoved: configured?.maximumRemoved?.value.bound)
    feed.arguments = try settings.templateArguments(feed: configured)
    return feed
  }

  /// The feeds of the store; empty for a store that cannot be read, which the build reports.
  private static func storedFeeds(_ path: String) -> StoredFeeds {
    do { return try StoredFeeds(store: path) } catch { return StoredFeeds(nil) }
  }
}
