import LayoutPrimitives

/// The constraints by which a stack arranges its views.
///
/// Each has a place of its own among all that the stack can ever impose, so that the document order
/// of those that hold does not depend on which views were hidden before.
///
/// Source: constraints fitted to the frames that Interface Builder saved in `.xib` files, against
/// which `scripts/compare-interface-builder` holds them; gaps and distances between centres are
/// guides. Beyond it, hidden views become nothing
/// behind the view before them, and a stack that shows no view is pulled to nothing.
struct StackConstraints {
  /// A constraint with its place.
  struct Placed {
    var place: Int
    var constraint: LayoutConstraint
  }

  let stack: SceneItem
  let views: [SceneItem]
  /// One for each view but the last where gaps or centres are equal: what follows that view.
  let guides: [SceneItem]
  let arrangement: StackArrangement
  /// Lengths of the views on their own, in points; shape `[views]`.
  let proportions: [Double]
  let attributes: StackAttributes
  private(set) var result: [Placed] = []

  /// Sorts of constraints, in document order.
  private enum Sort: Int {
    case start, end, gap, size, equalGaps, pull, guide, cross, hidden
  }

  init(
    stack: SceneItem, views: [SceneItem], guides: [SceneItem], arrangement: StackArrangement,
    proportions: [Double]
  ) {
    self.stack = stack
    self.views = views
    self.guides = guides
    self.arrangement = arrangement
    self.proportions = proportions
    attributes = StackAttributes(arrangement)
  }

  /// Lists the constraints in document order.
  ///
  /// - Parameter shown: Whether each view is shown; shape `[views]`.
  mutating func list(shown: [Bool]) -> [Placed] {
    result = []
    let kids = views.indices.filter { shown[$0] }
    ends(kids)
    for (left, right) in zip(kids, kids.dropFirst()) { gap(left, right) }
    if arrangement.distribution == .fillEqually, let first = kids.first {
      for kid in kids.dropFirst() {
        add(
          .size, first, kid, views[kid], attributes.length, .equal, views[first],
          attributes.length)
      }
    }
    if arrangement.distribution == .fillProportionally { shareLength(kids) }
    if !guides.isEmpty { useGuides(kids) }
    pull(kids)
    for kid in kids { across(kid, first: kids[0]) }
    var previous: Int?
    for (index, isShown) in shown.enumerated() {
      if isShown { previous = index } else { hide(index, after: previous) }
    }
    result.sort { $0.place < $1.place }
    return result
  }

  /// First and last view touch the stack's ends.
  private mutating func ends(_ kids: [Int]) {
    guard let first = kids.first, let last = kids.last else { return }
    add(.start, first, 0, views[first], attributes.low, .equal, stack, attributes.stackLow)
    add(.end, last, 0, views[last], attributes.high, .equal, stack, attributes.stackHigh)
  }

  /// What stands between two neighbours.
  private mutating func gap(_ left: Int, _ right: Int) {
    let isFilled =
      arrangement.distribution != .equalSpacing && arrangement.distribution != .equalCentering
    let spacing = arrangement.spacing(after: views[left])
    let isByBaseline = arrangement.isBaselineRelative && arrangement.axis == .vertical
    add(
      .gap, left, right, views[right], isByBaseline ? .firstBaseline : attributes.low,
      isFilled ? .equal : .greaterOrEqual, views[left],
      isByBaseline ? .lastBaseline : attributes.high, plus: spacing)
  }

  /// Each view has its part of the stack's length, the first at 999 and every further one at a
  /// priority less, so that the last gives way where the parts do not add up.
  ///
  /// Views without any size have equal parts of what the gaps leave.
  private mutating func shareLength(_ kids: [Int]) {
    let lengths = kids.map { max(proportions[$0], 0) }
    let total = lengths.reduce(0, +)
    let gaps = kids.dropLast().map { arrangement.spacing(after: views[$0]) }.reduce(0, +)
    let count = Double(kids.count)
    for (kid, length) in zip(kids, lengths) {
      add(
        .size, kid, kid, views[kid], attributes.length, .equal, stack, attributes.length,
        times: total > 0 && total + gaps > 0 ? length / (total + gaps) : 1 / count,
        plus: total > 0 ? 0 : 0 - gaps / count, at: Priority(max(999 - kid, 1)) ?? .at(1))
    }
  }

