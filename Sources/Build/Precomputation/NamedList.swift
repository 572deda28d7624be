package import CellTemplates
public import FeedRecords
public import HeightStore
import LayoutPrimitives

/// A named list of a feed's records, in another order than the feed or with cells of its own.
public struct NamedList: Sendable {
  /// The criterion by which records are ordered.
  public enum Order: Sendable {
    /// Records are in the order of the feed.
    case feed
    /// Records are sorted by the value at a path; records without a value are last.
    case path(RecordPath, isDescending: Bool)
    /// Records are in the order in which the function passes their ids to its argument; other
    /// records are not in the list.
    case ids(@Sendable ((String) throws -> Void) throws -> Void)
  }

  /// The name, spacing, insets and shape of the list.
  public var description: ListDescription
  /// The criterion by which records are ordered.
  public var order: Order
  /// The cells besides those of records.
  public var cells: ListCellPlan

  /// Creates a list; its shape has the kinds of its cells.
  public init(
    _ description: ListDescription, order: Order, cells: ListCellPlan = ListCellPlan()
  ) {
    self.order = order
    self.cells = cells
    self.description = description
    guard !cells.kinds.isEmpty || description.shape != nil else { return }
    self.description.shape = ListShape(
      kinds: cells.kinds, isSticky: cells.sections?.isSticky ?? false,
      separator: description.shape?.separator)
  }

  /// Whether the first record is the oldest: the list is sorted by a value, from the least on.
  var isOldestFirst: Bool {
    if case .path(_, isDescending: false) = order { true } else { false }
  }

  /// The order in which `RecordSorter` returns the records.
  fileprivate var sortOrder: SortOrder {
    switch order {
    case .feed: .feed
    case .path(_, let isDescending): .key(isDescending: isDescending)
    case .ids: .ids
    }
  }
}

extension TemplateSelector {
  /// Adds the templates of the cells that lists have besides those of records.
  package mutating func add(cellsOf lists: [NamedList]) {
    for list in lists {
      for kind in ListEntryKind.allCases {
        guard let plan = list.cells.template(kind) else { continue }
        add(plan, for: kind, ofList: list.description.name)
      }
    }
  }
}

extension [NamedList] {
  /// The names of the lists, and a hash of what the values depend on that they need of records.
  func needs(_ formats: FormatSettings) -> String {
    var names: [String] = []
    var all: [String] = []
    for list in self {
      names.append(list.description.name)
      var needs: [String] = []
      if case .path(let path, _) = list.order { needs.append("key \(path)") }
      if let sections = list.cells.sections { needs.append("by \(sections.value.spelling)") }
      let bound = list.cells.boundNames
      if !bound.isEmpty { needs.append("bound \(bound.sorted().joined(separator: " "))") }
      if case .rule(let rule)? = list.cells.inserted?.places { needs.append("rule \(rule.text)") }
      guard !needs.isEmpty || !list.cells.kinds.isEmpty else { continue }
      all.append("\(list.description.name): \(needs.joined(separator: ", "))")
    }
    guard !names.isEmpty else { return "" }
    let hash = ContentHash(of: (all + [formats.timeZone]).joined(separator: "\n"))
    return "\(names.joined(separator: ", ")): \(all.isEmpty ? ListNeeds.none : "\(hash)")"
  }

  /// Whether ids that begin like those of lists' own cells are reserved.
  package var reserveIDs: Bool { contains { !$0.cells.kinds.isEmpty } }
}

/// What the lists of a configuration need of records, as a shard stores it.
struct ListNeeds {
  /// The hash of lists that need nothing.
  static let none = "-"

  private let hash: String

  /// Reads the text that `needs` made; an empty text needs nothing.
  init(_ text: String) {
    hash = text.split(separator: ": ").last.map(String.init) ?? Self.none
  }

  /// Whether a shard with a text has what is needed.
  func areMet(by text: String) -> Bool { hash == Self.none || hash == ListNeeds(text).hash }
}

/// Builds the named lists of a feed during a build.
struct ListBuilder {
  /// Height of a sticky header from which on it is reported, in points: the height of the smallest
  /// phone in landscape, which the header would cover.
  static let tallHeader = 320.0

  private let lists: [NamedList]
  private let sorter: RecordSorter
  /// The readers of section values, by list; `nil` for a list without sections.
  private let sections: [SectionValue.Reader?]
  /// The members of records that the templates of own cells bind, by list.
  private let bound: [Set<String>]

