import LayoutPrimitives

/// Generates the constraints of a grid along one axis.
///
/// Each track is a pair of guides. The first guide has the fitting length, which is as short as the
/// views in the track allow. The second guide has the track's part of the extra space; all parts
/// are equally long. If views span several tracks and need more length, all fitting tracks of the
/// span become longer by the same amount.
///
/// Each constraint has a fixed number among all constraints that the grid can have. So document
/// order does not depend on the rows, columns and views that were hidden before.
struct GridAxisConstraints {
  /// A constraint, and whether it is active in the requested states.
  struct Candidate {
    let placed: NumberedConstraint
    let presence: GridPresence
  }

  /// Kinds of constraints, in document order.
  enum Kind: Int, CaseIterable {
    case position, length, excess, end, spare, own, areaStart, areaEnd, sum, share
    case room, placement, group, baseline, hidden, unused
  }

  let grid: SceneItem
  let axis: GridAxis
  let plan: GridGuides
  let guides: [SceneItem]
  let priorities: GridPriorities
  /// The number of the first constraint of this axis.
  private let firstLocation: Int
  /// A number larger than the number of constraints of one kind for one track, view or guide.
  private let span: Int
  let low, high, center, length: Attribute
  private(set) var result: [Candidate] = []
  /// Whether each track is shown; shape `[tracks]`.
  private(set) var shown: [GridPresence] = []

  init(
    grid: SceneItem, _ axis: GridAxis, guides: [SceneItem], _ priorities: GridPriorities,
    firstLocation: Int
  ) {
    self.grid = grid
    self.axis = axis
    plan = GridGuides(axis)
    self.guides = guides
    self.priorities = priorities
    self.firstLocation = firstLocation
    span = max(axis.tracks.count, axis.contents.count, guides.count) + 8
    let isHorizontal = axis.axis == .horizontal
    low = isHorizontal ? .leading : .top
    high = isHorizontal ? .trailing : .bottom
    center = isHorizontal ? .centerX : .centerY
    length = isHorizontal ? .width : .height
  }

  /// The largest possible number of a constraint, plus one.
  var endNumber: Int { firstLocation + Kind.allCases.count * span * span }

  /// The guide that takes the length of a view's content; `nil` if the view itself takes it.
  func contentItem(of index: Int) -> SceneItem? {
    guard axis.contents[index].hasContent else { return nil }
    return plan.content[index].map { guides[$0] }
  }

  /// Lists the constraints that are active in at least one of the requested states.
  ///
  /// - Parameters:
  ///   - shown: Whether each track is shown; shape `[tracks]`.
  ///   - visible: Whether each view is visible; shape `[contents]`.
  mutating func list(shown: [GridPresence], visible: [GridPresence]) -> [Candidate] {
    result = []
    self.shown = shown
    let fits = axis.tracks.indices.filter { axis.tracks[$0].size == nil }
    let anyFits = fits.map { shown[$0] }.max() ?? .never
    for track in axis.tracks.indices {
      position(track)
      size(track)
    }
    end(anyFits)
    for area in plan.areas { place(area) }
    for span in plan.spans {
      sum(span)
      share(span)
    }
    for index in axis.contents.indices { place(index, visible[index]) }
    for (index, group) in axis.groups.enumerated() { align(group, index, visible) }
    for guide in plan.count..<max(plan.count, guides.count) {
      add(guides[guide].anchor(low), .equal, grid.anchor(low), as: .unused, of: guide)
      add(guides[guide].anchor(length), .equal, nil, as: .unused, of: guide, 1)
    }
    return result
  }

  // MARK: Tracks

  func fitting(_ track: Int) -> SceneItem { guides[plan.fitting(track)] }
  func excess(_ track: Int) -> SceneItem { guides[plan.excess(track)] }
  var spare: SceneItem { guides[plan.spare] }

