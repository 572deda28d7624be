import ArgumentParser
import CommandSettings
import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import StructuredDocuments

struct LookupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup",
    abstract: "Print the stored height and frames of cells.",
    discussion: """
      A cell is named by its id, by an offset in the feed's list, by a position, or with its \
      section. Cells go to standard output. Each miss is a line on standard error that lists what exists; the exit code \
      is then 1. A width in a stored range, such as 280..900, has a height and no frames; ranges \
      are in no list. An anchor keeps a reader's position when cells above it are added or \
      removed: take one with --anchor-at, and resolve it with --anchor.

      For example:  cellheights lookup post-001 post-002 --format json
                    cellheights lookup --at-offset 5000
                    cellheights lookup --position 0
                    cellheights lookup --range 0..10
                    cellheights lookup --list home --section 2026-01-31
                    cellheights lookup --anchor "$(cellheights lookup --anchor-at 5000 --format json)"
      """)

  @Argument(help: "Record ids, or - to read them from standard input.", completion: .record)
  var ids: [String] = []

  @Option(name: .long, help: "The feed; required if several have the id.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment, such as 390; required if there are several.",
    completion: .storedEnvironment)
  var environment: String?

  @Option(
    name: [.customLong("version")],
    help: "The version of the record; a cell of another version is a miss.")
  var recordVersion: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The cell at this offset of the feed's list.", valueName: "points"))
  var atOffset: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The cells at positions A up to, excluding, B of the feed's list, counted from 0.",
      valueName: "A..B"))
  var range: PositionRange?

  @Option(
    name: .long,
    help: ArgumentHelp("The cell at a position of the feed's list, counted from 0.", valueName: "n")
  )
  var position: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The cells of a section: its header, items and footer. The value is that of their ids.",
      valueName: "value"))
  var section: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The anchor of an offset in the feed's list.", valueName: "points"))
  var anchorAt: Double?

  @Option(
    name: .long, help: ArgumentHelp("The current offset of an anchor.", valueName: "json"))
  var anchor: AnchorArgument?

  @OptionGroup var stored: StoredLabelOptions
  @OptionGroup var list: ListOption
  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    let ways = [
      !ids.isEmpty, atOffset != nil, range != nil, position != nil, section != nil,
      anchorAt != nil, anchor != nil,
    ]
    guard ways.count(where: { $0 }) == 1 else {
      throw ValidationError(
        "give ids, or --position N, --range A..B, --section VALUE, --at-offset Y, --anchor-at Y or "
          + "--anchor JSON")
    }
    guard format == .json || !(stored.lines || stored.texts) else {
      throw ValidationError(
        "\(stored.lines ? "--lines" : "--texts") needs --format json; the table has none")
    }
    guard position.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--position counts from 0")
    }
    for (name, offset) in [("--at-offset", atOffset), ("--anchor-at", anchorAt)] {
      guard offset?.isFinite != false else {
        throw ValidationError("\(name) is a number of points")
      }
    }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let lookup = try HeightLookup(store: settings.storePath, readsLines: stored.lines)
    let key = try environment.map { try settings.storedEnvironment($0) }
    var printer = CellPrinter(
      lookup: lookup, list: list.list, format: format, labels: stored,
      texts: stored.boundTexts(lookup, settings))
    if atOffset != nil || range != nil || position != nil || section != nil {
      try printList(lookup, key, &printer)
      printer.finish()
      return
    }
    if anchorAt != nil || anchor != nil {
      let scope = try lookup.onlyScope(feed: feed, environment: key)
      let answer = try anchorAnswer(try lookup.list(list.list, in: scope))
      switch format {
      case .json: StandardOutput.write(json: answer.json)
      case .table: StandardOutput.write(answer.line)
      }
      return
    }
    var misses = 0
    var usageMiss: MissReason?
    func look(_ id: String) throws {
      // Ids in feeds have no surrounding white space, so it is removed here as well.
      let result = try lookup.lookup(
        id: id.trimmingCharacters(in: .whitespacesAndNewlines), feed: feed, environment: key,
        version: recordVersion)
      switch result {
      case .hit(let hit): try printer.print(hit)
      case .miss(let reason):
        misses += 1
        if reason.isUsage { usageMiss = usageMiss ?? reason }
        let nearest = misses <= Self.suggestions ? try suggestion(reason, lookup) : ""
        StandardError.write("cellheights: \(reason)\(nearest)".printable())
      }
    }
    for id in ids {
      if id == "-" {
        while let line = readLine() {
          if !line.isEmpty { try look(line) }
        }
      } else {
        try look(id)
      }
    }
    printer.finish()
    if usageMiss != nil { throw ExitCode(ExitStatus.usage.rawValue) }
    if misses > 0 { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }

  /// Maximum number of misses for which a similar id is searched.
  private static let suggestions = 20

  /// A sentence that suggests a similar id for an unknown one; empty if there is none.
  private func suggestion(_ reason: MissReason, _ lookup: HeightLookup) throws -> String {
    guard case .unknownRecord(let id, let feeds) = reason,
      let nearest = try lookup.nearestID(to: id, inFeeds: feeds)
    else { return "" }
    return "; did you mean '\(nearest)'?"
  }

  /// The anchor for an offset, or the position and offset for an anchor.
  private func anchorAnswer(_ list: LookupList) throws -> AnchorDocument {
    if let anchor {
      guard let resolved = try list.resolve(anchor.anchor) else {
        throw Failure(
          .negativeAnswer,
          "neither '\(anchor.anchor.id)' nor a record that followed it is in the list".printable())
      }
      return .resolved(resolved, list)
    }
    guard let taken = try list.anchor(atOffset: anchorAt ?? 0) else {
      throw Failure(.negativeAnswer, "the list is empty and has no anchor")
    }
    return .anchor(taken, list)
  }

  private func outside(_ list: LookupList) -> Failure {
    Failure(
      .negativeAnswer,
      "the list has \(counted(list.count, "cell")); positions go from 0 up to but not \(list.count)"
    )
  }

  /// The positions of the cells of a section.
  private func positions(
    ofSection value: String, in list: LookupList
  ) throws -> Range<Int> {
    let name = list.description.name
    guard let sections = list.sections, sections.shape.hasSections else {
      throw Failure(
        .usage, "list '\(name)' has no sections; name a list that has some with --list".printable())
    }
    if let range = try list.range(ofSection: value) { return range }
    let first =
      sections.count > 0
      ? "; the first cell of a section is '\(try list.id(at: sections.range(ofSection: 0).lowerBound))'"
      : ""
    throw Failure(
      .negativeAnswer,
      "list '\(name)' has no section '\(value)' among its \(counted(sections.count, "section"))\(first)"
        .printable())
  }

  private func printList(
    _ lookup: HeightLookup, _ key: String?, _ printer: inout CellPrinter
  ) throws {
    let list = try lookup.list(
      list.list, in: try lookup.onlyScope(feed: feed, environment: key))
    if let atOffset {
      guard atOffset >= 0, atOffset < list.extent,
        let index = try list.index(atOffset: atOffset)
      else {
        throw Failure(
          .negativeAnswer,
          "the list is \(points(list.extent)) points high; no cell is at "
            + points(atOffset))
      }
      try printer.print(
        try list.hit(at: index),
        sticky: try list.stickyHeader(atOffset: atOffset, index: index).map {
          ($0, try list.id(at: $0.index))
        })
    }
    if let section {
      for hit in try list.hits(try positions(ofSection: section, in: list)) {
        try printer.print(hit)
      }
    }
    if let position {
      guard position < list.count else { throw outside(list) }
      try printer.print(try list.hit(at: position))
    }
    if let range {
      // As in paging, the end may be larger than the number of cells.
      guard range.range.lowerBound < list.count || range.range.isEmpty else {
        throw outside(list)
      }
      let positions = range.range.clamped(to: 0..<list.count)
      for hit in try list.hits(positions) { try printer.print(hit) }
    }
  }
}

