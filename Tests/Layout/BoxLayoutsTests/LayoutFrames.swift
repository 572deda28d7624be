import BoxLayouts
import LayoutPrimitives

extension LayoutArrangement {
  /// The frame of a view in the coordinates of the whole: x, y, width, height.
  func frame(_ name: String, _ direction: LayoutDirection = .leftToRight) -> [Double]? {
    views(direction).first { $0.view.reuseID == name }?.frame.numbers
  }

  /// The names of the views, from the back.
  var names: [String] { views().map { $0.view.reuseID ?? "" } }
}

extension Rect {
  var numbers: [Double] { [x, y, width, height] }
}

/// A box of a size with a view.
func box(_ name: String, _ width: Double, _ height: Double) -> SizeLayout {
  SizeLayout(width: width, height: height, view: ViewDescription(reuseID: name))
}

/// A flexible box with a view that fills the available space.
func spring(_ name: String, _ flexibility: Flexibility = .flexible) -> SizeLayout {
  SizeLayout(flexibility: flexibility, view: ViewDescription(reuseID: name))
}

/// A label with a name.
func label(_ name: String, _ string: String, _ alignment: Alignment = .topLeading) -> LabelLayout {
  LabelLayout(text: BlockText(string), alignment: alignment, reuseID: name)
}
