import HeightStore
public import Heights
import LayoutPrimitives
import StructuredDocuments

/// Lists, ranges of widths, and what every reader of heights has to answer about them.
///
/// The answers are in `cases.json`, which `cases.py` computes with fractions. One store has all of
/// them: each list is of the feed of its name, and the ranges are those of the feed `ranges`.
public struct HeightCases: Sendable {
  /// A list and questions about it.
  public struct List: Sendable {
    /// Name of the feed.
    public let name: String
    /// Name of the list: `feed`, or another one for a list with cells besides those of records.
    public let list: String
    /// Key of the environment.
    public let environment: String
    let stepsPerPoint: Double
    let description: ListDescription
    /// What each cell is; empty for a list of records alone.
    let kinds: [ListEntryKind]
    /// The section and the item of each cell; nil for a cell in no section.
    let paths: [ListIndexPath?]
    /// Offsets and the header that is drawn over the cells there.
    public let sticky: [(y: Double, header: Sticky?)]
    /// Ids and heights in pixels.
    public let cells: [(id: String, height: Int)]
    /// Height of the list, in points.
    public let extent: Double
    /// Tops of the cells, in points.
    public let tops: [Double]
    /// Offsets and the positions at them.
    public let atOffset: [(y: Double, index: Int?)]
    /// Offsets and their anchors, whose generation is of no account.
    public let anchorAt: [(y: Double, anchor: ScrollAnchor?)]
    /// Anchors and their expected positions.
    public let resolve: [(anchor: ScrollAnchor, found: Found?)]

    /// The list's name.
    public var listName: ListName { ListName(feed: name, environment: environment, list: list) }
  }

  /// A header at the top of the screen.
  public struct Sticky: Hashable, Sendable {
    /// Index of its section.
    public let section: Int
    /// Its index in the list.
    public let index: Int
    /// Its top, in points from the top of the list.
    public let top: Double
    /// How far the next section pushes it up, in points.
    public let pushed: Double
  }

  /// The position of an anchor.
  public struct Found: Hashable, Sendable {
    /// Id of the record.
    public let id: String
    /// Position of its cell.
    public let position: Int
    /// Top of the cell, in points.
    public let offset: Double
    /// Top of the screen, in points.
    public let y: Double
  }

  /// A range of widths and questions about it.
  public struct Range: Sendable {
    /// Key of the environment.
    public let environment: String
    let stepsPerPoint: Double
    let cells: [(id: String, runs: HeightRuns)]
    /// Widths and heights in points; nil if there is none.
    public let heights: [(id: String, width: Double, height: Double?)]
  }

  /// The feed of the ranges.
  public static let rangeFeed = "ranges"

  /// The lists.
  public let lists: [List]
  /// The ranges.
  public let ranges: [Range]

  /// Reads the cases.
  public init() throws {
    let value = try JSONParser().parse(PackageResources.cases_json[...])
    lists = value["lists"]?.elements.map { List($0) } ?? []
    ranges = value["ranges"]?.elements.map { Range($0) } ?? []
  }

