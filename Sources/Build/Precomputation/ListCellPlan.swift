public import CellTemplates
import FeedRecords
import HeightStore
public import LayoutPrimitives
import StructuredDocuments

/// The cells that a list has besides those of records, and their templates.
public struct ListCellPlan: Sendable {
  /// Maximum number of sections, and of inserted cells, of a list.
  public static let maximumCells = 1_000_000

  /// The sections of a list.
  public struct Sections: Sendable {
    /// The value that the records of a section share.
    public var value: SectionValue
    /// The template of the headers; `nil` for none.
    public var header: TemplatePlan?
    /// The template of the footers; `nil` for none.
    public var footer: TemplatePlan?
    /// Whether headers stay at the top of the screen.
    public var isSticky: Bool

    /// Creates sections, which need a header or a footer.
    public init(
      by value: SectionValue, header: TemplatePlan?, footer: TemplatePlan?, isSticky: Bool
    ) {
      self.value = value
      self.header = header
      self.footer = footer
      self.isSticky = isSticky
    }
  }

  /// The places of the inserted cells.
  public enum Places: Sendable {
    /// After the record at a place counted from 1, `after`, and after each further `every` records;
    /// the records are counted from the top of the list, or from its oldest end.
    case every(Int, after: Int, fromOldest: Bool)
    /// After each record for which the rule is true.
    case rule(TemplateRule)
  }

  /// The sections; `nil` for none.
  public var sections: Sections?
  /// The inserted cells; `nil` for none.
  public var inserted: (template: TemplatePlan, places: Places)?
  /// The template of the cell above all others; `nil` for none.
  public var header: TemplatePlan?
  /// The template of the cell below all others; `nil` for none.
  public var footer: TemplatePlan?

  /// Creates a plan without cells.
  public init() {}

  /// The template of the cells of a kind; `nil` if the list has no such cells.
  public func template(_ kind: ListEntryKind) -> TemplatePlan? {
    switch kind {
    case .listHeader: header
    case .header: sections?.header
    case .item: nil
    case .inserted: inserted?.template
    case .footer: sections?.footer
    case .listFooter: footer
    }
  }

  /// The kinds of the cells.
  public var kinds: Set<ListEntryKind> {
    Set(ListEntryKind.allCases.filter { template($0) != nil })
  }

  /// The templates of the cells, in the order of their kinds.
  var templates: [TemplatePlan] { ListEntryKind.allCases.compactMap { template($0) } }

  /// The names that the template of a kind can bind.
  public static func names(_ kind: ListEntryKind) -> [String] {
    switch kind {
    case .listHeader, .listFooter: ["list", "count", "first", "last"]
    case .header, .footer: ["section", "count", "first", "last", "list"]
    case .inserted: ["number", "previous", "section", "count", "first", "last", "list"]
    case .item: []
    }
  }

  /// The paths of a template that no cell of a kind has, in the order of the template.
  public func unknownPaths(_ kind: ListEntryKind) -> [String] {
    let names = Self.names(kind)
    return (template(kind)?.template.recordPaths ?? []).filter { path in
      guard let name = RecordPath(path.spelling)?.leadingNames.first else { return true }
      return name != "language" && !names.contains(name)
    }.map(\.spelling)
  }

  /// The names of the members of records that the templates bind, as `first.title` binds `title`.
  var boundNames: Set<String> {
    var names: Set<String> = []
    for path in templates.flatMap(\.template.recordPaths) {
      let leading = RecordPath(path.spelling)?.leadingNames ?? []
      if leading.count > 1, ["first", "last", "previous"].contains(leading[0]) {
        names.insert(leading[1])
      }
    }
    return names
  }
}

/// A cell that a list has besides those of records, before it is laid out.
struct PlannedCell {
  let kind: ListEntryKind
  /// Number of records above the cell in the list.
  let place: Int
  /// The run of records to which the cell belongs, as an index; `nil` for the whole list.
  fileprivate let run: Int?
  /// For an inserted cell, its number from the oldest one, from 1.
  fileprivate let number: Int
  /// For an inserted cell, the bound members of the record above it.
  fileprivate let previous: String?
}

/// The order of the cells of a list: its sections, and the cells between those of records.
struct ListComposition {
  /// Records with the same value, one after another.
  private struct Run {
    let value: String
    var count = 0
    var first: String?
    var last: String?
    /// 1 for the oldest run with the value.
    var number = 1
  }

  /// What is written before the record at a place.
  enum Step {
    /// A section begins.
    case section
    /// The cell with an index in `cells`.
    case cell(Int)
  }

