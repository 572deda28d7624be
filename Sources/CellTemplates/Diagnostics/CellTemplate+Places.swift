public import AutoLayout
import LayoutPrimitives

/// A position in the document of a template.
public struct DocumentPlace: Hashable, Sendable {
  /// Line, from 1.
  public var line: Int
  /// The text to find on the line, such as a constraint.
  ///
  /// It is not found when the document writes it with escapes.
  public var text: String
  /// Offset in `text`, in characters from 0.
  public var offset: Int
  /// The document's file, or `nil` for the template's own.
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
  /// The position of a constraint; `nil` for constraints of the environment or the engine.
  public func place(of source: ConstraintSource) -> DocumentPlace? {
    switch source {
    case .environmentWidth, .environmentHeight, .fittingPull: return nil
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _):
      return place(ofView: item)
    case .constraint(let index):
      return places.indices.contains(index) ? places[index] : nil
    }
  }

  /// The position of a view; `nil` for the cell and other views without a line.
  public func place(ofView index: Int) -> DocumentPlace? {
    guard views.indices.contains(index), views[index].line > 0 else { return nil }
    return DocumentPlace(line: views[index].line, text: views[index].id, file: views[index].file)
  }

  func numbers(
    in cause: TemplateFinding.Cause, of record: some BindingSource, _ solved: SolvedCell?
  ) -> [TemplateFinding.Reproducer.Number] {
    let imposed: [ImposedConstraint]
    switch cause {
    case .unsatisfiable(let found): imposed = found.members
    case .ambiguous(let found): imposed = found.affecting
    case .tie(let found): imposed = [found.constraint] + found.rivals
    case .feedbackLoop(let loop): imposed = loop.constraints
    default: return []
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