  /// Builds the store of all cases.
  public func build(store: String) throws {
    let time = "2026-01-31T08:00:00Z"
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: time),
      plan: GenerationPlan(
        feeds: lists.map(\.name) + [Self.rangeFeed], createdUTC: time, engineVersion: "test",
        settings: StoreSettings(cellsPerChunk: 4)))
    let template = StoredTemplate(name: "post", hash: "t", views: [])
    for list in lists {
      let keys = try writer.begin(
        feed: FeedDescription(
          name: list.name, sources: [],
          environments: [
            try StoredEnvironment(
              key: list.environment, stepsPerPoint: list.stepsPerPoint, state: nil)
          ], templates: [template]))
      let order = try writer.makeList(list.description)
      var records: ListID?
      if !list.kinds.isEmpty { records = try writer.makeList(ListDescription()) }
      for (index, (id, height)) in list.cells.enumerated() {
        let kind = list.kinds.isEmpty ? .item : list.kinds[index]
        let path = list.paths.isEmpty ? nil : list.paths[index]
        let before = index > 0 && !list.paths.isEmpty ? list.paths[index - 1]?.section : nil
        if let path, path.section != before { try writer.beginSection(in: order) }
        let written = try writer.write(
          NewCell(
            recordID: id, version: "v", environment: keys.environments[0],
            template: keys.templates[0], fingerprint: Fingerprint(of: id),
            outcome: .layout(
              CellLayout(
                height: height, exactHeight: Double(height) / list.stepsPerPoint, frames: [],
                labels: [], caveats: []))),
          over: try writer.find(recordID: id, environment: keys.environments[0]),
          isListCell: kind != .item)
        try writer.append(
          written, to: order, environment: keys.environments[0],
          isOutside: kind == .listHeader || kind == .listFooter)
        if let records, kind == .item {
          try writer.append(written, to: records, environment: keys.environments[0])
        }
      }
      _ = try writer.endFeed(records: list.cells.count)
    }
    let keys = try writer.begin(
      feed: FeedDescription(
        name: Self.rangeFeed, sources: [],
        environments: try ranges.map {
          try StoredEnvironment(key: $0.environment, stepsPerPoint: $0.stepsPerPoint, state: nil)
        }, templates: [template]))
    for (range, environment) in zip(ranges, keys.environments) {
      for (id, runs) in range.cells {
        _ = try writer.write(
          NewCell(
            recordID: id, version: "v", environment: environment, template: keys.templates[0],
            fingerprint: Fingerprint(of: id + range.environment),
            outcome: .layout(
              CellLayout(
                height: 0, exactHeight: 0, frames: [], labels: [], caveats: [], heights: runs))),
          over: try writer.find(recordID: id, environment: environment))
      }
    }
    _ = try writer.endFeed(records: 2)
    _ = try writer.finish()
  }

  /// Whether two numbers are the same but for the rounding of a subtraction.
  public static func isSame(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) < 1e-9
  }
}

extension HeightCases.List {
  /// Asks a list everything.
  ///
  /// - Returns: What it answers otherwise than expected, a line each.
  public func differences<Cells: CellList>(of list: Cells) throws -> [String] {
    var found: [String] = []
    func check(_ holds: Bool, _ what: String) {
      if !holds { found.append("\(name): \(what)") }
    }
    check(list.count == cells.count, "count \(list.count)")
    for (index, cell) in cells.enumerated() {
      check(try list.id(at: index) == cell.id, "id at \(index)")
      check(try list.index(of: cell.id) == index, "index of \(cell.id)")
      check(try list.height(at: index) == Double(cell.height) / stepsPerPoint, "height \(index)")
      check(try list.top(of: index) == tops[index], "top of \(index)")
    }
    check(try list.top(of: cells.count) == extent, "extent")
    for (index, kind) in kinds.enumerated() {
      check(try list.kind(at: index) == kind, "kind of \(index)")
      let path = list.indexPath(of: index)
      check(path == paths[index], "index path of \(index): \(text(path))")
      if let path, path.item != nil || kind == .header {
        check(list.index(of: path) == index, "index of \(path)")
      }
    }
    for (y, expected) in sticky {
      let answer = try list.stickyHeader(atOffset: y)
      check(
        answer?.section == expected?.section && answer?.index == expected?.index
          && HeightCases.isSame(answer?.top, expected?.top)
          && HeightCases.isSame(answer?.pushed, expected?.pushed),
        "sticky header at \(y): \(text(answer))")
    }
    check(try list.index(atOffset: .nan) == nil, "index at no number")
    for (y, index) in atOffset {
      let answer = try list.index(atOffset: y)
      check(answer == index, "index at \(y): \(text(answer))")
    }
    for (y, anchor) in anchorAt {
      let answer = try list.anchor(atOffset: y)
      check(
        answer?.id == anchor?.id && answer?.following == anchor?.following
          && HeightCases.isSame(answer?.inside, anchor?.inside), "anchor at \(y): \(text(answer))")
    }
    for (anchor, expected) in resolve {
      let answer = try list.resolve(anchor)
      check(
        answer?.id == expected?.id && answer?.position == expected?.position
          && answer?.offset == expected?.offset
          && HeightCases.isSame(answer?.screenTop, expected?.y),
        "\(anchor.id) + \(anchor.inside): \(text(answer))")
    }
    return found
  }
}

private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }

