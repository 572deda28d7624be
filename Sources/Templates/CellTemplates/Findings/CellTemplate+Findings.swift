public import AutoLayout
public import LayoutPrimitives
import StructuredDocuments

/// The findings that explain a diagnosis of the layout, and findings about performance.
extension CellTemplate {
  func finding(_ diagnosis: TemplateExamination.Diagnosis) -> Finding {
    switch diagnosis {
    case .unsatisfiable(let found): finding(found)
    case .ambiguous(let found): finding(found)
    case .tie(let found): finding(found)
    case .feedbackLoop(let loop): finding(loop)
    }
  }

  /// The finding about another failure of a cell, with its code and a sentence.
  static func failure(code: String, _ message: String) -> Finding {
    Finding(
      code: code, severity: .error, word: Finding.TemplateWord.failure.rawValue,
      message: "a cell has no layout: \(message)")
  }

  private func finding(_ found: UnsatisfiableLayout) -> Finding {
    let others = found.members.filter { $0 != found.relaxed }
    var finding = Finding(
      code: CellFinding.Kind.conflict.code, severity: .error,
      word: CellFinding.Kind.conflict.word, location: place(of: found.relaxed.source),
      message: others.isEmpty
        ? "'\(found.relaxed.equation)' cannot be met and had to give: no view is smaller than 0"
        : "'\(found.relaxed.equation)' contradicts \(others.count.grouped) other required "
          + "\(others.count == 1 ? "constraint" : "constraints") and had to give")
    finding.related = others.map(related)
    let distance = found.leastError.pointText
    finding.facts = ["it fails by at least \(distance) pt while those before it hold"]
    if !others.isEmpty {
      finding.facts.append("together they cannot hold; without any one of them the rest can")
      finding.help =
        "change one of the numbers by \(distance) pt, or let one of the constraints give way on "
        + "purpose: a priority below 1000, such as @999"
    } else {
      finding.help = "write a number that leaves the view a size of 0 or more"
    }
    return finding
  }

  private func finding(_ found: AmbiguousLayout) -> Finding {
    var finding = Finding(
      code: CellFinding.Kind.ambiguity.code, severity: .warning,
      word: CellFinding.Kind.ambiguity.word, view: views[found.item].id,
      location: place(ofView: found.item), message: "nothing decides \(found.variable)")
    finding.related = found.affecting.map(related)
    let values = found.solutions.map(\.value.pointText)
    if values.count > 1 {
      finding.facts = [
        "\(values[0]) pt and \(values[1]) pt are both valid; \(values[0]) pt, nearest to zero, "
          + "is taken"
      ]
    } else {
      finding.facts = ["\(values.first ?? "0") pt, nearest to zero, is taken"]
    }
    finding.help =
      found.attribute.isExtent
      ? "give it a size, an intrinsic size, or constrain both of its edges"
      : "constrain one of its edges or its centre along that axis"
    return finding
  }

  private func finding(_ found: DecidedTie) -> Finding {
    var finding = Finding(
      code: CellFinding.Kind.tie.code, severity: .note, word: CellFinding.Kind.tie.word,
      location: place(of: found.constraint.source),
      message: "a tie at priority \(found.constraint.priority.value): "
        + "'\(found.constraint.equation)' comes first in the document and is kept",
      help: "give them different priorities where the other one should win")
    finding.related = found.rivals.map { rival in
      var related = related(rival)
      related.text += " pays for it"
      return related
    }
    return finding
  }

  private func finding(_ loop: FeedbackLoop) -> Finding {
    var finding = Finding(
      code: "CH0107", severity: .error, word: Finding.TemplateWord.loop.rawValue,
      view: views[loop.item].id,
      location: place(ofView: loop.item),
      message: "layout feedback loop: \(loop.variable) never settles",
      help: "let required constraints decide the width of '\(views[loop.item].id)' without its "
        + "height, or its height without its text")
    finding.related = loop.constraints.map(related)
    finding.facts = [
      "its width goes round \(loop.values.map(\.pointText).joined(separator: ", ")) pt, because the "
        + "text measured at each asks for another; given up after \(loop.passes) passes",
      "views in the loop: \(loop.views.joined(separator: ", "))",
    ]
    return finding
  }

