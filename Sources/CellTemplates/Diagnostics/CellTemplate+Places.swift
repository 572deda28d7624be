public import AutoLayout
import LayoutPrimitives

/// Where something of a template stands in its document.
public struct DocumentPlace: Hashable, Sendable {
  /// Line, from 1.
  public var line: Int
  /// The text to point at on that line; it may be spelled otherwise there, with escapes.
  public var text: String
  /// Where in the text to point, in characters from its beginning.
  public var offset: Int
  /// The document; `nil` for the template's own.
  public var file: String?

  /// Creates a place.
  public init(line: Int, text: String, offset: Int = 0, file: String? = nil) {
    self.line = line
    self.text = text
    self.offset = offset
    self.file = file
  }
}

extension CellTemplate {
  /// Where the document imposes a constraint; `nil` for what the environment or the engine does.
  public func place(of source: ConstraintSource) -> DocumentPlace? {
    switch source {
    case .environmentWidth, .environmentHeight, .fittingPull: return nil
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _):
      return place(ofView: item)
    case .constraint(let index):
      return places.indices.contains(index) ? places[index] : nil
    }
  }

  /// Where the document declares a view; `nil` for the cell.
  public func place(ofView index: Int) -> DocumentPlace? {
    guard views.indices.contains(index), views[index].line > 0 else { return nil }
    return DocumentPlace(line: views[index].line, text: views[index].id, file: views[index].file)
  }

  /// The numbers that a record brought to the constraints of a finding.
  func numbers(
    in cause: TemplateFinding.Cause, of record: some BindingSource, _ solved: SolvedCell?
  ) -> [TemplateFinding.Reproducer.Number] {
    let imposed: [ImposedConstraint]
    switch cause {
    case .unsatisfiable(let found): imposed = found.members
    case .ambiguous(let found): imposed = found.affecting
    case .tie(let found): imposed = [found.constraint] + found.rivals
    case .feedbackLoop(let loop): imposed = loop.constraints
    case .suspicious, .failure, .habit, .boundMultiplier, .shown, .unanswered, .unbound,
      .foreignWord:
      return []
    }
    var numbers: [TemplateFinding.Reproducer.Number] = []
    func add(_ name: String, _ value: Double?) {
      guard let value, !numbers.contains(where: { $0.name == name }) else { return }
      numbers.append(.init(name: name, value: value))
    }
    for constraint in imposed {
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
