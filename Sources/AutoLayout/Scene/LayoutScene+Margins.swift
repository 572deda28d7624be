import LayoutPrimitives

extension LayoutScene {
  /// The margins of every item as far as they are known without a layout, in points.
  var ownMargins: [Insets] { items.map(\.traits.ownMargins) }

  /// Frames of alignment rectangles: each reaches beyond its own by the alignment insets.
  func frames(_ alignmentRects: [Rect]) -> [Rect] {
    zip(items, alignmentRects).map { item, rect in
      let insets = item.traits.alignmentInsets
      let isLeftToRight = direction == .leftToRight
      return Rect(
        x: rect.x - (isLeftToRight ? insets.leading : insets.trailing), y: rect.y - insets.top,
        width: rect.width + insets.leading + insets.trailing,
        height: rect.height + insets.top + insets.bottom)
    }
  }

  /// The margins of every item at a layout, in points.
  ///
  /// An item that preserves its superview's margins has, on each side, the larger of its own margin
  /// and the superview's less the distance between their edges. The distance is taken from the
  /// frames as laid out, never decided beforehand: a layout begins with the items' own margins,
  /// from the top of the tree on, and is repeated while margins change, so that where edges do not
  /// depend on margins the second pass is the last. A superview comes before its subviews, so one
  /// pass hands the margins of a whole chain of fixed edges down.
  func marginsInEffect(_ frames: [Rect]) -> [Insets] {
    var margins = ownMargins
    let isLeftToRight = direction == .leftToRight
    for (index, item) in items.enumerated() where item.traits.preservesSuperviewMargins {
      guard let parent = item.parent else { continue }
      let left = frames[index].x - frames[parent].x
      let right = frames[parent].maxX - frames[index].maxX
      let outer = margins[parent]
      let own = margins[index]
      margins[index] = Insets(
        top: max(own.top, outer.top - (frames[index].y - frames[parent].y)),
        leading: max(own.leading, outer.leading - (isLeftToRight ? left : right)),
        bottom: max(own.bottom, outer.bottom - (frames[parent].maxY - frames[index].maxY)),
        trailing: max(own.trailing, outer.trailing - (isLeftToRight ? right : left)))
    }
    return margins
  }
}
