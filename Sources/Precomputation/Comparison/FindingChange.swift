import CellTemplates
import LayoutPrimitives

/// A finding of which other numbers of cells have it in another template.
public struct FindingChange: Hashable, Sendable {
  /// `error`, `warning` or `note`.
  public let severity: String
  /// The stable code.
  public let code: String
  /// The kind, such as `truncated`.
  public let kind: String
  /// The view; nil for the cell or the template.
  public let view: String?
  /// One sentence.
  public let message: String
  /// The cells that have it in the old template, by environment.
  public private(set) var before: [Int]
  /// The cells that have it in the new template, by environment.
  public private(set) var after: [Int]

  /// What names a finding in both templates.
  private struct Key: Hashable {
    let severity: String
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
      for part in findings.byTemplate {
        let template = part.plan.template
        for finding in part.findings {
          let message = finding.headline(in: template)
          let key = Key(
            severity: finding.severity.rawValue, code: finding.code, message: message)
          let place = places[key] ?? found.count
          if place == found.count {
            places[key] = place
            let none = [Int](repeating: 0, count: environments.count)
            found.append(
              FindingChange(
                severity: key.severity, code: key.code, kind: finding.word,
                view: finding.view.map { template.views[$0].id }, message: message,
                before: none, after: none))
          }
          for (environment, cells) in zip(finding.environments, finding.cellsByEnvironment) {
            guard let index = environments.firstIndex(of: environment) else { continue }
            found[place][keyPath: counts][index] += cells
          }
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
