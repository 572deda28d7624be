public import LayoutPrimitives

/// A node in the place of a label, whose text a closure measures.
open class TextNode: ViewNode {
  /// Measures a text at a width, in points; the width is infinite for a text without wrapping.
  public typealias Measure = (_ text: String, _ maxWidth: Double) -> Size

  /// The text.
  public var text: String {
    didSet { if text != oldValue { setNeedsLayout() } }
  }
  private let measure: Measure

  /// Creates a node for a text.
  public init(_ text: String = "", name: String? = nil, measure: @escaping Measure) {
    self.text = text
    self.measure = measure
    super.init(name: name)
  }

  /// The size of the text without wrapping, in points.
  open override var itemIntrinsicContentSize: Size { measure(text, .infinity) }

  /// The size of the text at a width, in points.
  open override func contentSizeFor(maxWidth: Double) -> Size { measure(text, maxWidth) }
}