  /// Places a shown track after the last shown track before it, and a hidden track directly after
  /// the track before it.
  private mutating func position(_ track: Int) {
    let start = fitting(track).anchor(low)
    let neighbor = track > 0 ? excess(track - 1).anchor(high) : grid.anchor(low)
    add(start, .equal, neighbor, when: !shown[track], as: .position, of: track)
    var noneBetween = GridPresence.always
    for previous in (0..<track).reversed() {
      add(
        start, .equal, excess(previous).anchor(high), plus: axis.gap(previous, track),
        when: shown[track] && shown[previous] && noneBetween, as: .position, of: track,
        2 + previous)
      noneBetween = noneBetween && !shown[previous]
      if noneBetween == .never { return }
    }
    add(
      start, .equal, grid.anchor(low), plus: axis.tracks[track].before,
      when: shown[track] && noneBetween, as: .position, of: track, 1)
  }

  /// Gives a track its exact length, or its fitting length and a part of the extra space.
  private mutating func size(_ track: Int) {
    let (own, rest) = (fitting(track), excess(track))
    add(own.anchor(length), .equal, nil, when: !shown[track], as: .length, of: track)
    add(rest.anchor(low), .equal, own.anchor(high), as: .excess, of: track)
    if let size = axis.tracks[track].size {
      add(
        own.anchor(length), .equal, nil, plus: size, when: shown[track], as: .length, of: track, 1)
      add(rest.anchor(length), .equal, nil, as: .excess, of: track, 1)
      return
    }
    add(
      own.anchor(length), .equal, nil, at: priorities.fitting, when: shown[track], as: .length,
      of: track, 2)
    add(
      rest.anchor(length), .equal, spare.anchor(length), when: shown[track], as: .excess,
      of: track, 2)
    add(rest.anchor(length), .equal, nil, when: !shown[track], as: .excess, of: track, 1)
    guard let views = plan.own[track], let extra = plan.extra[track] else { return }
    add(guides[views].anchor(low), .equal, own.anchor(low), as: .own, of: track)
    add(guides[extra].anchor(low), .equal, guides[views].anchor(high), as: .own, of: track, 1)
    add(guides[extra].anchor(high), .equal, own.anchor(high), as: .own, of: track, 2)
    add(
      guides[views].anchor(length), .equal, nil, at: priorities.fitting, when: shown[track],
      as: .own, of: track, 3)
  }

  /// Ends the grid after its last shown track; if no shown track has a fitting length, extra space
  /// follows that track.
  private mutating func end(_ anyFits: GridPresence) {
    var noneAfter = GridPresence.always
    for track in axis.tracks.indices.reversed() {
      let isLast = shown[track] && noneAfter
      let end = excess(track).anchor(high)
      let after = axis.tracks[track].after
      add(
        grid.anchor(high), .equal, end, plus: after, when: isLast && anyFits, as: .end, of: track)
      add(
        spare.anchor(low), .equal, end, plus: after, when: isLast && !anyFits, as: .end,
        of: track, 1)
      noneAfter = noneAfter && !shown[track]
      if noneAfter == .never { break }
    }
    add(grid.anchor(high), .equal, spare.anchor(high), when: !anyFits, as: .spare)
    add(
      spare.anchor(low), .equal, grid.anchor(low), when: anyFits || noneAfter, as: .spare, 1)
    add(spare.anchor(length), .equal, nil, at: priorities.spare, as: .spare, 2)
  }

  // MARK: Adding

  /// Adds `first RELATION second + constant @priority`.
  ///
  /// - Parameters:
  ///   - presence: Whether the constraint is active in no, some or all states.
  ///   - kind: The kind of the constraint.
  ///   - index: Number of the track, guide, view or group that the constraint belongs to.
  ///   - number: Number of the constraint among the constraints of this kind and index.
  mutating func add(
    _ first: Anchor, _ relation: Relation, _ second: Anchor?, plus constant: Double = 0,
    at priority: Priority = .required, when presence: GridPresence = .always, as kind: Kind,
    of index: Int = 0, _ number: Int = 0
  ) {
    guard presence != .never else { return }
    let constraint = LayoutConstraint(
      name: "", first: first, relation: relation, second: second, constant: constant,
      priority: priority)
    result.append(
      Candidate(
        placed: NumberedConstraint(
          number: firstLocation + (kind.rawValue * span + index) * span + number,
          constraint: constraint),
        presence: presence))
  }
}

