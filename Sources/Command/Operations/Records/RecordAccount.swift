package import FeedRecords
import HeightStore
import Precomputation
import StructuredDocuments

/// Counts the records of a feed, its failures and its repeated ids.
package struct RecordAccount {
  /// Number of records that could be read.
  package private(set) var good = 0
  private var failed = 0
  private var duplicates = 0
  private let seen = DuplicateFilter()
  private var groups: [(first: RecordFailure, count: Int)] = []

  package init() {}

  /// Number of records, including failed ones.
  package var read: Int { good + failed }

  package mutating func add(_ item: FeedItem) throws(FeedError) {
    switch item {
    case .record(let record):
      good += 1
      if try !seen.isFirst(record) { duplicates += 1 }
    case .failure(let failure):
      failed += 1
      if let index = groups.firstIndex(where: { $0.first.code == failure.code }) {
        groups[index].count += 1
      } else {
        groups.append((failure, 1))
      }
    }
  }

  /// The output lines: one line per kind of failure or warning, and after them the totals.
  package func lines(_ warnings: [FeedWarning]) -> [String] {
    var lines: [String] = []
    for group in groups {
      let count = group.count == 1 ? "" : " (\(grouped(group.count)) times, this was the first)"
      lines.append("warning \(group.first)\(count)")
    }
    lines += warnings.map { "warning \($0)" }
    let repaired = warnings.filter { $0.code == .repaired }.map(\.count).reduce(0, +)
    lines.append(
      "\(counted(good, "record")), \(grouped(failed)) failed, \(grouped(repaired)) repaired, "
        + counted(duplicates, "duplicate"))
    return lines
  }
}

extension FeedRecord {
  /// The record document; if its HTML has runs, they are its last member, `content_runs`.
  ///
  /// - Parameter limits: The limits with which the record was read.
  package func documentWithRuns(_ limits: FeedLimits) -> String {
    let document = recordJSON
    guard let content = attributedContent(limits: limits), !content.runs.isEmpty else {
      return document
    }
    var runs = JSONWriter()
    content.writeRuns(to: &runs)
    return "\(document.dropLast()),\"content_runs\":\(runs.text)}"
  }
}
