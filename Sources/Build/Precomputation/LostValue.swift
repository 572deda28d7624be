import HeightStore
import LayoutPrimitives

/// A path that records of a feed answered in the last generation, and that few or none answer now.
struct LostValue {
  /// The part of the expected number of records below which a value is lost: a fifth.
  private static let part = 5
  /// The probability above which the loss may be chance: 1 in 20.
  private static let chance = 0.05
  /// Number of changed records from which `build --changes` looks for lost values.
  private static let changedRecords = 20

  /// The path, as templates write it.
  let path: String
  private let before: (answered: Int, records: Int)
  private let now: (answered: Int, records: Int)

  /// The lost values of a feed, sorted by path.
  ///
  /// A value is lost if the share of records that have it is below a fifth of the share in the last
  /// generation. It is not lost if so few records had it that none of the records now might have it
  /// by chance: if (1 − earlier share) to the power of the number of records is 1 in 20 or more.
  ///
  /// - Parameters:
  ///   - before: The feed in the last generation.
  ///   - now: For each path of the templates, the number of records that were asked and of those
  ///     that have a value.
  ///   - isWhole: Whether these are all records of the feed. Otherwise nothing is lost while they
  ///     are fewer than 20 and fewer than half of the feed.
  static func all(
    before: FeedEntry, now: [(path: String, records: Int, answered: Int)], isWhole: Bool
  ) -> [LostValue] {
    let previous = Dictionary(before.paths.map { ($0.path, $0.records) }) { first, _ in first }
    return now.sorted { $0.path < $1.path }.compactMap { path, records, answered in
      guard let had = previous[path], had > 0, records > 0,
        isWhole || records >= min(changedRecords, (before.records + 1) / 2)
      else { return nil }
      // Failed records have values, too.
      let all = max(before.records, had)
      let share = Double(had) / Double(all)
      guard Double(answered * part) < share * Double(records),
        chanceOfNone(of: records, share: share) < chance
      else { return nil }
      return LostValue(path: path, before: (had, all), now: (answered, records))
    }
  }

  /// The probability that none of some records has a value that a share of all records has.
  private static func chanceOfNone(of records: Int, share: Double) -> Double {
    var (result, factor, left) = (1.0, 1 - share, records)
    while left > 0 {
      if left % 2 == 1 { result *= factor }
      factor *= factor
      left /= 2
    }
    return result
  }

  /// What was found, in one clause.
  var message: String {
    "'{\(path)}' had a value in \(before.answered) of \(before.records) records of the last "
      + "generation, and has one in \(now.answered) of \(now.records) now"
  }

  /// The advice for a person.
  static let help =
    "check the feed and its mapping for a member that was renamed; 'cellheights records' shows what "
    + "records have"

  /// The finding, without a location in a template.
  var finding: Finding {
    Finding(
      code: "CH0621", severity: .warning, word: FindingKind.lost.rawValue, message: message,
      help: Self.help)
  }
}
