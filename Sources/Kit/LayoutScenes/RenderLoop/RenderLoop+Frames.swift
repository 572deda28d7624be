public import AutoLayout
public import LayoutPrimitives

extension RenderLoop {
  /// The current frame of a view in its superview's coordinates, in points; zero for a handle of
  /// another scene.
  ///
  /// A frame that constraints give a view takes effect when its superview is laid out.
  public func frame(of view: SceneItem) -> Rect {
    frames.indices.contains(view.index)
      ? frames[view.index] : Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// Places a view, like `UIView.frame`, mainly for `layoutSubviews` of its superview.
  ///
  /// A view without constraints is placed by hand from then on, as `placeByHand` does. If
  /// constraints place the view, it has the given frame until its superview is laid out, which
  /// restores the frame of the constraints. A new size marks the view for layout. It also marks the
  /// superview, unless the superview is being laid out. The frame of the root sets the loop's width
  /// and height.
  ///
  /// - Parameters:
  ///   - frame: The frame in the superview's coordinates, in points.
  ///   - view: The view.
  ///   - file: The caller's file, for the log of a feedback loop.
  ///   - line: The caller's line.
  /// - Throws: `SceneError` for an unknown item, for invalid numbers or a negative size, or if a
  ///   limit would be exceeded; the loop is then unchanged.
  public mutating func setFrame(
    _ frame: Rect, of view: SceneItem, file: String = #fileID, line: Int = #line
  ) throws(SceneError) {
    try check(frame, view)
    admitItems()
    guard let superview = tree.superviews[view.index] else {
      (width, height) = (frame.width, frame.height)
      return
    }
    if handPlaced[view.index] != nil || !scene.isTied(view) { try constrain(view, to: frame) }
    let old = frames[view.index]
    guard !old.isNear(frame) else { return }
    let location = "\(file):\(line)"
    setFrame(frame, to: view.index, location)
    let superviewIsInLayout =
      activity?.phase == .layout && activity?.view.index == superview
    if !old.hasSize(of: frame), !superviewIsInLayout {
      mark(superview, .layout, .sizeOfSubview(name(view.index)), location)
    }
  }

  /// Adds four required constraints that give a view a frame; `setFrame` can change the frame
  /// later.
  ///
  /// They correspond to `translatesAutoresizingMaskIntoConstraints` in UIKit and count as churn.
  ///
  /// - Parameters:
  ///   - view: The view; not the root.
  ///   - frame: The frame in the superview's coordinates, in points.
  ///   - file: The caller's file, for the log of a feedback loop.
  ///   - line: The caller's line.
  /// - Throws: `SceneError` for the root or an unknown item, for invalid numbers or a negative
  ///   size, or if a limit would be exceeded; the loop is then unchanged.
  public mutating func placeByHand(
    _ view: SceneItem, _ frame: Rect, file: String = #fileID, line: Int = #line
  ) throws(SceneError) {
    try check(frame, view)
    admitItems()
    guard tree.superviews[view.index] != nil else { throw .unknownItem(view.index) }
    try constrain(view, to: frame)
    try setFrame(frame, of: view, file: file, line: line)
  }

  private func check(_ frame: Rect, _ view: SceneItem) throws(SceneError) {
    try scene.tree.check(view)
    for number in [frame.x, frame.y] {
      try scene.tree.check(number, "the frame of '\(scene.name(of: view))'")
    }
    for extent in [frame.width, frame.height] {
      try scene.tree.checkExtent(extent, "the frame of '\(scene.name(of: view))'")
    }
  }

  /// Changes the constraints of a view placed by hand, so that they give it a frame.
  private mutating func constrain(_ view: SceneItem, to frame: Rect) throws(SceneError) {
    guard let superview = tree.superviews[view.index].map({ SceneItem($0) }) else { return }
    // Constraints apply to alignment rectangles. A frame extends beyond its alignment rectangle.
    let own = scene.physicalAlignmentInsets(of: view)
    let outer = scene.physicalAlignmentInsets(of: superview)
    let wanted: [(attribute: Attribute, second: Anchor?, constant: Double)] = [
      (.left, superview.anchor(.left), frame.x + own.left - outer.left),
      (.top, superview.anchor(.top), frame.y + own.top - outer.top),
      (.width, nil, frame.width - own.left - own.right),
      (.height, nil, frame.height - own.top - own.bottom),
    ]
    for side in wanted {
      try scene.tree.check(side.constant, "the frame of '\(scene.name(of: view))'")
    }
    if let ids = handPlaced[view.index] {
      for (id, side) in zip(ids, wanted) where scene.constraint(id)?.constant != side.constant {
        try scene.setConstant(id, side.constant)
      }
    } else {
      let ids = try scene.add(
        wanted.map { side in
          LayoutConstraint(
            name: "", first: view.anchor(side.attribute), relation: .equal, second: side.second,
            constant: side.constant)
        })
      recordHandPlaced(view.index, ids)
    }
  }

  // MARK: Frames from constraints

  /// Marks the superviews of views whose current frames differ from the frames that the constraints
  /// give.
  mutating func applyFrames(_ layout: SceneLayout) {
    for item in layout.frames.indices where item < frames.count {
      let frame = wantedFrame(item, layout)
      guard !frames[item].isNear(frame) else { continue }
      if tree.isView(item), let superview = tree.superviews[item] {
        mark(superview, .layout, .constraintsOfSubview(name(item)), nil)
      } else {
        setFrame(frame, to: item, nil)
      }
    }
  }

  /// Gives the subviews of a view the frames that the constraints decide.
  mutating func placeSubviews(of view: Int) {
    guard let layout, tree.subviews.indices.contains(view) else { return }
    for subview in tree.subviews[view] where subview < layout.frames.count {
      let frame = wantedFrame(subview, layout)
      if !frames[subview].isNear(frame) { setFrame(frame, to: subview, nil) }
    }
  }

  /// The frame of an item in a layout, in its superview's coordinates, in points.
  private func wantedFrame(_ item: Int, _ layout: SceneLayout) -> Rect {
    layout.frames[item].relative(to: tree.superviews[item].map { layout.frames[$0] })
  }
}

extension LayoutScene {
  /// Whether an item is a view, not a guide.
  func isView(_ item: SceneItem) -> Bool { tree.record(item).map { !$0.traits.isGuide } ?? false }

  /// Whether any constraint of the scene, on or off, places an item.
  func isTied(_ item: SceneItem) -> Bool {
    tree.record(item)?.stack != nil
      || table.mentions(item.index) { tree.itemsTied(by: $0).contains(item.index) }
  }

  /// The distances by which an item's frame extends beyond its alignment rectangle, in points.
  func physicalAlignmentInsets(
    of item: SceneItem
  ) -> (top: Double, left: Double, bottom: Double, right: Double) {
    let insets = tree[item].traits.alignmentInsets
    return direction == .leftToRight
      ? (insets.top, insets.leading, insets.bottom, insets.trailing)
      : (insets.top, insets.trailing, insets.bottom, insets.leading)
  }
}
