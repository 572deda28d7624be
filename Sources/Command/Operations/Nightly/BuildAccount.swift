import CommandSettings
import Foundation
import LayoutPrimitives

/// The members of `cellheights.build/1` that a nightly run checks.
package struct BuildAccount: Decodable {
  package struct Cells: Decodable {
    package var computed: Int
    package var reused: Int
    package var failed: Int
    package var removed: Int
  }

  /// A feed that the build omitted.
  package struct FailedFeed: Decodable {
    package var feed: String
    package var exit: Int32
    package var message: String
  }

  /// The records of a feed that was built.
  package struct BuiltFeed: Decodable {
    package var feed: String
    package var records: Int
    package var failedRecords: Int
  }

  package var records: Int
  package var cells: Cells
  package var failedRecords: Int
  package var duplicates: Int
  package var generation: Int
  package var store: String?
  /// The number of cells with each caveat, by the name of the caveat.
  package var trust: [String: Int]?
  package var feeds: [BuiltFeed]?
  package var failedFeeds: [FailedFeed]?

  package init(document: String) throws(NightlyFailure) {
    guard document.hasPrefix(#"{"schema":"cellheights.build/1""#) else {
      throw NightlyFailure(
        .internalError,
        "the build said it was done, but its document is not cellheights.build/1")
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(document.utf8))
    } catch {
      throw NightlyFailure(
        .internalError,
        "the build's document lacks one of records, computed, reused, failed, removed, "
          + "failedRecords, duplicates, generation")
    }
  }

  /// Checks that the counts of the build agree with each other and with the store.
  ///
  /// - Parameters:
  ///   - last: The generation of the last successful run; 0 for none.
  ///   - state: The path of the file that contains `last`, for messages.
  ///   - store: The path of the published store, for messages.
  ///   - isPublished: Whether the store exists and is not empty.
  /// - Throws: `NightlyFailure` for the first count that does not agree, and if no cell was built.
  package func check(
    after last: Int, in state: String, store: String, isPublished: Bool
  ) throws(NightlyFailure) {
    let (computed, reused, failed) = (cells.computed, cells.reused, cells.failed)
    let all = computed + reused + failed
    if !isPublished {
      throw NightlyFailure(
        .internalError,
        "the build said it was done, but there is no store \(store)")
    }
    if records == 0 { throw NightlyFailure(.badData, "the feeds held no record") }
    // Unreadable records and duplicates have no cells.
    if all < records - failedRecords - duplicates {
      throw NightlyFailure(
        .internalError,
        "\(records) records gave only \(all) cells "
          + "(\(computed) computed, \(reused) reused, \(failed) failed)")
    }
    if failed == all { throw NightlyFailure(.badData, "all \(all) cells failed") }
    // A build keeps the generation number only if nothing changed.
    if generation < last || (generation == last && computed + cells.removed > 0) {
      throw NightlyFailure(
        .internalError,
        "the store's generation is \(generation), the last night's was \(last): it must increase; "
          + "if an older store was put back on purpose, remove \(state)")
    }
  }
}

/// The data that the last successful run saved for the next one.
package struct PreviousRun: Equatable {
  /// Number of bytes of a store that are read at a time.
  private static let partBytes = 1 << 20

  /// The published generation; 0 for none.
  package var generation = 0
  /// The hash of the published file; `nil` if the run fetched no feeds, because only fetches need
  /// it.
  package var storeHash: String?

  /// Creates the data of a published generation.
  package init(generation: Int, storeHash: String?) {
    (self.generation, self.storeHash) = (generation, storeHash)
  }

  /// Parses the text that a run has saved; if its first line is not a number, the generation is 0.
  package init(kept text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    generation = lines.first.flatMap { Int($0) } ?? 0
    storeHash = lines.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text that the run saves: the generation and the hash, one per line.
  package var text: String { "\(generation)\n" + (storeHash.map { "\($0)\n" } ?? "") }

  /// Whether a file is the store that was published: not older, newer or damaged.
  package func published(_ store: String) -> Bool {
    storeHash.map { $0 == Self.hash(of: store) } ?? false
  }

  /// The hash of a whole file; `nil` if the file is missing, empty or unreadable.
  package static func hash(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var hasher = ContentHasher()
    var isEmpty = true
    var part = [UInt8](repeating: 0, count: partBytes)
    while true {
      let count = read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return isEmpty ? nil : hasher.finish().description }
      isEmpty = false
      hasher.update(part[..<count])
    }
  }
}
