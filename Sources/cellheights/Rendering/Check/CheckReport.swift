import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives

/// What `template check` found out about one template.
struct CheckReport {
  /// Records of the feeds that could not be read.
  struct Unreadable {
    var count = 0
    var first = ""
  }

  /// The template as asked for.
  let name: String
  let listings: SourceListings
  let examination: TemplateExamination
  var unreadable = Unreadable()
  /// Whether records, or sizes in place of them, were tried; else one cell without content was.
  var hasRecords = true

  var template: CellTemplate { examination.plan.template }

  /// `apart`, or `joined` when both axes are one system.
  var program: String {
    examination.plan.layoutPlan(.leftToRight).program == .joined ? "joined" : "apart"
  }

  /// Whether cells fail, or required constraints had to give.
  var hasErrors: Bool { examination.count(.error) > 0 }

  /// Findings by severity, the worst first; of one severity in the order met.
  var findings: [TemplateFinding] {
    TemplateFinding.Severity.allCases.flatMap { severity in
      examination.findings.filter { $0.severity == severity }
    }
  }
}
