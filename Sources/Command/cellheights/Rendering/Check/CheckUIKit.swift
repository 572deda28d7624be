import AutoLayout
import CellTemplates
import StructuredDocuments

/// The result of a check in the format of UIKit's log.
///
/// Constraints are identified by their ids instead of memory addresses.
struct CheckUIKit {
  let report: CheckReport

  /// The lines of the log; empty if UIKit would report none of the findings.
  var lines: [String] {
    report.findings.flatMap { layout -> [String] in
      switch layout.diagnosis {
      case .unsatisfiable(let layout): unsatisfiable(layout)
      case .ambiguous(let layout): ambiguous(layout)
      case .feedbackLoop(let loop): degenerate(loop)
      case .tie, nil: []
      }
    }.map { line in
      // The format indents with tabs.
      let tabs = line.prefix { $0 == "\t" }
      return tabs + String(line.dropFirst(tabs.count)).printable()
    }
  }

  private func unsatisfiable(_ layout: UnsatisfiableLayout) -> [String] {
    [
      "Unable to simultaneously satisfy constraints.",
      "\tProbably at least one of the constraints in the following list is one you don't want. ",
      "\tTry this: ",
      "\t\t(1) look at each constraint and try to figure out which you don't expect; ",
      "\t\t(2) find the code that added the unwanted constraint or constraints and fix it. ",
    ] + list(layout.members) + [
      "", "Will attempt to recover by breaking constraint ", entry(layout.relaxed), "",
      "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the "
        + "debugger.",
      "The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in "
        + "<UIKitCore/UIView.h> may also be helpful.",
    ]
  }

  private func list(_ constraints: [ImposedConstraint]) -> [String] {
    let entries = constraints.map { "    \"\(entry($0))\"" }
    return ["("] + entries.dropLast().map { $0 + "," } + entries.suffix(1) + [")"]
  }

  private func entry(_ constraint: ImposedConstraint) -> String {
    let identifier =
      switch constraint.source {
      case .environmentWidth: " 'UIView-Encapsulated-Layout-Width'"
      case .environmentHeight: " 'UIView-Encapsulated-Layout-Height'"
      case .constraint(let index):
        report.template.stackIdentifier(ofConstraint: index).map { " '\($0)'" } ?? ""
      default: ""
      }
    let kind =
      switch constraint.source {
      case .hugging, .compression: "NSContentSizeLayoutConstraint"
      default: "NSLayoutConstraint"
      }
    return "<\(kind):\(constraint.identifier)\(identifier) \(constraint.equation)   (active)>"
  }

  /// The view tree in the format of `_autolayoutTrace`, in which the ambiguous view is marked.
  private func ambiguous(_ layout: AmbiguousLayout) -> [String] {
    let views = report.template.views
    return views.indices.map { index in
      var depth = 0
      var parent = views[index].parent
      while let above = parent {
        depth += 1
        parent = views[above].parent
      }
      let name = "\(views[index].kind.uikitClass):\(views[index].id)"
      let line =
        String(repeating: "|   ", count: depth) + (depth == 0 ? "•" : "*") + name
      guard index == layout.item else { return line }
      let variable =
        switch layout.attribute {
        case .leading: "minX"
        case .top: "minY"
        case .width: "Width"
        default: "Height"
        }
      return "\(line)- AMBIGUOUS LAYOUT for \(name).\(variable){id: \(index)}"
    }
  }

  private func degenerate(_ loop: FeedbackLoop) -> [String] {
    let views = report.template.views
    let root = "<\(views[0].kind.uikitClass): \(views[0].id)>"
    let caught = loop.views.map { id in
      "<\(views.first { $0.id == id }?.kind.uikitClass ?? "UIView"): \(id)>"
    }
    return [
      "[LayoutLoop] Degenerate layout! Layout feedback loop detected in subtree of \(root).",
      "Top-level view = \(root)", "Views caught in loop: \(caught.joined(separator: ", "))",
      "Variable oscillating: \(loop.variable) = "
        + loop.values.map(points).joined(separator: ", ") + "; \(loop.passes) layouts",
      "Constraints affecting it:",
    ] + list(loop.constraints)
  }
}

extension TemplateView.Kind {
  /// The name of the UIKit class for a kind of view.
  fileprivate var uikitClass: String {
    switch self {
    case .cell: "UITableViewCellContentView"
    case .label: "UILabel"
    case .image: "UIImageView"
    case .button: "UIButton"
    case .stack: "UIStackView"
    case .switch: "UISwitch"
    case .guide: "UILayoutGuide"
    case .view, .grid, .spacer: "UIView"
    }
  }
}

extension ImposedConstraint {
  /// An id without spaces: the declared id, or else one from the number or anchor of the
  /// constraint.
  var identifier: String {
    switch source {
    case .environmentWidth: return "environment.width"
    case .environmentHeight: return "environment.height"
    case .fittingPull: return "fitting"
    case .fixed, .hugging, .compression:
      // In `title.width <= 120.333 @250`, the anchor is the text before the relation.
      let anchor = equation.prefix { $0 != " " }
      let rule =
        switch source {
        case .fixed: "size"
        case .hugging: "hugging"
        default: "compression"
        }
      return "\(anchor).\(rule)"
    case .constraint(let index):
      let isWord = name.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0))
      }
      return isWord && !name.isEmpty ? name : "c\(index + 1)"
    }
  }
}
