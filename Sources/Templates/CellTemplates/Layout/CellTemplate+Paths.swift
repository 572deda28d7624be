extension CellTemplate {
  /// The font families of labels and pieces of their texts, each listed once, in document order.
  public var fontFamilies: [String] {
    var families: [String] = []
    for view in views {
      guard let label = view.label else { continue }
      for family in [label.font.family] + label.pieces.map(\.font.family)
      where !families.contains(family) {
        families.append(family)
      }
    }
    return families
  }

  /// The paths of a record on which the layout depends, each listed once, in document order.
  ///
  /// Records with equal values at these paths, and equal languages, have equal layouts.
  public var recordPaths: [BoundPath] {
    var paths = [BoundPath.language]
    func add(_ bindings: [Binding]?) {
      for path in (bindings ?? []).flatMap(\.paths) where !paths.contains(path) {
        paths.append(path)
      }
    }
    for view in views {
      add(view.label?.text.bindings)
      add(view.image?.source.bindings)
      add(view.image?.pixelWidth?.bindings)
      add(view.image?.pixelHeight?.bindings)
      add(view.boundIntrinsic?.bindings)
      add(view.hiddenWhen?.bindings)
    }
    for quantity in boundQuantities { add(quantity.number.bindings) }
    for number in boxes?.numbers ?? [] { add(number.bindings) }
    for condition in boxes?.conditions ?? [] { add(condition.bindings) }
    for group in groups { add(group.condition.bindings) }
    return paths
  }

  /// The paths of which formats count the elements; lists with equal texts may differ in their
  /// counts.
  public var countedPaths: [BoundPath] {
    zip(paths.paths, paths.uses).filter { $0.1.contains(.count) }.map(\.0)
  }
}

extension Condition {
  var bindings: [Binding] {
    switch self {
    case .present(let binding), .text(let binding, _, _): [binding]
    case .bindings(let left, _, let right): [left, right]
    case .numbers(let left, _, let right):
      [left, right].flatMap { number -> [Binding] in
        guard case .bound(let bound) = number else { return [] }
        return bound.bindings
      }
    case .not(let condition): condition.bindings
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.bindings)
    case .truncated, .sizeCategory, .direction, .locale, .state: []
    }
  }
}
