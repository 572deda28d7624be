public import CellTemplates
public import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// The inputs, settings and limits of a build.
public struct BuildConfiguration: Sendable {
  /// The feeds to replace, in the order of the build.
  public var feeds: [FeedInput]
  /// The analyzed template of feeds whose own `template` is `nil`.
  public var template: TemplatePlan
  /// Rules that choose another template for a record; the first rule that matches applies.
  public var rules: [(rule: TemplateRule, plan: TemplatePlan)] = []
  /// The time zone and the clock that formats use.
  public var formats = FormatSettings()
  /// The environments of feeds whose own `environments` are `nil`, combined with the states of the
  /// template.
  public var environments: [Environment]
  /// Path of the store to publish.
  public var store: String
  /// The resolved fonts.
  public var fonts: FontLibrary
  /// Number of workers, `>= 1`.
  public var jobs: Int
  /// The errors that the build tolerates.
  public var tolerance: Tolerance
  /// The limits of reading sources.
  public var feedLimits: FeedLimits
  /// The limits of measuring text.
  public var textLimits: TextLimits
  /// The settings of the store's writer.
  public var storeSettings: StoreSettings
  /// Whether frames are stored; `false` stores only heights.
  public var keepsFrames = true
  /// Whether the lines of labels are stored; this requires frames.
  public var keepsLines = false
  /// The part of the records to build; `nil` for all records.
  public var shard: ShardNumber?
  /// The time of the build, in RFC 3339 format and UTC; it affects no digest.
  public var createdUTC: String
  /// Whether the build may drop environments, templates and sources of a stored feed.
  ///
  /// If not, a build that would drop any of them throws `BuildError.drops`.
  public var allowsDrops = false
  /// The sizes of pictures, for records that do not give the size; `nil` for none.
  public var imageSizes: ImageSizes?
  /// Changes to apply to the stored records of the only feed; `nil` to read the feed's sources.
  public var changes: FeedChanges?
  /// The limits of the list of pictures whose size is unknown; `nil` to list no pictures.
  public var missingSizes: MissingSizes.Limits?
  /// Whether the solver lays out each cell of a compiled program too, to compare the results.
  ///
  /// It is slow and intended for debugging. A cell whose results differ fails.
  public var verifiesPrograms = false
  /// How text is shaped: word by word, in whole runs by HarfBuzz, or both for comparison.
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

  /// The environments of a feed: those of `feed`, or the default ones if `feed` has none.
  ///
  /// They are in order, without repetition, with ranges of widths at the end. If the feed's
  /// templates have states, one environment per state replaces each environment without a state.
  public func environments(of feed: FeedInput) -> [Environment] {
    var environments: [Environment] = []
    for environment in (feed.environments ?? self.environments)
      .withStates(templates(of: feed).states)
    where !environments.contains(environment) { environments.append(environment) }
    // The store writes lists only for single widths, and takes the order of the records from the
    // first environment.
    return environments.filter { $0.lastWidth == nil }
      + environments.filter { $0.lastWidth != nil }
  }

  /// The selector that chooses a template for each record of a feed, with the templates of its
  /// lists' own cells.
  public func templates(of feed: FeedInput) -> TemplateSelector {
    var selector = TemplateSelector(standard: feed.template ?? template, rules: rules)
    selector.add(cellsOf: feed.lists)
    return selector
  }
}

extension [Environment] {
  /// Replaces each environment without a state by one environment per given state.
  ///
  /// If `states` is empty, the environments are unchanged.
  public func withStates(_ states: [String]) -> [Environment] {
    flatMap { environment -> [Environment] in
      guard environment.state == nil, !states.isEmpty else { return [environment] }
      return states.compactMap { state in
        // Templates check their states, so that every state is valid in an environment.
        do { return try environment.with(state: state) } catch { return nil }
      }
    }
  }
}

/// The sources and the settings of one feed of a build.
public struct FeedInput: Sendable {
  /// Name of the feed.
  public var name: String
  /// The files of the feed, in order.
  public var sources: [FeedSource]
  /// The mapping of documents to records; `nil` to detect it.
  public var mapping: RecordMapping?
  /// The format of the sources; `nil` to detect it.
  public var format: FeedFormat?
  /// The analyzed template of the feed; `nil` for the template of the build.
  public var template: TemplatePlan?
  /// Maximum number of stored records that the build may remove; `nil` for
  /// `Tolerance.maximumRemoved`.
  public var maximumRemoved: Tolerance.Bound?
  /// Spacing and insets of the list in feed order.
  public var list = ListDescription()
  /// The named lists in addition to the list in feed order.
  public var lists: [NamedList] = []
  /// The arguments of this build that the store keeps, so that later commands can use them for the
  /// feed.
  public var arguments: [FeedArgument] = []
  /// Whether the feed is named after its only file.
  ///
  /// If so, another file of the same name may belong to another feed.
  public var isNamedAfterFile = false
  /// The environments, combined with the states of the template; `nil` for the environments of the
  /// build.
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
