extension LayoutScene {
  /// Refuses constraints that mean nothing, or in whose numbers a layout would drown.
  func check(_ constraint: LayoutConstraint) throws(SceneError) {
    for anchor in [constraint.first, constraint.second] {
      if let anchor { try check(SceneItem(anchor.item)) }
    }
    try check(constraint.constant, "the constant of '\(text(of: constraint))'")
    try check(constraint.multiplier, "the factor of '\(text(of: constraint))'")
    do {
      try AttributePairing.check(constraint.parsed { items[$0].name })
    } catch {
      throw .pairing(
        constraint: text(of: constraint), found: error.found, expected: error.expected)
    }
  }

  /// Refuses more constraints than a scene holds.
  func checkRoom(for count: Int) throws(SceneError) {
    guard constraints.count + count <= limits.constraints else {
      throw .tooMany("constraints", limit: limits.constraints)
    }
  }

  /// What a constraint is called: its name, or its text in linear form.
  func text(of constraint: LayoutConstraint) -> String {
    constraint.name.isEmpty ? constraint.spelled { items[$0].name } : constraint.name
  }

  /// The items between which a constraint stands; a superview only counts for itself.
  func itemsTied(by constraint: LayoutConstraint) -> [Int] {
    let first = constraint.first.item
    guard let second = constraint.second?.item, second != first else { return [first] }
    if isAncestor(second, of: first) { return [first] }
    if isAncestor(first, of: second) { return [second] }
    return [first, second]
  }

  private func isAncestor(_ ancestor: Int, of item: Int) -> Bool {
    var current = items[item].parent
    while let parent = current {
      if parent == ancestor { return true }
      current = items[parent].parent
    }
    return false
  }
}
