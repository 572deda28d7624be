public import LayoutPrimitives

/// A box for a text, whose lines are wrapped at the available width.
///
/// Source: LayoutKit's LabelLayout, with its defaults. Font, line limit and line heights are those
/// of the text.
public struct LabelLayout: Layout {
  /// The text.
  public let text: any LabelText
  /// How the box places itself in its room.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view with the text.
  public let view: ViewDescription?

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: What measures the text.
  ///   - alignment: How the label places itself in its room.
  ///   - flexibility: How readily the label is stretched and compressed.
  ///   - reuseID: The name by which its view is found again.
  ///   - tag: A number of the caller's.
  public init(
    text: any LabelText, alignment: Alignment = .topLeading, flexibility: Flexibility = .flexible,
    reuseID: String? = nil, tag: Int = 0
  ) {
    self.text = text
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = ViewDescription(reuseID: reuseID, content: .label(text.string), tag: tag)
  }

  /// Creates a label whose view is described by the caller, who may keep the description.
  public init(
    text: any LabelText, alignment: Alignment = .topLeading, flexibility: Flexibility = .flexible,
    view: ViewDescription
  ) {
    self.text = text
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = view
  }

  /// Measures the text at the available width; not at all where there is none.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    guard maxSize.width.isRoom else { return .zero }
    let measure = text.measure(within: maxSize.width)
    pass.setText(measure)
    return measure.size
  }
}
