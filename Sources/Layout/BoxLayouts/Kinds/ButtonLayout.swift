public import LayoutPrimitives
import TextMeasurement

/// A box for a button: a title, a picture before the title, and insets around both.
///
/// Source: LayoutKit's ButtonLayout, which derives the sizes from the type of `UIButton`; here the
/// caller passes them. The default insets are those of a button that Xcode saved.
public struct ButtonLayout: Layout {
  /// The insets of a system button, in points.
  public static let standardInsets = Insets(top: 6, leading: 0, bottom: 6, trailing: 0)

  /// The text of the title, which can be measured.
  public let title: any LabelText
  /// The size of the picture before the title, in points; 0 × 0 for none.
  public let picture: Size
  /// Insets around title and picture, in points; negative and non-finite insets count as 0.
  public let insets: Insets
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view of the button.
  public let view: ViewDescription?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: Measures the title.
  ///   - picture: The size of the picture before the title, in points; 0 × 0 for none.
  ///   - insets: Insets around title and picture, in points.
  ///   - alignment: The alignment of the button in the available space.
  ///   - flexibility: How readily the button is stretched and compressed.
  ///   - reuseID: The name under which the button's view is reused; `nil` for a new view every
  ///     time.
  ///   - tag: A number that the caller chooses.
  public init(
    title: any LabelText, picture: Size = .zero, insets: Insets = standardInsets,
    alignment: Alignment = .topLeading, flexibility: Flexibility = .flexible,
    reuseID: String? = nil, tag: Int = 0
  ) {
    self.title = title
    self.picture = Size(width: picture.width.finiteLength, height: picture.height.finiteLength)
    self.insets = insets.lengths
    self.alignment = alignment
    self.flexibility = flexibility
    self.view = ViewDescription(reuseID: reuseID, content: .button(title.string), tag: tag)
  }

  /// Measures the title at the width that insets and picture leave, and adds both.
  ///
  /// If no width is left for the title, the size is that of picture and insets.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    guard maxSize.width.isRoom else { return .zero }
    let room = insets.room(in: maxSize).width - picture.width
    guard room.isRoom else { return insets.around(picture) }
    var text = title.measure(within: room)
    let content = Size(
      width: picture.width + text.size.width, height: max(picture.height, text.size.height))
    let above = (content.height - text.size.height) / 2
    text.firstBaseline += insets.top + above
    text.lastBaselineFromBottom += insets.bottom + above
    pass.setText(text)
    return insets.around(content)
  }
}