  /// The finding about a property of the template that makes each cell slower.
  func finding(_ habit: PerformanceDiagnostic) -> Finding {
    let constraints = system.constraints
    switch habit {
    case .joinedAxes(let index, let items):
      let widths = items.map { "\(views[$0].id).width" }.joined(separator: " and ")
      var finding = Finding(
        code: "CH0601", severity: .note, word: Finding.TemplateWord.template.rawValue,
        location: place(of: .constraint(index)),
        message:
          "'\(constraints[index].name)' joins the axes: heights cannot be solved after widths",
        help: "where it is meant so, decide \(widths) by required constraints that stand before it")
      finding.facts = [
        "no constraint that goes before it decides \(widths), so that one larger system over both "
          + "axes is solved for each cell"
      ]
      return finding
    case .needlessUnwrappedWidth(let item, let index):
      var finding = Finding(
        code: "CH0603", severity: .note, word: Finding.TemplateWord.template.rawValue,
        location: place(ofView: item),
        message: "label '\(views[item].id)' is measured unwrapped for each record, which decides "
          + "nothing",
        help: "make that constraint required, which saves a measurement")
      finding.related = [
        Finding.Related(
          location: place(of: .constraint(index)),
          text:
            "'\(constraints[index].name)' goes before the label's own size and decides its width")
      ]
      return finding
    }
  }

  /// The finding about a multiplier that depends on the record, in a template with joined axes.
  ///
  /// The solver starts from scratch whenever the multiplier changes.
  func findingOnMultiplier(ofConstraint index: Int) -> Finding {
    var finding = Finding(
      code: "CH0602", severity: .warning, word: Finding.TemplateWord.template.rawValue,
      location: place(of: .constraint(index)),
      message:
        "'\(system.constraints[index].name)' brings another multiplier with each record, and it "
        + "multiplies what the solver is to find",
      help:
        "where it makes a height of a width, decide that width by required constraints before it: the "
        + "multiplier is then only a number of the heights")
    finding.facts = [
      "the solver begins from nothing for each record instead of going on from the last"
    ]
    return finding
  }

  /// A constraint that takes part in a finding, with its location and its origin in words.
  public func related(_ constraint: ImposedConstraint) -> Finding.Related {
    let text =
      switch constraint.source {
      case .constraint:
        // The name is the text of the constraint, if the document gives no other.
        constraint.name == constraint.equation
          ? "'\(constraint.equation)'" : "'\(constraint.equation)' (\(constraint.name))"
      case .environmentWidth, .environmentHeight:
        "'\(constraint.equation)', which the environment gives"
      case .fittingPull: "'\(constraint.equation)', the fitting pull"
      case .fixed: "'\(constraint.equation)', the view's size"
      case .hugging: "'\(constraint.equation)', the view's hugging of its content"
      case .compression: "'\(constraint.equation)', the view's compression resistance"
      }
    return Finding.Related(location: place(of: constraint.source), text: text)
  }
}

extension CellTemplate {
  /// The location of a constraint, or of the view that implies it.
  ///
  /// It is `nil` for constraints of the environment, and for the pull to the smallest height.
  public func place(of source: ConstraintSource) -> SourceLocation? {
    switch source {
    case .environmentWidth, .environmentHeight, .fittingPull: return nil
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _):
      return place(ofView: item)
    case .constraint(let index):
      return places.indices.contains(index) ? places[index] : nil
    }
  }

  /// The location of a view; `nil` for the cell and other views without a line.
  public func place(ofView index: Int) -> SourceLocation? {
    guard views.indices.contains(index), views[index].line > 0 else { return nil }
    return SourceLocation(line: views[index].line, text: views[index].id, file: views[index].file)
  }

  /// The values of the record, and the sizes of texts, that occur in the constraints of a
  /// diagnosis.
  func numbers(
    in diagnosis: TemplateExamination.Diagnosis?, of record: some BindingSource,
    _ solved: SolvedCell?
  ) -> [Finding.Sample.Number] {
    var numbers: [Finding.Sample.Number] = []
    func add(_ name: String, _ value: Double?) {
      guard let value, !numbers.contains(where: { $0.name == name }) else { return }
      numbers.append(.init(name: name, value: value))
    }
    for constraint in diagnosis?.constraints ?? [] {
      switch constraint.source {
      case .constraint(let index):
        for quantity in boundQuantities where quantity.constraint == index {
          for binding in quantity.number.bindings {
            add("{\(binding.paths.first?.spelling ?? "")}", binding.number(in: record))
          }
        }
      case .hugging(let item, let axis), .compression(let item, let axis):
        let text = solved?.texts[item]
        let extent = axis == .horizontal ? text?.width : text?.height
        add("text of \(views[item].id), \(axis == .horizontal ? "width" : "height")", extent)
      case .environmentWidth, .environmentHeight, .fittingPull, .fixed: break
      }
    }
    return numbers
  }
}