  /// Guides span the gaps, or the distances between centres, and are equally long.
  private mutating func useGuides(_ kids: [Int]) {
    let betweenCenters = arrangement.distribution == .equalCentering
    let low = betweenCenters ? attributes.center : attributes.high
    let high = betweenCenters ? attributes.center : attributes.low
    let count = views.count
    for (left, right) in zip(kids, kids.dropFirst()) {
      let guide = guides[left]
      add(.guide, left, 0, guide, attributes.low, .equal, views[left], low)
      add(.guide, left, 1 + right, guide, attributes.high, .equal, views[right], high)
    }
    for left in kids.dropLast().dropFirst() {
      add(
        .equalGaps, kids[0], left, guides[left], attributes.length, .equal, guides[kids[0]],
        attributes.length, at: betweenCenters ? .at(149) : .required)
    }
    let isUsed = Set(kids.dropLast())
    for (index, guide) in guides.enumerated() {
      add(
        .guide, index, count + 1, guide, attributes.crossLow, .equal, stack, attributes.crossLow)
      add(.guide, index, count + 2, guide, attributes.crossLength, .equal, nil, nil)
      guard !isUsed.contains(index) else { continue }
      add(.guide, index, count + 3, guide, attributes.low, .equal, stack, attributes.low)
      add(.guide, index, count + 4, guide, attributes.length, .equal, nil, nil)
    }
  }

  /// Pulls the stack together where views leave it open.
  private mutating func pull(_ kids: [Int]) {
    let isOpen =
      arrangement.distribution == .equalSpacing || arrangement.distribution == .equalCentering
    if isOpen || kids.isEmpty {
      add(.pull, 0, 0, stack, attributes.length, .equal, nil, nil, at: .at(49))
    }
    if arrangement.alignment != .fill || kids.isEmpty {
      add(.pull, 0, 1, stack, attributes.crossLength, .equal, nil, nil, at: .at(49))
    }
  }

  /// Where a view lies across the stack.
  private mutating func across(_ kid: Int, first: Int) {
    let view = views[kid]
    let isFilled = arrangement.alignment == .fill
    add(
      .cross, kid, isFilled ? 0 : 1, view, attributes.crossLow,
      isFilled ? .equal : .greaterOrEqual, stack, attributes.stackCrossLow)
    add(
      .cross, kid, isFilled ? 2 : 3, view, attributes.crossHigh,
      isFilled ? .equal : .lessOrEqual, stack, attributes.stackCrossHigh)
    switch arrangement.alignment {
    case .fill: break
    case .leading:
      add(.cross, kid, 4, view, attributes.crossLow, .equal, stack, attributes.stackCrossLow)
    case .trailing:
      add(.cross, kid, 4, view, attributes.crossHigh, .equal, stack, attributes.stackCrossHigh)
    case .center:
      add(
        .cross, kid, 4, view, attributes.crossCenter, .equal, stack, attributes.stackCrossCenter)
    case .firstBaseline, .lastBaseline:
      guard kid != first, let baseline = attributes.baseline else { return }
      add(.cross, kid, 5 + first, view, baseline, .equal, views[first], baseline)
    }
  }

  /// A hidden view becomes nothing behind the one before it, unless it has to have a size.
  private mutating func hide(_ index: Int, after previous: Int?) {
    let view = views[index]
    if let previous {
      add(
        .hidden, index, 1 + previous, view, attributes.low, .equal, views[previous],
        attributes.high)
    } else {
      add(.hidden, index, 0, view, attributes.low, .equal, stack, attributes.stackLow)
    }
    let count = views.count
    add(
      .hidden, index, count + 1, view, attributes.crossLow, .equal, stack,
      attributes.stackCrossLow)
    add(.hidden, index, count + 2, view, attributes.length, .equal, nil, nil, at: .at(999))
    add(.hidden, index, count + 3, view, attributes.crossLength, .equal, nil, nil, at: .at(999))
  }

  private mutating func add(
    _ sort: Sort, _ major: Int, _ minor: Int, _ first: SceneItem, _ attribute: Attribute,
    _ relation: Relation, _ second: SceneItem?, _ other: Attribute?, times multiplier: Double = 1,
    plus constant: Double = 0, at priority: Priority = .required
  ) {
    let span = views.count + 6
    let anchor: Anchor? = if let second, let other { second.anchor(other) } else { nil }
    result.append(
      Placed(
        place: (sort.rawValue * span + major) * span + minor,
        constraint: LayoutConstraint(
          name: "", first: first.anchor(attribute), relation: relation, multiplier: multiplier,
          second: anchor, constant: constant, priority: priority)))
  }
}
