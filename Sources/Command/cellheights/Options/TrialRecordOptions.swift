import ArgumentParser
import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives

/// The records that a template is checked with.
struct TrialRecordOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A stored feed, whose own files are read, or a feed file; may be repeated.",
      valueName: "feed"), completion: .feed)
  var feed: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A feed file, or - for standard input; may be repeated.", valueName: "file"),
    completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions

  @OptionGroup var store: StoreOption

  /// The files to read.
  ///
  /// - Parameter templates: Number of templates that are checked.
  func sources(templates: Int, _ settings: Settings) throws -> [FeedSource] {
    var paths: [String] = []
    var lookup: HeightLookup?
    let store = store.path(settings)
    for name in feed {
      if name == "-" || name.contains("/") || FileManager.default.fileExists(atPath: name) {
        paths.append(name)
        continue
      }
      guard lookup != nil || FileManager.default.fileExists(atPath: store) else {
        throw Failure(
          .inputMissing,
          "'\(name)' is no file, and there is no store \(store) with a feed of that name")
      }
      let opened = try lookup ?? HeightLookup(store: store)
      lookup = opened
      guard let entry = opened.feeds.first(where: { $0.name == name }) else {
        throw Failure(
          .usage,
          "'\(name)' is no file, and the store \(store) has no feed of that name; it has "
            + opened.feeds.map(\.name).joined(separator: ", ")
            + NearestName(opened.feeds.map(\.name)).suggestion(for: name))
      }
      let files = entry.recordFiles
      guard !files.isEmpty, !files.contains("-") else {
        throw Failure(
          .usage, "feed '\(name)' came from standard input; give its records with --input FILE")
      }
      paths += files
    }
    paths += input
    let stdin = paths.count { $0 == "-" }
    guard stdin == 0 || (stdin == 1 && templates == 1) else {
      throw Failure(
        .usage, "standard input can be read once only; give a file, or check one template")
    }
    return paths.map(FeedSource.init(path:))
  }
}
