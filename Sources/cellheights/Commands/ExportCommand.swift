import ArgumentParser
import CellDocuments
import HeightLookup
import HeightStore
import LayoutPrimitives

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print every stored cell in list order, one cellheights.cell/1 a line.")

  @Option(name: .long, help: "The feed; by default all of them.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment; by default all of a feed's.",
    completion: .storedEnvironment)
  var environment: String?

  @OptionGroup var list: ListOption
  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Shape of the output.")
  var format = LineFormat.ndjson

  func run() throws {
    let settings = try configured.settings()
    let lookup = try HeightLookup(store: store.path(settings))
    let key = try environment.map { try settings.environment($0).key }
    let names = feed.map { [$0] } ?? lookup.feeds.map(\.name)
    var output = BufferedOutput()
    for name in names {
      let known = lookup.environments(feed: name)
      guard key != nil || !known.isEmpty else {
        _ = try lookup.onlyScope(feed: name, environment: nil)
        continue
      }
      let keys = key.map { [$0] } ?? known.filter { !$0.isRange }.map(\.key)
      if key == nil, let range = known.first(where: \.isRange) {
        StandardError.write(
          "cellheights: left out of feed '\(name)': \(range.key), a range of widths, which has no list"
        )
      }
      for key in keys {
        let list = try lookup.list(
          list.list, in: try lookup.onlyScope(feed: name, environment: key))
        try list.forEach { index, hit in
          let place = CellDocument.Place(
            list: list.description.name, position: index, offset: try list.offset(of: index))
          output.write(
            CellDocument(hit, place: place, generation: lookup.generation.number).line)
        }
      }
    }
    output.flush()
  }
}
