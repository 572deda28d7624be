import CellTemplates
package import CommandSettings
package import FeedRecords
package import HeightStore
import LayoutPrimitives
package import Precomputation

/// The lists of a feed to build.
package struct FeedLists {
  /// The spacing and insets of the list in the order of the feed.
  package private(set) var own = ListDescription()
  /// The lists in other orders.
  package private(set) var named: [NamedList] = []

  /// Divides the configured lists of a feed into `own` and `named`.
  ///
  /// - Throws: `Failure` for a file of ids that cannot be read, and for a template that binds what
  ///   its cells do not have; `TemplateError` for a missing or invalid template.
  package init(ofFeed feed: String, _ settings: Settings) throws {
    let limits = settings.feedLimits
    var plans: [String: TemplatePlan] = [:]
    func plan(_ name: Resolved<String>?) throws -> TemplatePlan? {
      guard let name else { return nil }
      if let known = plans[name.value] { return known }
      let made = TemplatePlan(try settings.template(name.value))
      try settings.checkName(of: made.template)
      plans[name.value] = made
      return made
    }
    for list in (settings.file?.lists ?? []).filter({ $0.feed == feed }) {
      var cells = ListCellPlan()
      cells.header = try plan(list.header)
      cells.footer = try plan(list.footer)
      if let sections = list.sections {
        cells.sections = ListCellPlan.Sections(
          by: sections.value, header: try plan(sections.header), footer: try plan(sections.footer),
          isSticky: sections.isSticky)
      }
      if let inserted = list.inserted, let template = try plan(inserted.template) {
        cells.inserted = (template, inserted.places)
      }
      try Self.check(cells, of: list)
      let isSame: (NamedList) -> Bool = { other in
        ListCellID(.listHeader, name: other.description.name)
          == ListCellID(.listHeader, name: list.description.name)
      }
      if !cells.kinds.isEmpty, let other = named.first(where: isSame) {
        throw Failure(
          .configuration,
          "\(list.origin): lists '\(other.description.name)' and '\(list.description.name)' of feed "
            + "'\(feed)' would have the same ids; give one another name [CH0471]")
      }
      let order: NamedList.Order
      switch (list.order, list.ids?.value) {
      case (.feed?, _): order = .feed
      case (.value(let path, _, let isDescending)?, _):
        order = .path(path, isDescending: isDescending)
      case (nil, let path?):
        // A missing file is reported before anything is built.
        _ = try LineInput(path: path, limits: limits)
        order = .ids { try Self.read(path, limits, $0) }
      case (nil, nil):
        own = list.description
        continue
      }
      named.append(NamedList(list.description, order: order, cells: cells))
    }
  }

  /// Throws if a template binds a path that no cell of its kind has.
  private static func check(_ cells: ListCellPlan, of list: ConfiguredList) throws(Failure) {
    for kind in ListEntryKind.allCases {
      guard let path = cells.unknownPaths(kind).first, let plan = cells.template(kind) else {
        continue
      }
      let names = ListCellPlan.names(kind)
      throw Failure(
        .configuration,
        "CH0475 \(list.origin): list '\(list.description.name)' of feed '\(list.feed)': template "
          + "'\(plan.template.name)' binds '\(path)', and a cell of kind \(kind.rawValue) has only "
          + "\(names.joined(separator: ", "))\(NearestName(names).suggestion(for: path))")
    }
  }

  /// Reads the ids of a list from a file with one id per line.
  private static func read(
    _ path: String, _ limits: FeedLimits, _ body: (String) throws -> Void
  ) throws {
    var input = try LineInput(path: path, limits: limits)
    while let line = try input.next(whenIdle: {}) {
      if let failure = line.failure {
        throw Failure(.badData, "\(path), line \(line.number): \(failure.message)")
      }
      var bytes = line.bytes[...]
      if bytes.last == 0x0D { bytes.removeLast() }
      if !line.isBlank { try body(String(decoding: bytes, as: UTF8.self)) }
    }
  }
}

extension Settings {
  /// Throws if the configuration has a list of a feed in another order than the feed's.
  package func checkOwnListOnly(ofFeed feed: String) throws(Failure) {
    let other = (file?.lists ?? []).first { $0.feed == feed && ($0.order != nil || $0.ids != nil) }
    guard let other else { return }
    throw Failure(
      .badData,
      "CH0727 the configuration has list '\(other.description.name)' of feed '\(feed)', whose "
        + "order only a store has; build or import the feed and publish that store, or use a "
        + "configuration without the list")
  }

  /// What the cells of lists are laid out with when parts of a feed are joined: fonts, limits and
  /// rules, and the feed with its template.
  ///
  /// - Parameters:
  ///   - name: Name of the feed.
  ///   - arguments: The arguments with which the parts were built.
  ///   - lists: The lists of the feed.
  /// - Throws: Errors of templates and fonts.
  package func listCellLayout(
    ofFeed name: String, _ arguments: [FeedArgument], _ lists: [NamedList]
  ) throws -> (BuildConfiguration, FeedInput) {
    let settings = remembering(arguments)
    let configured = settings.file?.feed(name)
    let plan = try settings.explaining(feed: name) {
      try settings.templatePlan(feed: configured)
    }
    let rules = try settings.templateRules(feed: configured)
    var selector = TemplateSelector(standard: plan, rules: rules)
    selector.add(cellsOf: lists)
    var configuration = BuildConfiguration(
      feeds: [], template: plan, environments: [], store: settings.storePath,
      fonts: try settings.fontLibrary(), feedLimits: settings.feedLimits,
      textLimits: settings.textLimits, createdUTC: "")
    configuration.rules = rules
    configuration.formats = try settings.formats(for: selector.templates)
    var input = FeedInput(name: name, sources: [], template: plan)
    input.lists = lists
    return (configuration, input)
  }

  /// The spacing and insets of a feed's list in the order of the feed.
  package func ownList(ofFeed feed: String) -> ListDescription {
    (file?.lists ?? []).first { $0.feed == feed && $0.order == nil && $0.ids == nil }?.description
      ?? ListDescription()
  }

  /// Throws if a list names a feed that is neither in this run nor in the store.
  ///
  /// If no feeds are configured, the name may be that of a later build. Then only a name that is
  /// similar to a known one is an error.
  ///
  /// - Parameters:
  ///   - feeds: The names of the feeds of this run.
  ///   - store: The path of the store.
  package func checkLists(feeds: [String], store: String) throws(ConfigurationError) {
    guard let file, !file.lists.isEmpty else { return }
    let configured = file.feeds.map(\.name)
    var names = feeds + configured
    // The writer reports an unreadable store.
    do { names += try StoredFeeds(store: store).names } catch _ { return }
    for list in file.lists where !names.contains(list.feed) {
      let advice = NearestName(names).suggestion(for: list.feed)
      guard !(configured.isEmpty && advice.isEmpty) else { continue }
      var line: Int?
      if case .file(_, let number) = list.origin { line = number }
      throw ConfigurationError(
        .invalid, path: file.path, line: line,
        "list '\(list.description.name)' is of feed '\(list.feed)', which is neither configured nor "
          + "built nor stored" + (advice.isEmpty ? "; name it under feeds" : advice))
    }
  }
}

extension FeedSource {
  /// The name of the feed that a file makes: its base name without extension and compression
  /// suffix.
  ///
  /// It is `stdin` for standard input, `-`.
  package static func feedName(of file: String) -> String {
    guard file != "-" else { return "stdin" }
    let base = file.split(separator: "/").last.map(String.init) ?? "feed"
    var name = withoutCompressionSuffix(base)[...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
    return String(name)
  }
}
