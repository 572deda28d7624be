import LayoutPrimitives

/// Generates the constraints by which a stack arranges its views.
///
/// Each constraint has a fixed number among all constraints that the stack can have. So document
/// order does not depend on the views that were hidden before. Guides make equal gaps and equal
/// distances between centers. A hidden view has size zero and is placed at the end of the previous
/// shown view. A stack without shown views prefers size zero.
///
/// Source: constraints derived from the frames that Interface Builder saved in `.xib` files;
/// `scripts/oracles interface-builder` compares them.
package struct StackConstraints {
  /// Kinds of constraints, in document order.
  private enum Kind: Int {
    case start, end, gap, size, textWidth, equalGaps, pull, guide, cross, hidden
  }

  /// UIKit's identifier for the constraint that gives a label its share of a row's width.
  package static let textWidthIdentifier = "UISV-text-width-disambiguation"

  private let stack: SceneItem
  private let views: [SceneItem]
  /// One guide after each view except the last; empty unless the distribution requires guides.
  private let guides: [SceneItem]
  private let arrangement: StackArrangement
  /// The views' intrinsic lengths, in points; shape `[views]`.
  private let proportions: [Double]
  private let attributes: StackAttributes
  private var result: [NumberedConstraint] = []

  package init(
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

  /// Lists the constraints that are active for a set of shown views, in document order.
  ///
  /// - Parameter shown: Whether each view is shown; shape `[views]`.
  package mutating func list(shown: [Bool]) -> [NumberedConstraint] {
    result = []
    let arranged = views.indices.filter { shown[$0] }
    ends(arranged)
    for (left, right) in zip(arranged, arranged.dropFirst()) { gap(left, right) }
    if arrangement.distribution == .fillEqually, let first = arranged.first {
      let length = attributes.length
      for view in arranged.dropFirst() {
        let (own, other) = (views[view].anchor(length), views[first].anchor(length))
        add(own, .equal, other, as: .size, of: first, view)
      }
    }
    if arrangement.distribution == .fillProportionally { shareLength(arranged) }
    if arrangement.sharesTextWidth { shareTextWidth(arranged) }
    if !guides.isEmpty { useGuides(arranged) }
    pull(arranged)
    for view in arranged { across(view, first: arranged[0]) }
    var previous: Int?
    for (index, isShown) in shown.enumerated() {
      if isShown { previous = index } else { hide(index, after: previous) }
    }
    result.sort { $0.number < $1.number }
    return result
  }

  /// Lists, in document order, every constraint that is active for some set of hidden views.
  ///
  /// Every constraint depends on at most three views, so sets with up to three shown views are
  /// enough. The exception is a label's share of the width, which depends on the number of shown
  /// views.
  ///
  /// - Parameter mayHide: Whether each view may be hidden; shape `[views]`.
  /// - Returns: The constraints, and for each constraint whether it is active for every set of
  ///   hidden views.
  package mutating func listAll(
    mayHide: [Bool]
  ) -> (placed: [NumberedConstraint], isPermanent: [Bool]) {
    let hideable = mayHide.indices.filter { mayHide[$0] }
    var sets: Set<[Bool]> = [mayHide.map { _ in true }, mayHide.map { !$0 }]
    for first in hideable {
      for second in hideable where second >= first {
        for third in hideable where third >= second {
          sets.insert(
            mayHide.indices.map {
              !mayHide[$0] || $0 == first || $0 == second || $0 == third
            })
        }
      }
    }
    if arrangement.sharesTextWidth, !arrangement.wrappingLabels.isEmpty {
      for view in hideable {
        let others = hideable.filter { $0 != view }
        for count in others.indices {
          let shown = Set(others[...count] + [view])
          sets.insert(mayHide.indices.map { !mayHide[$0] || shown.contains($0) })
        }
      }
    }
    var constraints: [Int: NumberedConstraint] = [:]
    var counts: [Int: Int] = [:]
    // Sorted, because the order of a set depends on the hash seed.
    for shown in sets.sorted(by: { $0.lexicographicallyPrecedes($1) { !$0 && $1 } }) {
      for placed in list(shown: shown) {
        constraints[placed.number] = placed
        counts[placed.number, default: 0] += 1
      }
    }
    let placed = constraints.values.sorted { $0.number < $1.number }
    return (placed, placed.map { counts[$0.number] == sets.count })
  }

  /// Aligns the first shown view with the stack's start, and the last one with its end.
  private mutating func ends(_ arranged: [Int]) {
    guard let first = arranged.first, let last = arranged.last else { return }
    let (low, high) = (views[first].anchor(attributes.low), views[last].anchor(attributes.high))
    add(low, .equal, stack.anchor(attributes.stackLow), as: .start, of: first)
    add(high, .equal, stack.anchor(attributes.stackHigh), as: .end, of: last)
  }

  /// Adds the spacing between two neighboring views, by index.
  private mutating func gap(_ left: Int, _ right: Int) {
    let isByBaseline = arrangement.isBaselineRelative && arrangement.axis == .vertical
    add(
      views[right].anchor(isByBaseline ? .firstBaseline : attributes.low),
      arrangement.distribution.usesGuides ? .greaterOrEqual : .equal,
      views[left].anchor(isByBaseline ? .lastBaseline : attributes.high),
      plus: arrangement.spacing(after: views[left]), as: .gap, of: left, right)
  }

  /// Gives each view its proportional share of the stack's length.
  ///
  /// Priorities decrease from 999, so the last share is violated first. If no view has an intrinsic
  /// length, all views have equal shares of the length without gaps.
  private mutating func shareLength(_ arranged: [Int]) {
    let lengths = arranged.map { max(proportions[$0], 0) }
    let total = lengths.reduce(0, +)
    let gaps = arranged.dropLast().map { arrangement.spacing(after: views[$0]) }.reduce(0, +)
    let count = Double(arranged.count)
    for (view, length) in zip(arranged, lengths) {
      add(
        views[view].anchor(attributes.length), .equal, stack.anchor(attributes.length),
        times: total > 0 && total + gaps > 0 ? length / (total + gaps) : 1 / count,
        plus: total > 0 ? 0 : 0 - gaps / count, at: Priority(max(999 - view, 1)) ?? .at(1),
        as: .size, of: view, view)
    }
  }

  /// Gives each label its share of the stack's width, if all shown views are labels with more than
  /// one line.
  ///
  /// UIKit divides the width of a row that also shows other views by the number of all its views or
  /// by the number of such labels, depending on its version. Such a row has no shares here.
  private mutating func shareTextWidth(_ arranged: [Int]) {
    let priorities = arranged.compactMap { arrangement.wrappingLabels[views[$0]] }
    guard arranged.count > 1, priorities.count == arranged.count else { return }
    let gaps = arranged.dropLast().map { arrangement.spacing(after: views[$0]) }.reduce(0, +)
    let count = Double(arranged.count)
    for (view, priority) in zip(arranged, priorities) {
      add(
        views[view].anchor(.width), .equal, stack.anchor(.width), times: 1 / count,
        plus: 0 - (gaps + arrangement.marginLength) / count, at: priority, as: .textWidth,
        of: view, arranged.count, named: Self.textWidthIdentifier)
    }
  }

  /// Makes each guide span a gap or a distance between centers, and makes all guides equally long.
  private mutating func useGuides(_ arranged: [Int]) {
    let betweenCenters = arrangement.distribution == .equalCentering
    let low = betweenCenters ? attributes.center : attributes.high
    let high = betweenCenters ? attributes.center : attributes.low
    let length = attributes.length
    let count = views.count
    for (left, right) in zip(arranged, arranged.dropFirst()) {
      let (start, end) = (views[left].anchor(low), views[right].anchor(high))
      add(guides[left].anchor(attributes.low), .equal, start, as: .guide, of: left)
      add(guides[left].anchor(attributes.high), .equal, end, as: .guide, of: left, 1 + right)
    }
    for left in arranged.dropLast().dropFirst() {
      add(
        guides[left].anchor(length), .equal, guides[arranged[0]].anchor(length),
        at: betweenCenters ? .at(149) : .required, as: .equalGaps, of: arranged[0], left)
    }
    let isUsed = Set(arranged.dropLast())
    for (index, guide) in guides.enumerated() {
      let (low, crossLow) = (stack.anchor(attributes.low), stack.anchor(attributes.crossLow))
      add(guide.anchor(attributes.crossLow), .equal, crossLow, as: .guide, of: index, count + 1)
      add(guide.anchor(attributes.crossLength), .equal, nil, as: .guide, of: index, count + 2)
      guard !isUsed.contains(index) else { continue }
      add(guide.anchor(attributes.low), .equal, low, as: .guide, of: index, count + 3)
      add(guide.anchor(length), .equal, nil, as: .guide, of: index, count + 4)
    }
  }

  /// Adds preferences for a small stack if its views do not decide its size.
  private mutating func pull(_ arranged: [Int]) {
    if arrangement.distribution.usesGuides || arranged.isEmpty {
      add(stack.anchor(attributes.length), .equal, nil, at: .at(49), as: .pull)
    }
    if arrangement.alignment != .fill || arranged.isEmpty {
      add(stack.anchor(attributes.crossLength), .equal, nil, at: .at(49), as: .pull, 1)
    }
  }

  /// Aligns a view across the stack's axis; a baseline is aligned with the baseline of the first
  /// shown view.
  private mutating func across(_ index: Int, first: Int) {
    let low = views[index].anchor(attributes.crossLow)
    let high = views[index].anchor(attributes.crossHigh)
    let stackLow = stack.anchor(attributes.stackCrossLow)
    let stackHigh = stack.anchor(attributes.stackCrossHigh)
    if arrangement.alignment == .fill {
      add(low, .equal, stackLow, as: .cross, of: index)
      add(high, .equal, stackHigh, as: .cross, of: index, 2)
    } else {
      add(low, .greaterOrEqual, stackLow, as: .cross, of: index, 1)
      add(high, .lessOrEqual, stackHigh, as: .cross, of: index, 3)
    }
    switch arrangement.alignment {
    case .fill: break
    case .leading: add(low, .equal, stackLow, as: .cross, of: index, 4)
    case .trailing: add(high, .equal, stackHigh, as: .cross, of: index, 4)
    case .center:
      let center = stack.anchor(attributes.stackCrossCenter)
      add(views[index].anchor(attributes.crossCenter), .equal, center, as: .cross, of: index, 4)
    case .firstBaseline, .lastBaseline:
      guard index != first, let baseline = attributes.baseline else { return }
      let other = views[first].anchor(baseline)
      add(views[index].anchor(baseline), .equal, other, as: .cross, of: index, 5 + first)
    }
  }

  /// Gives a hidden view size zero, unless its size is required, and places it at the end of the
  /// previous shown view.
  private mutating func hide(_ index: Int, after previous: Int?) {
    let (view, count) = (views[index], views.count)
    let before = previous.map { views[$0].anchor(attributes.high) }
    add(
      view.anchor(attributes.low), .equal, before ?? stack.anchor(attributes.stackLow),
      as: .hidden, of: index, previous.map { 1 + $0 } ?? 0)
    let crossLow = stack.anchor(attributes.stackCrossLow)
    add(view.anchor(attributes.crossLow), .equal, crossLow, as: .hidden, of: index, count + 1)
    for (extent, number) in [(attributes.length, count + 2), (attributes.crossLength, count + 3)] {
      add(view.anchor(extent), .equal, nil, at: .at(999), as: .hidden, of: index, number)
    }
  }

  /// Adds `first RELATION multiplier * second + constant @priority`.
  ///
  /// - Parameters:
  ///   - kind: The kind of the constraint.
  ///   - view: Index of the view that the constraint belongs to; 0 for a constraint of the whole
  ///     stack.
  ///   - number: The number of the constraint among the constraints of this kind and view.
  ///   - name: UIKit's identifier of the constraint; empty for none.
  private mutating func add(
    _ first: Anchor, _ relation: Relation, _ second: Anchor?, times multiplier: Double = 1,
    plus constant: Double = 0, at priority: Priority = .required,
    as kind: Kind, of view: Int = 0, _ number: Int = 0, named name: String = ""
  ) {
    let span = views.count + 6
    result.append(
      NumberedConstraint(
        number: (kind.rawValue * span + view) * span + number,
        constraint: LayoutConstraint(
          name: name, first: first, relation: relation, multiplier: multiplier, second: second,
          constant: constant, priority: priority)))
  }
}

/// The attributes that a stack's constraints use, named by their direction: along or across the
/// stack's axis.
struct StackAttributes {
  let low, high, center, length: Attribute
  let crossLow, crossHigh, crossCenter, crossLength: Attribute
  /// The edges and center of the stack itself, inside its margins if the arrangement is relative to
  /// margins.
  let stackLow, stackHigh, stackCrossLow, stackCrossHigh, stackCrossCenter: Attribute
  /// The baseline by which the views are aligned; `nil` for none.
  let baseline: Attribute?

  init(_ arrangement: StackArrangement) {
    let isHorizontal = arrangement.axis == .horizontal
    let inMargins = arrangement.isLayoutMarginsRelative
    low = isHorizontal ? .leading : .top
    high = isHorizontal ? .trailing : .bottom
    center = isHorizontal ? .centerX : .centerY
    length = isHorizontal ? .width : .height
    crossLow = isHorizontal ? .top : .leading
    crossHigh = isHorizontal ? .bottom : .trailing
    crossCenter = isHorizontal ? .centerY : .centerX
    crossLength = isHorizontal ? .height : .width
    let near: (x: Attribute, y: Attribute) =
      inMargins ? (.leadingMargin, .topMargin) : (.leading, .top)
    let far: (x: Attribute, y: Attribute) =
      inMargins ? (.trailingMargin, .bottomMargin) : (.trailing, .bottom)
    let middle: (x: Attribute, y: Attribute) =
      inMargins ? (.centerXWithinMargins, .centerYWithinMargins) : (.centerX, .centerY)
    stackLow = isHorizontal ? near.x : near.y
    stackHigh = isHorizontal ? far.x : far.y
    stackCrossLow = isHorizontal ? near.y : near.x
    stackCrossHigh = isHorizontal ? far.y : far.x
    stackCrossCenter = isHorizontal ? middle.y : middle.x
    baseline =
      switch arrangement.alignment {
      case .firstBaseline: .firstBaseline
      case .lastBaseline: .lastBaseline
      default: nil
      }
  }
}
