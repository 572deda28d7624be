import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives

/// The result of `template check` for one template.
struct CheckReport {
  /// Records of the feeds that could not be read.
  struct Unreadable {
    var count = 0
    var first = ""
  }

  /// The template as named by the user.
  let name: String
  let listings: SourceListings
  let examination: TemplateExamination
  var unreadable = Unreadable()
  /// Whether records or sizes were examined, or else one cell without content.
  var hasRecords = true

  var template: CellTemplate { examination.plan.template }

  /// `apart`, or `joined` if both axes are one system; `boxes` for a template without constraints.
  var program: String {
    if template.boxCount != nil { return "boxes" }
    return examination.plan.layoutPlan(.leftToRight).program == .joined ? "joined" : "apart"
  }

  /// Whether there are findings of severity error.
  var hasErrors: Bool { examination.count(.error) > 0 }

  /// Findings by severity, the worst first; of equal severity in order of discovery.
  var findings: [(finding: Finding, diagnosis: TemplateExamination.Diagnosis?)] {
    let all = Array(zip(examination.findings, examination.diagnoses))
    return FindingSeverity.allCases.flatMap { severity in
      all.filter { $0.0.severity == severity }.map { (finding: $0.0, diagnosis: $0.1) }
    }
  }
}