  /// Creates a builder; nil if there are no lists.
  ///
  /// - Parameter formats: The time zone of section values.
  /// - Throws: `CellError` if ICU has no formats; errors of the temporary file.
  init?(_ lists: [NamedList], formats: FormatSettings) throws {
    guard !lists.isEmpty else { return nil }
    self.lists = lists
    sorter = try RecordSorter()
    sections = try lists.map { try $0.cells.sections?.value.reader(formats) }
    bound = lists.map(\.cells.boundNames)
  }

  /// Adds the next record with its cells, by environment.
  func add(_ record: FeedRecord, _ cells: [CellReference]) throws {
    try sorter.add(id: record.id, cells: cells, values: values(of: record))
  }

  /// What the lists need of a record, each with the index of its list.
  func values(of record: FeedRecord) -> [(list: Int, values: ListValues)] {
    var all: [(list: Int, values: ListValues)] = []
    for (number, list) in lists.enumerated() {
      var values = ListValues()
      if case .path(let path, _) = list.order { values.key = record.sortKey(at: path) }
      values.section = sections[number]?.value(of: record)
      if !bound[number].isEmpty { values.bound = record.document(of: bound[number]) }
      if case .rule(let rule)? = list.cells.inserted?.places {
        values.isFollowed = rule.holds(for: record)
      }
      if !values.isEmpty { all.append((number, values)) }
    }
    return all
  }

  /// Adds the next record of a merge, with what lists need of it, by the name of the list.
  func add(
    id: String, _ cells: [CellReference], _ values: [(list: String, values: ListValues)]
  ) throws {
    try sorter.add(
      id: id, cells: cells,
      values: values.compactMap { name, values in
        lists.firstIndex { $0.description.name == name }.map { ($0, values) }
      })
  }

  /// Adds what lists need of a record whose cells were added before.
  func add(valuesOf record: FeedRecord) throws {
    try sorter.add(values: values(of: record), id: record.id)
  }

  /// The name of the list with an index.
  func name(ofList number: Int) -> String { lists[number].description.name }

  /// Writes the lists.
  ///
  /// - Parameters:
  ///   - environments: The environments of the feed, in the order of the build.
  ///   - layOut: Lays out and writes a cell of a list, by environment.
  /// - Returns: A problem for each path without values, each file with unknown ids, and each sticky
  ///   header that may cover the screen.
  /// - Throws: Errors of the writer and of `layOut`; `StoreError.invalid` for too many cells.
  func write(
    _ writer: GenerationWriter, feed: String, _ keys: FeedKeys, environments: [StoredEnvironment],
    layOut: (_ record: FeedRecord, _ list: String) throws -> [CellReference]
  ) throws -> ProblemGroups {
    var problems = ProblemGroups()
    for (number, list) in lists.enumerated() {
      let name = list.description.name
      let location = "list '\(name)' of feed '\(feed)'"
      let made = try writer.makeList(list.description)
      switch list.order {
      case .feed: break
      case .path(let path, _):
        if !path.isWord, try !sorter.hasKeys(list: number) {
          problems.add(
            code: "CH0440", location: location,
            message: "no record has a value at '\(path)', so that the list is in the feed's order"
              + NearestName(RecordPath.words).suggestion(for: "\(path)"))
        }
      case .ids(let read):
        try read { try sorter.add(id: $0, list: number) }
        let faults = try sorter.faults(list: number)
        if let example = faults.example {
          problems.add(
            code: "CH0437", location: location,
            message: "\(faults.unknown) of its ids name no record and \(faults.repeated) are "
              + "repeated, such as '\(example)'; they are passed over")
        }
      }
      guard list.description.shape != nil else {
        try sorter.forEach(list: number, order: list.sortOrder) { environment, cell in
          try writer.append(cell, to: made, environment: keys.environments[environment])
        }
        continue
      }
      let composition = try composition(ofList: number)
      for (isUseless, what) in [
        (composition.hasNoValues, "no record has a value of 'by', so that all are one section"),
        (composition.hasNoPlaces, "no record fits 'where', so that no cell is inserted"),
      ] where isUseless {
        problems.add(code: "CH0477", location: location, message: what)
      }
      var own: [[CellReference]] = []
      own.reserveCapacity(composition.cells.count)
      for cell in composition.cells {
        let references = try layOut(composition.record(of: cell), name)
        if cell.kind == .header, list.cells.sections?.isSticky == true,
          let tall = zip(references, environments).first(where: { reference, environment in
            Double(reference.height ?? 0) > Self.tallHeader * environment.stepsPerPoint
          })
        {
          let height = Double(tall.0.height ?? 0) / tall.1.stepsPerPoint
          problems.add(
            code: "CH0476", location: location,
            message: "the sticky header '\(tall.0.recordID)' is \(Int(height)) points high at "
              + "\(tall.1.key); it covers a screen of \(Int(Self.tallHeader)) points")
        }
        own.append(references)
      }
      try write(composition, own, list: number, to: made, writer, keys)
    }
    return problems
  }

