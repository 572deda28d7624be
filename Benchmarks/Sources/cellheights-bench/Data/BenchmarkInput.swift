import FeedRecords
import FoundationEssentials
import LayoutPrimitives
import PairedBenchmark

/// The sources of the rows' data.
struct BenchmarkInput {
  /// The project's folder, with `Feeds` and `scripts`.
  let root: String
  /// Records of the row that builds a feed.
  let buildRecords: Int
  /// The path of a library with Yoga's C interface; `nil` if the row that needs it does not run.
  var yoga: String?
  /// Takes results of timed work.
  let sink = Sink()

  /// The environment of rows about single cells.
  func environment() throws -> Environment { try Environment(width: 390) }

  /// The posts of `Feeds/demo.json` that are written in English.
  func englishPosts() throws -> [FeedRecord] {
    let posts = try records(of: "\(root)/Feeds/demo.json").filter { $0.language == "en" }
    guard posts.count >= 100 else {
      throw BenchmarkError("Feeds/demo.json has \(posts.count) English posts, too few to measure")
    }
    return posts
  }

  /// Every record of a feed; one that cannot be read ends the benchmark.
  func records(of path: String) throws -> [FeedRecord] {
    var reader = try FeedReader(source: FeedSource(path: path))
    var records: [FeedRecord] = []
    while let item = try reader.next() {
      switch item {
      case .record(let record): records.append(record)
      case .failure(let failure): throw failure
      }
    }
    return records
  }
}
