import HeightStore
import StructuredDocuments

/// Words that `diff` and `template diff` share.
enum ComparisonWords {
  /// Headings of the columns with the numbers of cells.
  static func columns(_ changes: [CellChange]) -> [String] { changes.map(\.rawValue) }

  /// A number of cells with how they differ; `nil` for none that differ.
  static func counted(_ cells: Int, _ change: CellChange) -> String? {
    guard cells > 0 || change == .same else { return nil }
    return switch change {
    case .same: "\(grouped(cells)) the same"
    case .added: "\(grouped(cells)) added"
    case .removed: "\(grouped(cells)) removed"
    case .height: "\(grouped(cells)) with another height"
    case .otherwise: "\(grouped(cells)) otherwise different"
    case .failed: "\(grouped(cells)) failing now"
    case .recovered: "\(grouped(cells)) no longer failing"
    }
  }

  /// Points with a sign, `0` without.
  static func signed(_ number: Double) -> String {
    let text = points(number)
    return number > 0 && text != "0" ? "+\(text)" : text
  }

  /// Writes the members of an environment's numbers.
  static func write(
    _ numbers: EnvironmentComparison, _ changes: [CellChange], to json: inout JSONWriter
  ) {
    json.member("environment", numbers.environment)
    for change in changes { json.member(change.rawValue, numbers.count(change)) }
    json.member("old", numbers.before)
    json.member("new", numbers.after)
    json.member("by", numbers.total)
    json.member("largest", numbers.largest)
    json.member("mean", numbers.mean)
  }
}
