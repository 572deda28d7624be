import ArgumentParser
import CellTemplates
import FeedRecords
import LayoutPrimitives
import Precomputation

/// `--changes`.
struct ChangesOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Apply changes to a stored feed (--feed, or the only one), without reading the whole feed.",
      discussion: """
        NDJSON in the order of application: {"put":RECORD}, {"put":RECORD,"before":"ID"} or \
        {"delete":"ID"}. A record without `before` comes to the top.
        """,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var changes: String?

  /// Checks that no option of a whole build is given.
  func validate(_ others: [(option: String, isGiven: Bool)]) throws {
    guard let changes else { return }
    guard !changes.isEmpty else { throw ValidationError("--changes needs the path of a file") }
    if let other = others.first(where: \.isGiven) {
      throw ValidationError(
        "--changes applies to what is stored of a feed, in its stored environments; leave "
          + "\(other.option) out, or build the whole feed")
    }
  }

  /// The stored feed that the changes apply to.
  func feed(
    _ options: FeedOptions, _ template: TemplateOption, _ stored: StoredFeeds, store: String,
    _ settings: Settings
  ) throws -> FeedInput {
    let names = stored.names
    guard let first = names.first else {
      throw Failure(
        .inputMissing, "\(store) has no feed to apply changes to; build the whole feed first")
    }
    guard let name = options.feed ?? (names.count == 1 ? first : nil) else {
      throw Failure(
        .usage, "\(store) has several feeds, \(names.joined(separator: ", ")); say which: --feed")
    }
    guard names.contains(name) else {
      throw Failure(
        .usage,
        "\(store) has no feed '\(name)'; it has \(names.joined(separator: ", "))"
          + NearestName(names).suggestion(for: name))
    }
    let configured = settings.file?.feed(name)
    let settings = settings.remembering(stored.arguments(of: name))
    var feed = FeedInput(
      name: name, sources: [],
      template: try settings.explaining(feed: name) {
        try template.plan(settings, feed: configured)
      }, maximumRemoved: configured?.maximumRemoved?.value.bound)
    feed.arguments = try template.arguments(settings, feed: configured)
    return feed
  }
}
