public import LayoutPrimitives

/// A box for a text whose lines are wrapped at the available width.
///
/// `text` determines font, line limit and line heights.
///
/// Source: LayoutKit's LabelLayout, with its defaults.
public struct LabelLayout: Layout {
  /// The text, which measures itself.
  public let text: any LabelText
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view that shows the text.
  public let view: ViewDescription?

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: The text, which measures itself.
  ///   - alignment: The alignment of the label in the available space.
  ///   - flexibility: How readily the label is stretched and compressed.
  ///   - reuseID: The name under which the label's view is reused; `nil` for a new view every time.
  ///   - tag: A number that the caller chooses.
  public init(
    text: any LabelText, alignment: Alignment = .topLeading, flexibility: Flexibility = .flexible,
    reuseID: String? = nil, tag: Int = 0
  ) {
    self.text = text
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = ViewDescription(reuseID: reuseID, content: .label(text.string), tag: tag)
  }

  /// Creates a label with a given view description, which several labels may share.
  public init(
    text: any LabelText, alignment: Alignment = .topLeading, flexibility: Flexibility = .flexible,
    view: ViewDescription
  ) {
    self.text = text
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = view
  }

  /// Measures the text at the available width; 0 × 0 if there is none.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    guard maxSize.width.isRoom else { return .zero }
    let measure = text.measure(within: maxSize.width)
    pass.setText(measure)
    return measure.size
  }
}
