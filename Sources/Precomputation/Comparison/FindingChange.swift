public import LayoutPrimitives

/// A finding of which other numbers of cells have it in another template.
public struct FindingChange: Hashable, Sendable {
  /// The finding, with the counts of the first template that has it.
  public let finding: Finding
  /// The cells that have it in the old template, by environment.
  public private(set) var before: [Int]
  /// The cells that have it in the new template, by environment.
  public private(set) var after: [Int]

  /// What names a finding in both templates.
  private struct Key: Hashable {
    let severity: FindingSeverity
    let code: String
    let message: String
  }

  /// Whether no cell had it.
  public var isNew: Bool { before.allSatisfy { $0 == 0 } }
  /// Whether no cell has it any more.
  public var isGone: Bool { after.allSatisfy { $0 == 0 } }

  /// Compares the findings of two templates, each with one.
  static func changes(
    from old: FeedFindings, to new: FeedFindings, environments: [String]
  ) -> [FindingChange] {
    var found: [FindingChange] = []
    var places: [Key: Int] = [:]
    func add(_ findings: FeedFindings, _ counts: WritableKeyPath<FindingChange, [Int]>) {
      for finding in findings.findings {
        let key = Key(severity: finding.severity, code: finding.code, message: finding.message)
        let place = places[key] ?? found.count
        if place == found.count {
          places[key] = place
          let none = [Int](repeating: 0, count: environments.count)
          found.append(FindingChange(finding: finding, before: none, after: none))
        }
        for environment in finding.environments {
          guard let index = environments.firstIndex(of: environment.key) else { continue }
          found[place][keyPath: counts][index] += environment.cells
        }
      }
    }
    add(old, \.before)
    add(new, \.after)
    let changed = found.filter { $0.before != $0.after }
    return changed.filter(\.isNew) + changed.filter { !$0.isNew && $0.isGone }
      + changed.filter { !$0.isNew && !$0.isGone }
  }
}