  /// The cells in list order.
  private(set) var cells: [PlannedCell] = []
  /// What is written before records, with the number of records above, in list order.
  private(set) var steps: [(place: Int, step: Step)] = []

  private let name: String
  private let qualifier: String?
  private let plan: ListCellPlan
  /// Number of records of the list.
  private let total: Int
  private let isOldestFirst: Bool
  private var runs: [Run] = []
  private var records = 0
  /// The bound members of the first and the last record of the list.
  private var ends: (first: String?, last: String?) = (nil, nil)
  /// The places of the inserted cells, with the bound members of the record above.
  private var insertions: [(place: Int, run: Int, previous: String?)] = []

  /// Begins a list.
  ///
  /// - Parameters:
  ///   - name: Name of the list.
  ///   - qualifier: The name in the ids of its cells; `nil` for the feed's first list with such
  ///     cells.
  ///   - plan: The cells.
  ///   - total: Number of records that will be added.
  ///   - isOldestFirst: Whether the oldest record is the first one.
  init(
    _ name: String, qualifier: String?, _ plan: ListCellPlan, total: Int, isOldestFirst: Bool
  ) {
    self.name = name
    self.qualifier = qualifier
    self.plan = plan
    self.total = total
    self.isOldestFirst = isOldestFirst
  }

  /// Whether records were added, and none has a value by which the list is divided.
  var hasNoValues: Bool { plan.sections != nil && runs.count == 1 && runs[0].value.isEmpty }

  /// Whether records were added, and the rule for inserted cells is true for none of them.
  var hasNoPlaces: Bool {
    guard case .rule? = plan.inserted?.places, records > 0 else { return false }
    return !cells.contains { $0.kind == .inserted }
  }

  /// Adds the next record of the list.
  ///
  /// - Throws: `StoreError.invalid` if the list has too many sections or inserted cells.
  mutating func add(_ values: ListValues) throws(StoreError) {
    let value = values.section ?? ""
    if runs.isEmpty || (plan.sections != nil && runs[runs.count - 1].value != value) {
      try check(runs.count + 1, "sections")
      runs.append(Run(value: value, first: values.bound))
    }
    records += 1
    runs[runs.count - 1].count += 1
    runs[runs.count - 1].last = values.bound
    if records == 1 { ends.first = values.bound }
    ends.last = values.bound
    guard isFollowed(values) else { return }
    insertions.append((records, runs.count - 1, values.bound))
    try check(insertions.count, "inserted cells")
  }

  /// Whether a cell is inserted after the record that was added last.
  private func isFollowed(_ values: ListValues) -> Bool {
    switch plan.inserted?.places {
    case nil: return false
    case .rule?: return values.isFollowed
    case .every(let every, let after, let fromOldest)?:
      // Number of records between the end from which they are counted and the cell.
      let place = fromOldest && !isOldestFirst ? total - records : records
      // A cell counted from the oldest end is between two records, so that further ones move none.
      if fromOldest, records == total { return false }
      return place >= after && (place - after) % every == 0
    }
  }

  private func check(_ count: Int, _ what: String) throws(StoreError) {
    guard count > ListCellPlan.maximumCells else { return }
    throw .invalid(
      "list '\(name)' has more than \(ListCellPlan.maximumCells) \(what); divide it by a value that "
        + "more records share")
  }

  /// Computes the order of all cells; call it after the last record.
  mutating func end() {
    numberRuns()
    if plan.header != nil { add(.listHeader, place: 0) }
    var place = 0
    var next = 0
    for index in runs.indices {
      steps.append((place, .section))
      if plan.sections?.header != nil { add(.header, place: place, run: index) }
      place += runs[index].count
      while next < insertions.count, insertions[next].run == index {
        add(
          .inserted, place: insertions[next].place, run: index,
          number: isOldestFirst ? next + 1 : insertions.count - next,
          previous: insertions[next].previous)
        next += 1
      }
      if plan.sections?.footer != nil { add(.footer, place: place, run: index) }
    }
    if runs.isEmpty, plan.sections == nil { steps.append((0, .section)) }
    if plan.footer != nil { add(.listFooter, place: records) }
    insertions = []
  }

  private mutating func add(
    _ kind: ListEntryKind, place: Int, run: Int? = nil, number: Int = 1, previous: String? = nil
  ) {
    steps.append((place, .cell(cells.count)))
    cells.append(
      PlannedCell(kind: kind, place: place, run: run, number: number, previous: previous))
  }

  /// Numbers the runs with the same value from the oldest one, so that a younger run changes no
  /// number.
  private mutating func numberRuns() {
    var numbers: [String: Int] = [:]
    let order = isOldestFirst ? Array(runs.indices) : runs.indices.reversed()
    for index in order {
      let name = ListCellID(.header, name: runs[index].value).name
      numbers[name, default: 0] += 1
      runs[index].number = numbers[name] ?? 1
    }
  }