  /// The sections of a list, and the cells between those of records.
  private func composition(ofList number: Int) throws -> ListComposition {
    let list = lists[number]
    let first = lists.firstIndex { !$0.cells.kinds.isEmpty }
    var composition = ListComposition(
      list.description.name, qualifier: number == first ? nil : list.description.name, list.cells,
      total: try sorter.count(list: number, order: list.sortOrder),
      isOldestFirst: list.isOldestFirst)
    try sorter.forEachRecord(list: number, order: list.sortOrder) { try composition.add($1) }
    composition.end()
    return composition
  }

  /// Calls `body` with the cells that the lists have besides those of records, as records.
  ///
  /// - Throws: Errors of the files of ids, and of `body`.
  func forEachListCell(_ body: (FeedRecord) throws -> Void) throws {
    for (number, list) in lists.enumerated() where !list.cells.kinds.isEmpty {
      if case .ids(let read) = list.order {
        try read { try sorter.add(id: $0, list: number) }
      }
      let composition = try composition(ofList: number)
      for cell in composition.cells { try body(composition.record(of: cell)) }
    }
  }

  /// Appends the records of a list, and between them the cells of the list.
  private func write(
    _ composition: ListComposition, _ own: [[CellReference]], list number: Int, to made: ListID,
    _ writer: GenerationWriter, _ keys: FeedKeys
  ) throws {
    var steps = composition.steps[...]
    /// Writes what is before a record, or after the last one.
    func writeSteps(before place: Int) throws {
      while let next = steps.first, next.place <= place {
        steps.removeFirst()
        guard case .cell(let index) = next.step else {
          try writer.beginSection(in: made)
          continue
        }
        let kind = composition.cells[index].kind
        for (environment, reference) in zip(keys.environments, own[index]) {
          try writer.append(
            reference, to: made, environment: environment,
            isOutside: kind == .listHeader || kind == .listFooter)
        }
      }
    }
    var place = -1
    var last: String?
    try sorter.forEach(list: number, order: lists[number].sortOrder) { environment, cell in
      if cell.recordID != last {
        last = cell.recordID
        place += 1
        try writeSteps(before: place)
      }
      try writer.append(cell, to: made, environment: keys.environments[environment])
    }
    try writeSteps(before: .max)
  }
}

/// The cells that the lists of a stored feed have besides those of records, made again as records.
package struct ListCellRecords {
  private let builder: ListBuilder

  /// Creates records from lists.
  ///
  /// - Parameter formats: The time zone of section values.
  /// - Returns: nil if no list has such cells.
  /// - Throws: `CellError` if ICU has no formats; errors of the temporary file.
  package init?(_ lists: [NamedList], formats: FormatSettings) throws {
    guard lists.reserveIDs, let builder = try ListBuilder(lists, formats: formats) else {
      return nil
    }
    self.builder = builder
  }

  /// Adds the next record of the feed that has a cell with a height.
  package func add(_ record: FeedRecord) throws {
    try builder.add(record, [CellReference(recordID: record.id, cellID: 0, height: 0)])
  }

  /// Calls `body` with each cell, list by list.
  package func forEach(_ body: (FeedRecord) throws -> Void) throws {
    try builder.forEachListCell(body)
  }
}

extension FeedRecord {
  /// The value at a path, by which the record is sorted; nil if there is none.
  fileprivate func sortKey(at path: RecordPath) -> SortKey? {
    switch value(at: path) {
    case .number(let number, _): return number.isFinite ? .number(number) : nil
    case .text(let text):
      if text.isEmpty { return nil }
      // A title is sorted as text even if it looks like a date.
      if !path.isWord || ["published", "updated"].contains(path.description),
        let date = date(at: path)
      {
        return .date(date.secondsSince1970)
      }
      return .text(text)
    case .boolean, .structure, nil: return text(at: path).map { .text($0) }
    }
  }
}
