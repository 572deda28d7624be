import LayoutPrimitives

// The constraints of areas, spans, views and groups of aligned views.
extension GridAxisConstraints {
  // MARK: Several tracks

  /// Makes a guide span tracks from the first shown one to the last, spare room included.
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

  /// Makes a guide as long as the fitting lengths of tracks with the gaps between them.
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

  /// Widens all fitting tracks of a span by the same length.
  ///
  /// Tracks of several spans have at least the length of each.
  mutating func share(_ span: GridGuides.Span) {
    let share = guides[span.share]
    add(share.anchor(low), .equal, grid.anchor(low), as: .share, of: span.share)
    var none = GridPresence.always
    for track in span.range {
      guard let extra = plan.extra[track] else { continue }
      none = none && !shown[track]
      let (length, least) = (guides[extra].anchor(length), share.anchor(length))
      add(
        length, .greaterOrEqual, least, when: shown[track], as: .share, of: span.share,
        2 + 2 * (track - span.range.lowerBound))
      add(
        length, .lessOrEqual, least, at: priorities.spare, when: shown[track], as: .share,
        of: span.share, 3 + 2 * (track - span.range.lowerBound))
    }
    add(share.anchor(length), .equal, nil, when: none, as: .share, of: span.share, 1)
  }

  // MARK: Views

  /// The edges of a range's area, spare room included.
  private func edges(_ range: ClosedRange<Int>) -> (low: Anchor, high: Anchor) {
    if range.count > 1, let area = plan.area(range) {
      return (guides[area].anchor(low), guides[area].anchor(high))
    }
    return (fitting(range.lowerBound).anchor(low), excess(range.upperBound).anchor(high))
  }

  /// The length that has to have room for the views of a range.
  private func room(_ range: ClosedRange<Int>) -> Anchor {
    if range.count > 1, let span = plan.spans.first(where: { $0.range == range }) {
      return guides[span.sum].anchor(length)
    }
    let track = range.lowerBound
    return guides[plan.own[track] ?? plan.fitting(track)].anchor(length)
  }

  /// Places a view in its cell; an invisible one has size zero, unless its size is required.
  mutating func place(_ index: Int, _ visible: GridPresence) {
    let content = axis.contents[index]
    let view = content.item
    let (start, end) = edges(content.range)
    add(view.anchor(low), .equal, start, when: !visible, as: .hidden, of: index)
    add(view.anchor(length), .equal, nil, at: .at(999), when: !visible, as: .hidden, of: index, 1)
    guard content.needsRoom else { return }
    // The tracks need room for the content of a view that is stretched, not for all of the view.
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

  /// Aligns the views of a row with the first visible one of them, which places the whole group.
  ///
  /// A group cannot fill its row, because its views keep their heights; it is at the top then.
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
