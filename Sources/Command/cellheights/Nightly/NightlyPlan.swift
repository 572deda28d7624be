import Foundation
import LayoutPrimitives

/// The parameters of an unattended build.
struct NightlyPlan {
  /// The store that is locked and checked.
  var store: String
  /// The effective configuration file; `nil` for none.
  var config: String?
  /// Feed files, passed on to `build`.
  var files: [String]
  /// Feeds that are fetched.
  var webFeeds: [WebFeed]
  /// `--store` and `--config`, if given.
  var flags: [String]
  /// The arguments after `--`.
  var further: [String]
  /// Whether unchanged feeds are fetched too.
  var isFresh: Bool
  var limits: FetchLimits
  /// The program that builds.
  var program: String
  /// What fetches `webFeeds` and tells `ping`; `nil` where there is neither.
  var curl: Curl?
  /// The file for metrics; `nil` for none.
  var metrics: String?
  /// The address that is told of the run; `nil` for none.
  var ping: NightlyPing?

  /// The prefix of the files that keep state between runs.
  var state: String { store + ".nightly" }
  /// The file with the generation of the last successful run.
  var generationFile: String { state + ".generation" }

  /// The folder of fetched feeds while a run lasts.
  ///
  /// It is the same in each run, because the store keeps the paths of sources.
  var fetched: String { state + ".feeds" }

  /// A hash of what the cells of a fetched feed depend on besides its content: arguments,
  /// variables, configuration, files named by arguments, and the program.
  ///
  /// - Parameter variables: The environment variables.
  func circumstances(of feed: WebFeed, _ variables: [String: String]) -> String {
    var hasher = ContentHasher()
    func add(_ bytes: some Collection<UInt8>) {
      // With its length, for an unambiguous hash.
      hasher.update("\(bytes.count):".utf8)
      hasher.update(bytes)
    }
    for word in [feed.url] + flags + further { add(word.utf8) }
    for (name, value) in variables.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("CELLHEIGHTS_") {
      add("\(name)=\(value)".utf8)
    }
    // Files may be written as --name=file.
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
