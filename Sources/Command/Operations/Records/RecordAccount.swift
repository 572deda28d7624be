package import FeedRecords
import HeightStore
import Precomputation
import StructuredDocuments

/// The counts of the records of a feed.
package struct RecordAccount {
  /// Records that could be read.
  package private(set) var good = 0
  private var failed = 0
  private var duplicates = 0
  private let seen = DuplicateFilter()
  private var groups: [(first: RecordFailure, count: Int)] = []

  package init() {}

  /// Number of records, failed ones included.
  package var read: Int { good + failed }

  package mutating func add(_ item: FeedItem) throws(FeedError) {
    switch item {
    case .record(let record):
      good += 1
      if try !seen.isFirst(record) { duplicates += 1 }
    case .failure(let failure):
      failed += 1
      if let known = groups.firstIndex(where: { $0.first.code == failure.code }) {
        groups[known].count += 1
      } else {
        groups.append((failure, 1))
      }
    }
  }

  /// Failures and warnings, one line per kind, then the totals.
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
  /// The record document with `content_runs` as its last member, if its HTML has any.
  ///
  /// - Parameter limits: The limits that the record was read with.
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
