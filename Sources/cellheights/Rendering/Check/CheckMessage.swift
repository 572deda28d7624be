import AutoLayout
import CellTemplates
import LayoutPrimitives

/// The text of a finding: what was found, why, and what to do.
struct CheckMessage {
  /// A related location.
  struct Related {
    var place: DocumentPlace?
    var text: String
  }

  var severity: FindingSeverity
  var code: String
  var place: DocumentPlace?
  /// What was found, in one clause.
  var headline: String
  /// The related constraints, in document order.
  var related: [Related] = []
  /// The reasons.
  var facts: [String] = []
  /// What to do; empty for nothing.
  var help = ""

  init(_ finding: TemplateFinding, _ template: CellTemplate) {
    severity = finding.severity
    code = finding.code
    headline = ""
    switch finding.cause {
    case .unsatisfiable(let found): describe(found, template)
    case .ambiguous(let found): describe(found, template)
    case .tie(let found): describe(found, template)
    case .feedbackLoop(let loop): describe(loop, template)
    case .failure(_, let message):
      headline = "a cell has no layout: \(message)"
    case .habit(let habit): describe(habit, template)
    case .suspicious, .shown, .unanswered, .unbound, .foreignWord:
      place = finding.place(in: template)
      headline = finding.headline(in: template)
      help = finding.help(in: template)
    case .boundMultiplier(let index):
      place = template.place(of: .constraint(index))
      headline =
        "'\(template.system.constraints[index].name)' brings another multiplier with each record, "
        + "and it multiplies what the solver is to find"
      facts = ["the solver begins from nothing for each record instead of going on from the last"]
      help =
        "where it makes a height of a width, decide that width by required constraints before it: the "
        + "multiplier is then only a number of the heights"
    }
  }

  private mutating func describe(_ found: UnsatisfiableLayout, _ template: CellTemplate) {
    place = template.place(of: found.relaxed.source)
    let others = found.members.filter { $0 != found.relaxed }
    headline =
      others.isEmpty
      ? "'\(found.relaxed.equation)' cannot be met and had to give: no view is smaller than 0"
      : "'\(found.relaxed.equation)' contradicts "
        + "\(counted(others.count, "other required constraint")) and had to give"
    related = others.map { Related($0, template) }
    let distance = points(found.leastError)
    facts = ["it fails by at least \(distance) pt while those before it hold"]
    if !others.isEmpty {
      facts.append("together they cannot hold; without any one of them the rest can")
      help =
        "change one of the numbers by \(distance) pt, or let one of the constraints give way on "
        + "purpose: a priority below 1000, such as @999"
    } else {
      help = "write a number that leaves the view a size of 0 or more"
    }
  }

  private mutating func describe(_ found: AmbiguousLayout, _ template: CellTemplate) {
    place = template.place(ofView: found.item)
    headline = "nothing decides \(found.variable)"
    related = found.affecting.map { Related($0, template) }
    let values = found.solutions.map { points($0.value) }
    if values.count > 1 {
      facts = [
        "\(values[0]) pt and \(values[1]) pt are both valid; \(values[0]) pt, nearest to zero, "
          + "is taken"
      ]
    } else {
      facts = ["\(values.first ?? "0") pt, nearest to zero, is taken"]
    }
    help =
      found.attribute.isExtent
      ? "give it a size, an intrinsic size, or constrain both of its edges"
      : "constrain one of its edges or its centre along that axis"
  }

  private mutating func describe(_ found: DecidedTie, _ template: CellTemplate) {
    place = template.place(of: found.constraint.source)
    headline =
      "a tie at priority \(found.constraint.priority.value): '\(found.constraint.equation)' comes "
      + "first in the document and is kept"
    related = found.rivals.map { rival in
      var related = Related(rival, template)
      related.text += " pays for it"
      return related
    }
    help = "give them different priorities where the other one should win"
  }

  private mutating func describe(_ loop: FeedbackLoop, _ template: CellTemplate) {
    place = template.place(ofView: loop.item)
    headline = "layout feedback loop: \(loop.variable) never settles"
    related = loop.constraints.map { Related($0, template) }
    facts = [
      "its width goes round \(loop.values.map(points).joined(separator: ", ")) pt, because the "
        + "text measured at each asks for another; given up after \(loop.passes) passes",
      "views in the loop: \(loop.views.joined(separator: ", "))",
    ]
    help =
      "let required constraints decide the width of '\(template.views[loop.item].id)' without its "
      + "height, or its height without its text"
  }

  private mutating func describe(_ habit: PerformanceDiagnostic, _ template: CellTemplate) {
    let constraints = template.system.constraints
    switch habit {
    case .joinedAxes(let index, let items):
      place = template.place(of: .constraint(index))
      let widths = items.map { "\(template.views[$0].id).width" }.joined(separator: " and ")
      headline =
        "'\(constraints[index].name)' joins the axes: heights cannot be solved after widths"
      facts = [
        "no constraint that goes before it decides \(widths), so that one larger system over both "
          + "axes is solved for each cell"
      ]
      help = "where it is meant so, decide \(widths) by required constraints that stand before it"
    case .needlessUnwrappedWidth(let item, let index):
      place = template.place(ofView: item)
      headline =
        "label '\(template.views[item].id)' is measured unwrapped for each record, which decides "
        + "nothing"
      related = [
        Related(
          place: template.place(of: .constraint(index)),
          text:
            "'\(constraints[index].name)' goes before the label's own size and decides its width")
      ]
      help = "make that constraint required, which saves a measurement"
    }
  }
}

extension CheckMessage.Related {
  /// Describes a constraint by its source.
  init(_ constraint: ImposedConstraint, _ template: CellTemplate) {
    place = template.place(of: constraint.source)
    switch constraint.source {
    case .constraint:
      // The name is the constraint as written, unless the document gives one.
      text =
        constraint.name == constraint.equation
        ? "'\(constraint.equation)'" : "'\(constraint.equation)' (\(constraint.name))"
    case .environmentWidth, .environmentHeight:
      text = "'\(constraint.equation)', which the environment gives"
    case .fittingPull: text = "'\(constraint.equation)', the fitting pull"
    case .fixed: text = "'\(constraint.equation)', the view's size"
    case .hugging: text = "'\(constraint.equation)', the view's hugging of its content"
    case .compression: text = "'\(constraint.equation)', the view's compression resistance"
    }
  }
}