// The constraints of areas, spans, views and groups of aligned views.
extension GridAxisConstraints {
  // MARK: Several tracks

  /// Places the guide of an area from the first to the last shown track of its range, including
  /// extra space.
  mutating func place(_ area: GridGuides.Area) {
    let guide = guides[area.guide]
    let start = area.range.lowerBound
    let count = axis.tracks.count
    var none = GridPresence.always
    for track in area.range {
      add(
        guide.anchor(low), .equal, fitting(track).anchor(low), when: shown[track] && none,
        as: .areaStart, of: area.guide, track)
      none = none && !shown[track]
    }
    add(
      guide.anchor(low), .equal, fitting(start).anchor(low), when: none, as: .areaStart,
      of: area.guide, count)
    add(
      guide.anchor(length), .equal, nil, when: none, as: .areaStart, of: area.guide, count + 1)
    none = .always
    for track in area.range.reversed() {
      add(
        guide.anchor(high), .equal, excess(track).anchor(high), when: shown[track] && none,
        as: .areaEnd, of: area.guide, track)
      none = none && !shown[track]
    }
  }

  /// Makes a guide as long as the fitting lengths of a span's tracks together with the gaps between
  /// them.
  mutating func sum(_ span: GridGuides.Span) {
    let start = span.range.lowerBound
    func repeated(_ track: Int) -> SceneItem { guides[span.firstRepeat + track - start] }
    for track in span.range {
      let index = span.firstRepeat + track - start
      let own = repeated(track)
      add(own.anchor(length), .equal, fitting(track).anchor(length), as: .sum, of: index)
      guard track > start else {
        add(own.anchor(low), .equal, grid.anchor(low), as: .sum, of: index, 1)
        continue
      }
      var noneBetween = GridPresence.always
      for previous in (start..<track).reversed() {
        add(
          own.anchor(low), .equal, repeated(previous).anchor(high),
          plus: axis.gap(previous, track),
          when: shown[track] && shown[previous] && noneBetween, as: .sum, of: index, 3 + previous)
        noneBetween = noneBetween && !shown[previous]
      }
      add(
        own.anchor(low), .equal, repeated(track - 1).anchor(high),
        when: !shown[track] || noneBetween, as: .sum, of: index, 2)
    }
    let (sum, last) = (guides[span.sum], repeated(span.range.upperBound))
    add(sum.anchor(low), .equal, grid.anchor(low), as: .sum, of: span.sum)
    add(sum.anchor(high), .equal, last.anchor(high), as: .sum, of: span.sum, 1)
  }

  /// Lengthens all fitting tracks of a span by the same amount.
  ///
  /// A track in several spans is long enough for each of them.
  mutating func share(_ span: GridGuides.Span) {
    let share = guides[span.share]
    add(share.anchor(low), .equal, grid.anchor(low), as: .share, of: span.share)
    var none = GridPresence.always
    for track in span.range {
      guard let extra = plan.extra[track] else { continue }
      none = none && !shown[track]
      let (length, shareLength) = (guides[extra].anchor(length), share.anchor(length))
      add(
        length, .greaterOrEqual, shareLength, when: shown[track], as: .share, of: span.share,
        2 + 2 * (track - span.range.lowerBound))
      add(
        length, .lessOrEqual, shareLength, at: priorities.spare, when: shown[track], as: .share,
        of: span.share, 3 + 2 * (track - span.range.lowerBound))
    }
    add(share.anchor(length), .equal, nil, when: none, as: .share, of: span.share, 1)
  }

  // MARK: Views

