import LayoutPrimitives

/// Reads what a button shows and how much room it has around it.
struct ButtonReader {
  /// Keys of buttons besides those of labels.
  static let keys = ["image", "contentInsets", "titleInsets", "imageInsets"]

  /// Room around the title where a button says nothing, in points.
  ///
  /// Source: buttons saved by Xcode are 12 points higher than their title's line.
  static let standardPadding = Insets(top: 6, leading: 0, bottom: 6, trailing: 0)

  /// Reads a button; `nil` for one without a title, whose size is declared or none.
  static func read(_ fields: Fields, into context: inout DocumentContext) -> LabelContent? {
    let padding =
      fields["contentInsets"] == nil
      ? standardPadding : fields.insets("contentInsets", into: &context)
    // These move what is drawn and leave the button's size alone, as in UIKit.
    _ = fields.insets("titleInsets", into: &context)
    _ = fields.insets("imageInsets", into: &context)
    let picture = fields.extents("image", into: &context)
    guard fields["text"] != nil else { return nil }
    var label = LabelReader.read(fields, into: &context)
    label?.padding = padding
    label?.picture = picture ?? .zero
    return label
  }
}
