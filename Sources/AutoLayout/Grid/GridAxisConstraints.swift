import LayoutPrimitives

/// Generates the constraints of a grid along one axis.
///
/// The tracks follow each other as pairs of guides: the fitting length, as short as the views in
/// the track allow, then the track's part of the spare room. All parts are equally long. Views that
/// span several tracks widen the fitting ones alike, beyond what the tracks' own views need.
///
/// Each constraint has its own number among all that the grid can have, so that document order does
/// not depend on what was hidden before.
struct GridAxisConstraints {
  /// A constraint, and whether it holds in the states that were asked about.
  struct Candidate {
    let placed: PlacedConstraint
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
  /// The place of the axis' first constraint.
  private let firstPlace: Int
  /// More than the number of constraints of one kind and track or view.
  private let span: Int
  let low, high, center, length: Attribute
  private(set) var result: [Candidate] = []
  /// Whether each track is shown; shape `[tracks]`.
  private(set) var shown: [GridPresence] = []

  init(
    grid: SceneItem, _ axis: GridAxis, guides: [SceneItem], _ priorities: GridPriorities,
    firstPlace: Int
  ) {
    self.grid = grid
    self.axis = axis
    plan = GridGuides(axis)
    self.guides = guides
    self.priorities = priorities
    self.firstPlace = firstPlace
    span = max(axis.tracks.count, axis.contents.count, guides.count) + 8
    let isHorizontal = axis.axis == .horizontal
    low = isHorizontal ? .leading : .top
    high = isHorizontal ? .trailing : .bottom
    center = isHorizontal ? .centerX : .centerY
    length = isHorizontal ? .width : .height
  }

  /// More than the greatest place.
  var endPlace: Int { firstPlace + Kind.allCases.count * span * span }

  /// The guide whose length a view's content asks for; `nil` for the view's own.
  func contentItem(of index: Int) -> SceneItem? {
    guard axis.contents[index].hasContent else { return nil }
    return plan.content[index].map { guides[$0] }
  }

  /// Lists the constraints that may hold.
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

  /// Places a track after the last shown one before it; a hidden track is right after its
  /// neighbor.
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

  /// Gives a track its explicit length, or the least one and a part of the spare room.
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

  /// Ends the grid after its last shown track; without fitting tracks the spare room is behind it.
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
  ///   - presence: Whether the constraint holds.
  ///   - kind: The kind of the constraint.
  ///   - index: Number of the track, guide, view or group that the constraint belongs to.
  ///   - number: Number of the constraint among those of the same kind and index.
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
        placed: PlacedConstraint(
          place: firstPlace + (kind.rawValue * span + index) * span + number,
          constraint: constraint),
        presence: presence))
  }
}