  /// The edges of the area of a range of tracks, including extra space.
  private func edges(_ range: ClosedRange<Int>) -> (low: Anchor, high: Anchor) {
    if range.count > 1, let area = plan.area(range) {
      return (guides[area].anchor(low), guides[area].anchor(high))
    }
    return (fitting(range.lowerBound).anchor(low), excess(range.upperBound).anchor(high))
  }

  /// The length available for the views that span a range of tracks.
  private func room(_ range: ClosedRange<Int>) -> Anchor {
    if range.count > 1, let span = plan.spans.first(where: { $0.range == range }) {
      return guides[span.sum].anchor(length)
    }
    let track = range.lowerBound
    return guides[plan.own[track] ?? plan.fitting(track)].anchor(length)
  }

  /// Places a view in its cell; an invisible view gets size zero, unless a size is required for it.
  mutating func place(_ index: Int, _ visible: GridPresence) {
    let content = axis.contents[index]
    let view = content.item
    let (start, end) = edges(content.range)
    add(view.anchor(low), .equal, start, when: !visible, as: .hidden, of: index)
    add(view.anchor(length), .equal, nil, at: .at(999), when: !visible, as: .hidden, of: index, 1)
    guard content.needsRoom else { return }
    // The tracks must fit the content of a stretched view, not the length of the stretched view.
    let needed = contentItem(of: index) ?? view
    add(
      needed.anchor(length), .lessOrEqual, room(content.range), when: visible, as: .room,
      of: index, needed == view ? 0 : 2)
    if let guide = plan.content[index].map({ guides[$0] }) {
      add(guide.anchor(low), .equal, grid.anchor(low), as: .room, of: index, 3)
      if guide != needed { add(guide.anchor(length), .equal, nil, as: .room, of: index, 4) }
    }
    if content.placement == .leading || content.placement == .fill {
      add(view.anchor(low), .equal, start, when: visible, as: .placement, of: index)
    }
    if content.placement == .trailing || content.placement == .fill {
      add(view.anchor(high), .equal, end, when: visible, as: .placement, of: index, 1)
    }
    if content.placement == .center, let area = plan.area(content.range) {
      add(
        view.anchor(center), .equal, guides[area].anchor(center), when: visible, as: .placement,
        of: index, 2)
    }
  }

  /// Aligns the views of a group with the group's first visible view, which places the whole group.
  ///
  /// A group with placement `fill` is placed at the top, because its views keep their heights.
  mutating func align(_ group: GridAxis.Group, _ index: Int, _ visible: [GridPresence]) {
    let guide = guides[plan.firstGroup + index]
    let row = group.row...group.row
    let (start, end) = edges(row)
    let height = guide.anchor(length)
    add(height, .equal, nil, at: priorities.fitting, as: .group, of: index)
    var none = GridPresence.always
    for leader in group.members {
      let view = axis.contents[leader].item
      let isShown = visible[leader]
      add(guide.anchor(low), .lessOrEqual, view.anchor(low), when: isShown, as: .room, of: leader)
      add(
        guide.anchor(high), .greaterOrEqual, view.anchor(high), when: isShown, as: .room,
        of: leader, 1)
      let leads = isShown && none
      none = none && !isShown
      let placement = axis.contents[leader].placement
      if placement != .none {
        add(height, .lessOrEqual, room(row), when: leads, as: .placement, of: leader, 3)
      }
      switch placement {
      case .none: break
      case .inherited, .leading, .fill:
        add(guide.anchor(low), .equal, start, when: leads, as: .placement, of: leader)
      case .trailing:
        add(guide.anchor(high), .equal, end, when: leads, as: .placement, of: leader, 1)
      case .center:
        guard let area = plan.area(row) else { break }
        add(
          guide.anchor(center), .equal, guides[area].anchor(center), when: leads, as: .placement,
          of: leader, 2)
      }
      for member in group.members where member > leader {
        add(
          axis.contents[member].item.anchor(group.baseline), .equal,
          view.anchor(group.baseline), when: leads && visible[member], as: .baseline, of: leader,
          member)
      }
    }
    add(guide.anchor(low), .equal, start, when: none, as: .group, of: index, 1)
  }
}
