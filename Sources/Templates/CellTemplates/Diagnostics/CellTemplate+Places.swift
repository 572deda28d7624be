public import AutoLayout
public import LayoutPrimitives

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

  /// The values of a record that occur in the constraints of a diagnosis.
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
