import LayoutPrimitives

/// A box of an arrangement.
struct ArrangedBox: Hashable, Sendable {
  /// The view that the box makes; `nil` for none.
  var view: ViewDescription?
  /// The frame in the coordinates of the box around it, in points.
  var frame: Rect
  /// Index of the text among those of the tree; -1 for boxes without text.
  var text: Int
  /// Index after the last of the boxes inside.
  var end: Int
}
