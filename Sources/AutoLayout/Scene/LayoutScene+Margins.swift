import LayoutPrimitives

extension LayoutScene {
  /// The margins of the items, some of which may depend on the layout.
  var margins: LayoutMargins {
    LayoutMargins(
      items.map {
        LayoutMargins.Item(
          parent: $0.parent, own: $0.traits.ownMargins,
          preservesSuperview: $0.traits.preservesSuperviewMargins,
          alignmentInsets: $0.traits.alignmentInsets)
      }, direction: direction)
  }
}
