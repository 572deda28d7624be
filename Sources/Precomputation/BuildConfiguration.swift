public import CellTemplates
public import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// Everything a build needs to know: a plain value, so that a command, a test and a worker on
/// another machine start the same build.
public struct BuildConfiguration: Sendable {
  /// The feeds, each replaced wholly; in the order of the build.
  public var feeds: [FeedInput]
  /// The template of feeds without one of their own, analysed.
  public var template: TemplatePlan
  /// Which records have another template than their feed's; the first rule that is true chooses.
  public var rules: [(rule: TemplateRule, plan: TemplatePlan)] = []
  /// Time zone and clock of formats.
  public var formats = FormatSettings()
  /// The environments without states; each is built in every state that the template declares.
  public var environments: [Environment]
  /// Path of the store to publish.
  public var store: String
  /// Fonts, resolved once for the whole build.
  public var fonts: FontLibrary
  /// Workers; `>= 1`.
  public var jobs: Int
  /// What may go wrong before nothing is published.
  public var tolerance: Tolerance
  /// Limits of the readers.
  public var feedLimits: FeedLimits
  /// Limits of text.
  public var textLimits: TextLimits
  /// Settings of the store's writer.
  public var storeSettings: StoreSettings
  /// Time of the build for its row in the store, RFC 3339 in UTC; no part of any digest.
  public var createdUTC: String
  /// Whether every cell of a compiled program is compared with the solver's: slow, for finding
  /// faults.
  public var verifiesPrograms = false

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

  /// The environments with every state of the templates of the first feed, in order.
  public var environmentsWithStates: [Environment] {
    environments.withStates(
      feeds.first.map { templates(of: $0).states } ?? template.template.states)
  }

  /// The templates of a feed: its own or the build's, and those of the rules.
  public func templates(of feed: FeedInput) -> TemplateSelector {
    TemplateSelector(standard: feed.template ?? template, rules: rules)
  }
}

extension [Environment] {
  /// Each environment once for every state that a template declares; one that names its state, and
  /// every one of a template without states, stays as it is.
  public func withStates(of template: CellTemplate) -> [Environment] { withStates(template.states) }

  /// Each environment once for every state; one that names its state, and every one where there are
  /// no states, stays as it is.
  public func withStates(_ states: [String]) -> [Environment] {
    flatMap { environment -> [Environment] in
      guard environment.state == nil, !states.isEmpty else { return [environment] }
      return states.compactMap { state in
        // A template's states keep to the rules of environments, so that none is refused here.
        do { return try environment.with(state: state) } catch { return nil }
      }
    }
  }
}

/// One feed of a build: a name and the files that hold its records.
public struct FeedInput: Sendable {
  /// Name of the feed.
  public var name: String
  /// Its files, in order.
  public var sources: [FeedSource]
  /// How records are found and read; `nil` to detect it from the content.
  public var mapping: RecordMapping?
  /// The format of its files; `nil` to detect it from the content.
  public var format: FeedFormat?
  /// The feed's template, analysed; `nil` for the build's.
  public var template: TemplatePlan?
  /// Records that may vanish from this feed; `nil` for what the build's tolerance says.
  public var maximumRemoved: Tolerance.Bound?

  /// Creates a feed.
  public init(
    name: String, sources: [FeedSource], mapping: RecordMapping? = nil,
    format: FeedFormat? = nil, template: TemplatePlan? = nil, maximumRemoved: Tolerance.Bound? = nil
  ) {
    self.name = name
    self.sources = sources
    self.mapping = mapping
    self.format = format
    self.template = template
    self.maximumRemoved = maximumRemoved
  }
}

/// What a build accepts before it refuses to publish.
public struct Tolerance: Hashable, Sendable {
  /// A number of records, or a share of the feed.
  public enum Bound: Hashable, Sendable {
    /// So many records.
    case records(Int)
    /// This share of the records, 0...1, but never fewer than `atLeast`.
    case share(Double, atLeast: Int)

    /// The number of records out of a total that are still accepted.
    public func limit(of total: Int) -> Int {
      switch self {
      case .records(let count): count
      case .share(let share, let atLeast): max(atLeast, Int(Double(total) * share))
      }
    }
  }

  /// Records that may fail.
  public var maximumFailed: Bound
  /// Records that may vanish from a feed; `nil` for any number.
  public var maximumRemoved: Bound?
  /// Whether a source that ends early or cannot be parsed as a whole is published all the same.
  public var allowPartial: Bool
  /// Reasons of distrust that are accepted; `nil` for any.
  ///
  /// Where it is set, findings that are errors or warnings are refused too.
  public var acceptedCaveats: Caveats?
  /// Kinds of findings that are accepted all the same.
  public var acceptedFindings: Set<FindingKind> = []
  /// How many cells of a feed may show a kind of finding; kinds that are not named may be any.
  public var maximumFindings: [FindingKind: Bound] = [:]

  /// Creates a tolerance; by default 1 % of the records may fail, and always 10.
  public init(
    maximumFailed: Bound = .share(0.01, atLeast: 10), maximumRemoved: Bound? = nil,
    allowPartial: Bool = false, acceptedCaveats: Caveats? = nil
  ) {
    self.maximumFailed = maximumFailed
    self.maximumRemoved = maximumRemoved
    self.allowPartial = allowPartial
    self.acceptedCaveats = acceptedCaveats
  }
}