/// A range of positions as an argument: `A..B`, from 0 and without B.
struct PositionRange: ExpressibleByArgument {
  let range: Range<Int>

  init?(argument: String) {
    guard let dots = argument.range(of: "..") else { return nil }
    guard let lower = Int(argument[..<dots.lowerBound]),
      let upper = Int(argument[dots.upperBound...]), 0 <= lower, lower <= upper
    else { return nil }
    range = lower..<upper
  }
}

/// Prints cells with their positions in a list.
struct CellPrinter {
  let lookup: HeightLookup
  /// The name of the list.
  let list: String
  let format: OutputFormat
  private let labels: StoredLabelOptions?
  private var texts: StoredTexts?
  private var lists: [String: LookupList] = [:]
  private var printed = 0
  private var hasSubstitutes = false

  init(
    lookup: HeightLookup, list: String, format: OutputFormat, labels: StoredLabelOptions? = nil,
    texts: StoredTexts? = nil
  ) {
    self.labels = labels
    self.texts = texts
    self.lookup = lookup
    self.list = list
    self.format = format
  }

  /// Prints a cell.
  ///
  /// - Parameter sticky: The header that is drawn over the cell, with its id; `nil` for none.
  mutating func print(_ hit: LookupHit, sticky: (header: StickyHeader, id: String)? = nil) throws {
    try labels?.check(hit.scope.feed, store: lookup.store)
    var document = try document(of: hit)
    if let bound = try texts?.texts(of: hit) { document.texts = bound }
    switch format {
    case .json:
      StandardOutput.write(
        json: document.line { json in
          guard let sticky else { return }
          json.object("sticky") { json in
            json.member("id", sticky.id)
            json.member("section", sticky.header.section)
            json.member("position", sticky.header.index)
            json.member("offset", sticky.header.top)
            json.member("pushed", sticky.header.pushed)
          }
        })
    case .table:
      if printed > 0 { StandardOutput.write("") }
      StandardOutput.write(titled: document.table)
      if let sticky {
        let pushed =
          sticky.header.pushed > 0 ? ", pushed \(points(sticky.header.pushed)) pt" : ""
        StandardOutput.write("sticky  '\(sticky.id)'\(pushed)".printable())
      }
    }
    printed += 1
    hasSubstitutes = hasSubstitutes || hit.layout.caveats.contains(.substituteFont)
  }

