public import CellTemplates
public import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// The configuration of a build.
public struct BuildConfiguration: Sendable {
  /// The feeds to replace, in the order of the build.
  public var feeds: [FeedInput]
  /// The default template, analyzed.
  public var template: TemplatePlan
  /// Rules that choose another template for records; the first match applies.
  public var rules: [(rule: TemplateRule, plan: TemplatePlan)] = []
  /// Time zone and clock of formats.
  public var formats = FormatSettings()
  /// The environments of feeds without their own, combined with the states of the template.
  public var environments: [Environment]
  /// Path of the store to publish.
  public var store: String
  /// The resolved fonts.
  public var fonts: FontLibrary
  /// Number of workers, `>= 1`.
  public var jobs: Int
  /// The tolerated errors.
  public var tolerance: Tolerance
  /// The limits of readers.
  public var feedLimits: FeedLimits
  /// The limits of text.
  public var textLimits: TextLimits
  /// Settings of the store's writer.
  public var storeSettings: StoreSettings
  /// Whether frames are stored; otherwise heights alone.
  public var keepsFrames = true
  /// The part of the records to build; `nil` for all.
  public var shard: ShardNumber?
  /// The time of the build, RFC 3339 in UTC; not part of any digest.
  public var createdUTC: String
  /// Whether environments and templates of a stored feed may be dropped.
  public var allowsDrops = false
  /// Sizes of pictures for records without them.
  public var imageSizes: ImageSizes?
  /// Changes of the only feed, whose sources are then not read; `nil` to read them.
  public var changes: FeedChanges?
  /// How many pictures of unknown size are listed; `nil` for none.
  public var missingSizes: MissingSizes.Limits?
  /// Whether cells of compiled programs are compared with the solver's, for debugging.
  public var verifiesPrograms = false
  /// The method by which the advances of words are found.
  public var shaping = ShapingMethod.words

  /// Creates a configuration.
  public init(
    feeds: [FeedInput], template: TemplatePlan, environments: [Environment], store: String,
    fonts: FontLibrary, jobs: Int = 1, tolerance: Tolerance = Tolerance(),
    feedLimits: FeedLimits = FeedLimits(), textLimits: TextLimits = TextLimits(),
    storeSettings: StoreSettings = StoreSettings(), createdUTC: String
  ) {
    self.feeds = feeds
    self.template = template
    self.environments = environments
    self.store = store
    self.fonts = fonts
    self.jobs = max(1, jobs)
    self.tolerance = tolerance
    self.feedLimits = feedLimits
    self.textLimits = textLimits
    self.storeSettings = storeSettings
    self.createdUTC = createdUTC
  }

  /// The feed's own environments, or else the build's: in order, without repetition, ranges of
  /// widths last.
  ///
  /// If the feed's templates have states, an environment without a state is replaced by one for
  /// each state.
  public func environments(of feed: FeedInput) -> [Environment] {
    var environments: [Environment] = []
    for environment in (feed.environments ?? self.environments)
      .withStates(templates(of: feed).states)
    where !environments.contains(environment) { environments.append(environment) }
    // Lists are those of single widths, and the first environment gives the order of the records.
    return environments.filter { $0.lastWidth == nil }
      + environments.filter { $0.lastWidth != nil }
  }

  /// Refuses lists that a merge of shards could not order.
  func checkShard() throws(ShardError) {
    guard shard != nil else { return }
    for feed in feeds { try ShardError.check(feed.lists, of: feed.name) }
  }

  /// The template and the rules of a feed.
  public func templates(of feed: FeedInput) -> TemplateSelector {
    TemplateSelector(standard: feed.template ?? template, rules: rules)
  }
}

extension [Environment] {
  /// Replaces each environment without a state by one for each of the states, if there are any.
  public func withStates(_ states: [String]) -> [Environment] {
    flatMap { environment -> [Environment] in
      guard environment.state == nil, !states.isEmpty else { return [environment] }
      return states.compactMap { state in
        // The states of a template are valid in environments.
        do { return try environment.with(state: state) } catch { return nil }
      }
    }
  }
}

/// A feed of a build.
public struct FeedInput: Sendable {
  /// Name of the feed.
  public var name: String
  /// Its files, in order.
  public var sources: [FeedSource]
  /// The mapping; `nil` to detect it.
  public var mapping: RecordMapping?
  /// The input format; `nil` to detect it.
  public var format: FeedFormat?
  /// The feed's template, analyzed; `nil` for the default.
  public var template: TemplatePlan?
  /// Maximum number of removed records; `nil` for that of the tolerance.
  public var maximumRemoved: Tolerance.Bound?
  /// Spacing and insets of the list in feed order.
  public var list = ListDescription()
  /// Further lists.
  public var lists: [NamedList] = []
  /// The arguments of the build that later commands for the feed use.
  public var arguments: [FeedArgument] = []
  /// Whether the feed is named after its only file.
  ///
  /// In that case another file of the same name may belong to another feed.
  public var isNamedAfterFile = false
  /// The environments, combined with the states of the template; `nil` for the default.
  public var environments: [Environment]?

  /// Creates a feed.
  public init(
    name: String, sources: [FeedSource], mapping: RecordMapping? = nil,
    format: FeedFormat? = nil, template: TemplatePlan? = nil,
    maximumRemoved: Tolerance.Bound? = nil, environments: [Environment]? = nil
  ) {
    self.name = name
    self.sources = sources
    self.mapping = mapping
    self.format = format
    self.template = template
    self.maximumRemoved = maximumRemoved
    self.environments = environments
  }
}
