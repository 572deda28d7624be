import ArgumentParser
import FeedRecords
import Precomputation

/// The feeds of a build and how they are read.
struct FeedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Feed files, or - for standard input.",
      discussion: "RSS, Atom, JSON Feed, NDJSON, or JSON with an array of records."))
  var files: [String]

  @Option(
    name: .long,
    help: "One feed of this name from all files; by default each file is a feed named after it."
  )
  var feed: String?

  @Option(
    name: .long,
    help: "A built-in mapping's name or a mapping file; by default found by content.")
  var mapping: String?

  /// The feeds to build.
  func feeds() throws -> [FeedInput] {
    let mapping = try mapping.map { try RecordMapping.named($0) }
    if let feed {
      guard !feed.isEmpty else { throw Failure(.usage, "--feed needs a name that is not empty") }
      return [FeedInput(name: feed, sources: files.map(FeedSource.init(path:)), mapping: mapping)]
    }
    var names: [String: String] = [:]
    return try files.map { file in
      let name = Self.name(of: file)
      if let other = names.updateValue(file, forKey: name) {
        throw Failure(
          .usage,
          "\(other) and \(file) would both be feed '\(name)'; "
            + "give --feed NAME to make one feed of them, or build them one after the other")
      }
      return FeedInput(name: name, sources: [FeedSource(path: file)], mapping: mapping)
    }
  }

  /// The base name of a file without a compression suffix and then one extension.
  static func name(of file: String) -> String {
    guard file != "-" else { return "stdin" }
    var name = Substring(file.split(separator: "/").last ?? "feed")
    for suffix in [".gz", ".zst", ".bz2", ".xz"] where name.count > suffix.count {
      if name.hasSuffix(suffix) {
        name = name.dropLast(suffix.count)
        break
      }
    }
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
    return String(name)
  }
}