extension HeightCases.List {
  fileprivate init(_ value: JSONValue) {
    name = value["name"]?.string ?? ""
    list = value["list"]?.string ?? ListDescription.feedOrder
    environment = value["environment"]?.string ?? ""
    stepsPerPoint = value["stepsPerPoint"]?.number ?? 1
    let insets = value["insets"]
    func edge(_ name: String) -> Double { insets?[name]?.number ?? 0 }
    let separator = value["shape"]?["separator"].map {
      ListShape.Separator(
        height: $0["height"]?.number ?? 0, inset: $0["inset"]?.number ?? 0,
        isAfterLast: $0["afterLast"]?.boolean ?? false)
    }
    description = ListDescription(
      name: list, spacing: value["spacing"]?.number ?? 0,
      insets: Insets(
        top: edge("top"), leading: edge("leading"), bottom: edge("bottom"),
        trailing: edge("trailing")),
      shape: value["shape"]?["kinds"]?.string.flatMap {
        ListShape(words: $0, separator: separator)
      })
    kinds = value["kinds"]?.elements.compactMap { ListEntryKind(rawValue: $0.string ?? "") } ?? []
    paths =
      value["paths"]?.elements.map { path in
        path[0]?.number.map {
          ListIndexPath(section: Int($0), item: path[1]?.number.map { Int($0) })
        }
      } ?? []
    sticky =
      value["sticky"]?.elements.map {
        ($0["y"]?.number ?? 0, HeightCases.Sticky($0["header"]))
      } ?? []
    cells =
      value["cells"]?.elements.map { ($0["id"]?.string ?? "", Int($0["height"]?.number ?? 0)) }
      ?? []
    extent = value["extent"]?.number ?? 0
    tops = value["tops"]?.elements.compactMap(\.number) ?? []
    atOffset =
      value["atOffset"]?.elements.map {
        ($0["y"]?.number ?? 0, $0["index"]?.number.map { Int($0) })
      } ?? []
    anchorAt =
      value["anchorAt"]?.elements.map { ($0["y"]?.number ?? 0, ScrollAnchor($0["anchor"])) } ?? []
    resolve =
      value["resolve"]?.elements.compactMap { one in
        guard let anchor = ScrollAnchor(one["anchor"]) else { return nil }
        return (anchor, HeightCases.Found(one["found"]))
      } ?? []
  }
}

extension HeightCases.Found {
  fileprivate init?(_ value: JSONValue?) {
    guard let id = value?["id"]?.string, let position = value?["position"]?.number,
      let offset = value?["offset"]?.number, let y = value?["y"]?.number
    else { return nil }
    (self.id, self.position, self.offset, self.y) = (id, Int(position), offset, y)
  }
}

extension HeightCases.Sticky {
  fileprivate init?(_ value: JSONValue?) {
    guard let section = value?["section"]?.number, let index = value?["index"]?.number,
      let top = value?["top"]?.number, let pushed = value?["pushed"]?.number
    else { return nil }
    self.init(section: Int(section), index: Int(index), top: top, pushed: pushed)
  }
}

extension ScrollAnchor {
  fileprivate init?(_ value: JSONValue?) {
    guard let id = value?["id"]?.string, let inside = value?["inside"]?.number else { return nil }
    self.init(
      id: id, inside: inside, generation: 1,
      following: value?["following"]?.elements.compactMap(\.string) ?? [])
  }
}

extension HeightCases.Range {
  fileprivate init(_ value: JSONValue) {
    environment = value["environment"]?.string ?? ""
    stepsPerPoint = value["stepsPerPoint"]?.number ?? 1
    let key = environment.prefix { $0 != "@" }
    let scale = stepsPerPoint
    let last = key.split(separator: "..").last.flatMap { Double($0) } ?? 0
    cells =
      value["cells"]?.elements.map { cell in
        var heights = HeightRuns()
        let runs = cell["runs"]?.elements.map { $0.elements.compactMap(\.number) } ?? []
        for (index, run) in runs.enumerated() {
          let end = index + 1 < runs.count ? runs[index + 1][0] - 1 : last * scale
          for width in Int32(run[0])...Int32(end) {
            heights.append(height: Int32(run[1]), atWidth: width)
          }
        }
        return (cell["id"]?.string ?? "", heights)
      } ?? []
    heights =
      value["heights"]?.elements.map {
        ($0["id"]?.string ?? "", $0["width"]?.number ?? 0, $0["height"]?.number)
      } ?? []
  }
}
