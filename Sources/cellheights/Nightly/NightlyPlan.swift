import Foundation
import LayoutPrimitives

/// What an unattended build is asked to do.
struct NightlyPlan {
  /// The store that is locked and checked.
  var store: String
  /// The configuration file in force; `nil` for none.
  var config: String?
  /// Feed files, which `build` gets as they are.
  var files: [String]
  /// Feeds that are fetched.
  var webFeeds: [WebFeed]
  /// `--store` and `--config` where they were given.
  var flags: [String]
  /// What was given for `build` behind `--`.
  var further: [String]
  /// Whether feeds are fetched whether they have changed or not.
  var isFresh: Bool
  var limits: FetchLimits
  /// The program that builds.
  var program: String
  /// Where curl is; needed for `webFeeds` only.
  var curl: String

  /// What the names of the files begin with in which nights tell each other something.
  var state: String { store + ".nightly" }
  /// The file that keeps the generation of the last good night.
  var generationFile: String { state + ".generation" }

  /// A hash of what the cells of a fetched feed depend on besides the feed, as far as a night sees it:
  /// arguments, variables, configuration, files that arguments name, and the program.
  ///
  /// - Parameter variables: The environment.
  func circumstances(of feed: WebFeed, _ variables: [String: String]) -> String {
    var hasher = ContentHasher()
    func add(_ bytes: some Collection<UInt8>) {
      // With its length, so that two parts are never another one.
      hasher.update("\(bytes.count):".utf8)
      hasher.update(bytes)
    }
    for word in [feed.url] + flags + further { add(word.utf8) }
    for (name, value) in variables.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("CELLHEIGHTS_") {
      add("\(name)=\(value)".utf8)
    }
    // Templates and mappings may be written as --name=file.
    let named = further.map { word in
      guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
      return String(word[word.index(after: equals)...])
    }
    for path in (config.map { [$0] } ?? []) + named where FileStatus(path)?.isRegular == true {
      add(FileManager.default.contents(atPath: path) ?? Data())
    }
    if let status = FileStatus(program) { add("\(status.size) \(status.modified)".utf8) }
    return hasher.finish().description
  }
}
