import ArgumentParser
import CommandSettings
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import StructuredDocuments

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the stored cells of a list, or its heights in the format of a list view.",
    discussion: """
      ndjson is every stored cell, one cellheights.cell/1 a line, of all feeds and environments \
      unless one is named. The other formats are the heights of one list in one environment: \
      csv and heights for any program, css for content-visibility, swift for UITableView and \
      compositional layouts, the others for TanStack Virtual, React Virtuoso, FlatList, \
      SectionList, Flutter and Legend List.

      For example:  cellheights export --format csv
                    cellheights export --environment 390 --format tanstack
      """)

  @Option(
    name: .long, help: "The feed; by default all of them, or the only one.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment; by default all of a feed's, or its only one.",
    completion: .storedEnvironment)
  var environment: String?

  @OptionGroup var stored: StoredLabelOptions
  @OptionGroup var list: ListOption
  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Shape of the output.")
  var format = ExportFormat.ndjson

  func validate() throws {
    if case .ndjson = format { return }
    guard !stored.lines, !stored.texts else {
      throw ValidationError(
        "\(stored.lines ? "--lines" : "--texts") needs --format ndjson; the other formats have "
          + "heights alone")
    }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let lookup = try HeightLookup(store: settings.storePath, readsLines: stored.lines)
    let key = try environment.map { try settings.storedEnvironment($0) }
    switch format {
    case .ndjson: try printCells(lookup, key, stored.boundTexts(lookup, settings))
    case .shape(let shape): try printHeights(lookup, key, shape)
    }
  }

  private func printCells(
    _ lookup: HeightLookup, _ key: String?, _ texts: StoredTexts?
  ) throws {
    var texts = texts
    let names = feed.map { [$0] } ?? lookup.feeds.map(\.name)
    var output = BufferedOutput(to: StandardOutput.write(_:))
    for name in names {
      if let entry = lookup.feeds.first(where: { $0.name == name }) {
        try stored.check(entry, store: lookup.store)
      }
      let environments = lookup.environments(feed: name)
      guard key != nil || !environments.isEmpty else {
        _ = try lookup.onlyScope(feed: name, environment: nil)
        continue
      }
      let keys = key.map { [$0] } ?? environments.filter { !$0.isRange }.map(\.key)
      if key == nil, let range = environments.first(where: \.isRange) {
        StandardError.write(
          "cellheights: left out of feed '\(name)': \(range.key), a range of widths, which has no list"
        )
      }
      for key in keys {
        let list = try lookup.list(
          list.list, in: try lookup.onlyScope(feed: name, environment: key))
        if list.count == 0 {
          StandardError.write(
            "cellheights: the list '\(list.description.name)' of feed '\(name)' has no cells")
        }
        try list.forEach { index, hit in
          let position = try CellDocument.ListPosition(
            list, named: list.description.name, index)
          var document = CellDocument(
            hit, position: position, generation: lookup.generation.number)
          if let bound = try texts?.texts(of: hit) { document.texts = bound }
          output.write(document.line)
        }
      }
    }
    output.flush()
  }

  private func printHeights(
    _ lookup: HeightLookup, _ key: String?, _ shape: ListExport.Shape
  ) throws {
    let scope = try lookup.onlyScope(feed: feed, environment: key)
    let heights = try lookup.list(list.list, in: scope).heights()
    // A file gets ids unchanged; a terminal would execute control characters in them.
    let isShown = shape == .csv && StandardOutput.isTerminal
    ListExport(heights) { piece in
      guard isShown else { return StandardOutput.write(piece) }
      let text = String(decoding: piece, as: UTF8.self).replacing("\r\n", with: "\n")
      StandardOutput.write(Array(text.printable(lineBreaks: true).utf8))
    }.write(shape)
    for caveat in heights.caveatLines(failed: scope.environment.failed) {
      StandardError.write("cellheights: \(caveat)")
    }
  }
}

extension ListHeights {
  /// The facts that a user of the heights must know, one sentence each.
  ///
  /// - Parameter failed: Number of cells of the feed in the environment that failed, so that no
  ///   list contains them.
  fileprivate func caveatLines(failed: Int) -> [String] {
    var lines: [String] = []
    if count == 0 { lines.append("the list '\(name.list)' of feed '\(name.feed)' has no cells") }
    if failed > 0 {
      lines.append(
        "\(failed) \(failed == 1 ? "record" : "records") of feed '\(name.feed)' failed and "
          + "\(failed == 1 ? "is" : "are") in no list; see cellheights stores")
    }
    if cellsWithCaveats > 0 {
      let reasons = cellsByCaveat.map { "\($0.cells) \($0.name)" }.joined(separator: ", ")
      lines.append(
        "\(cellsWithCaveats) of \(count) heights may be off (\(reasons)); lists that remeasure "
          + "may still shift")
      if cellsByCaveat.contains(where: { Caveats(name: $0.name) == .substituteFont }) {
        lines.append(SubstituteFontNote.text)
      }
    }
    return lines
  }
}