  /// Prints, after the last cell, a note if a substitute font was used.
  func finish() {
    guard format == .table, hasSubstitutes else { return }
    StandardOutput.write("note  \(SubstituteFontNote.text)")
  }

  private mutating func document(of hit: LookupHit) throws -> CellDocument {
    guard !hit.scope.environment.environment.isRange else {
      return CellDocument(hit, position: nil, generation: lookup.generation.number)
    }
    let key = "\(hit.scope.feed.id) \(hit.scope.environment.id.rawValue)"
    let list = try lists[key] ?? lookup.list(list, in: hit.scope)
    lists[key] = list
    return try list.document(of: hit)
  }
}

/// An anchor as an argument: a `cellheights.anchor/1` document, of which only `id` is required.
struct AnchorArgument: ExpressibleByArgument {
  let anchor: ScrollAnchor

  init?(argument: String) {
    let bytes = Array(argument.utf8)
    guard let value = try? JSONParser().parse(bytes[...]),
      let id = value["id"]?.text, !id.isEmpty
    else { return nil }
    let inside = value["inside"]?.number ?? 0
    let generation = value["generation"]?.number.flatMap { Int(exactly: $0) } ?? 0
    guard inside.isFinite else { return nil }
    anchor = ScrollAnchor(
      id: id, inside: inside, height: value["height"]?.number, generation: generation,
      following: value["following"]?.elements.compactMap(\.text) ?? [])
  }
}

/// The output for an anchor: the anchor at an offset, or the position and offset of an anchor.
enum AnchorDocument {
  /// The document `cellheights.anchor/1`.
  case anchor(ScrollAnchor, LookupList)
  /// The document `cellheights.anchor-resolved/1`.
  case resolved(ResolvedAnchor, LookupList)

  /// The output for people, in one line.
  var line: String {
    switch self {
    case .anchor(let anchor, _):
      "\(points(anchor.inside)) points into '\(anchor.id)' in generation \(anchor.generation)"
        .printable()
    case .resolved(let resolved, _):
      ("offset \(points(resolved.screenTop)), position \(resolved.position), '\(resolved.id)'"
        + (resolved.isExact ? "" : ": the record itself is gone, this one followed")).printable()
    }
  }

  var json: String {
    switch self {
    case .anchor(let anchor, let list):
      JSONWriter.document("cellheights.anchor/1") { json in
        json.member("id", anchor.id)
        json.member("inside", anchor.inside)
        if let height = anchor.height { json.member("height", height) }
        json.member("generation", anchor.generation)
        json.strings("following", anchor.following)
        Self.write(list, to: &json)
      }
    case .resolved(let resolved, let list):
      JSONWriter.document("cellheights.anchor-place/1") { json in
        Self.write(list, to: &json)
        json.member("id", resolved.id)
        json.member("follows", !resolved.isExact)
        json.member("position", resolved.position)
        json.member("offset", resolved.offset)
        json.member("y", resolved.screenTop)
      }
    }
  }

  private static func write(_ list: LookupList, to json: inout JSONWriter) {
    json.member("feed", list.scope.feed.name)
    json.member("environment", list.scope.key)
    json.member("list", list.description.name)
  }
}

extension CellDocument {
  /// The cell as lines of a table.
  var table: [String] {
    let height =
      layout.heights.map { counted($0.runs.count, "height") }
      ?? "\(points(grid.points(layout.height))) pt"
    let heading = "\(id)  \(height)  (\(environment), template \(template.name))"
    let caveats =
      layout.caveats.isEmpty ? "exact" : layout.caveats.names.joined(separator: ", ")
    var facts = ["trust \(caveats)", "version \(version)"]
    if let feed { facts.append("feed \(feed)") }
    if let position {
      facts.append("position \(position.position), offset \(points(position.offset)) pt")
      if let path = position.path {
        facts.append("section \(path.section)" + (path.item.map { ", item \($0)" } ?? ""))
      }
    }
    if let generation { facts.append("generation \(generation)") }
    if let heights = layout.heights {
      var table = TextTable([">from width", ">height"])
      for run in self.heights(of: heights) {
        table.add([run.width.fixed(2), run.height.fixed(2)])
      }
      return [heading, facts.joined(separator: ", ")].map { $0.printable() } + table.lines
    }
    if !hasFrames { facts.append("stored without frames") }
    var table = TextTable(["view", ">x", ">y", ">width", ">height", ">lines"])
    for (view, frame, lines) in views {
      table.add(
        [view.id]
          + [frame.x, frame.y, frame.width, frame.height].map { grid.points($0).fixed(2) }
          + [lines.map { "\($0.count)\($0.truncated ? "…" : "")" } ?? ""])
    }
    return [heading, facts.joined(separator: ", ")].map { $0.printable() }
      + (hasFrames ? table.lines : [])
  }
}