  /// The cell as a record, whose fields are the values that its template can bind.
  func record(of cell: PlannedCell) -> FeedRecord {
    let run = cell.run.map { runs[$0] }
    var json = JSONWriter()
    json.object { json in
      json.member("list", name)
      if cell.kind == .inserted { json.member("number", cell.number) }
      if let run, plan.sections != nil { json.member("section", run.value) }
      json.member("count", run?.count ?? records)
      for (name, members) in [
        ("first", run.map(\.first) ?? ends.first), ("last", run.map(\.last) ?? ends.last),
        ("previous", cell.previous),
      ] {
        guard let members else { continue }
        json.key(name)
        json.literal(members)
      }
    }
    let text = json.text
    var fields: JSONValue?
    // The text was just written as JSON; without fields, its bindings would have no values.
    do { fields = try JSONParser().parse(Array(text.utf8)[...]) } catch _ {}
    return FeedRecord(
      id: id(of: cell).description, version: "hash:\(ContentHash(of: text))", fields: fields)
  }

  private func id(of cell: PlannedCell) -> ListCellID {
    let run = cell.run.map { runs[$0] }
    switch cell.kind {
    case .listHeader, .listFooter: return ListCellID(cell.kind, name: name)
    case .inserted: return ListCellID(.inserted, list: qualifier, name: "\(cell.number)")
    case .header, .footer, .item:
      return ListCellID(
        cell.kind, list: qualifier, name: run?.value ?? "", number: run?.number ?? 1)
    }
  }
}

/// Lays out and writes the cells that the lists of a feed have besides those of records.
struct ListCellWriter {
  private(set) var tally: FeedTally
  private(set) var computed = 0
  private(set) var reused = 0
  private(set) var caveats = CaveatCounts()

  private let feed: String
  private let keys: FeedKeys
  private let environments: [StoredEnvironment]
  private let layouter: RecordLayouter

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - tally: The findings of the feed, to which those of the cells are added.
  ///   - layouter: Has the templates of the feed.
  init(
    feed: String, _ keys: FeedKeys, _ environments: [StoredEnvironment], layouter: RecordLayouter,
    tally: FeedTally
  ) {
    self.feed = feed
    self.keys = keys
    self.environments = environments
    self.layouter = layouter
    self.tally = tally
  }

  /// Lays out a cell, or reuses the stored one, and writes it.
  ///
  /// - Returns: The cell, by environment.
  /// - Throws: `BuildError.listCell` if the cell cannot be laid out; `StoreError`.
  mutating func write(
    _ record: FeedRecord, of list: String, _ writer: GenerationWriter
  ) throws -> [CellReference] {
    let item = WorkItem(
      record: record, position: -1,
      stored: try keys.environments.map { try writer.find(recordID: record.id, environment: $0) })
    let results = layouter.run([item])
    tally.add(results.paths)
    tally.begin(results.cells[0].first)
    return try results.cells[0].enumerated().map { index, result in
      let reference = try write(result, of: item, list, environment: index, writer)
      tally.count(height: reference.height, template: result.template, environment: index)
      return reference
    }
  }

  private mutating func write(
    _ result: WorkResult, of item: WorkItem, _ list: String, environment index: Int,
    _ writer: GenerationWriter
  ) throws -> CellReference {
    let (id, stored) = (item.record.id, item.stored[index])
    func failed(_ failure: CellFailure) -> BuildError {
      .listCell(
        feed: feed, list: list, id: id, environment: environments[index].key, failure)
    }
    switch result {
    case .reused(let template):
      guard case .cell(let cell) = stored else {
        throw StoreError.invalid("the stored cell of '\(id)' is gone")
      }
      if let failure = cell.failure { throw failed(failure) }
      reused += 1
      caveats.count(cell.caveats)
      tally.count(cell.findings, template: template, record: id, environment: index)
      return try writer.reuse(cell, isListCell: true)
    case .computed(let fingerprint, let template, let outcome):
      switch outcome {
      case .failure(let failure): throw failed(failure)
      case .layout(let layout):
        computed += 1
        caveats.count(layout.caveats)
        tally.count(layout.findings, template: template, record: id, environment: index)
      }
      return try writer.write(
        NewCell(
          recordID: id, version: item.record.version, environment: keys.environments[index],
          template: keys.templates[template], fingerprint: fingerprint, outcome: outcome),
        over: stored, isListCell: true)
    }
  }
}
