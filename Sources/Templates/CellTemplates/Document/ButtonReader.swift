import LayoutPrimitives

/// Reads the content and the insets of a button.
struct ButtonReader {
  /// Keys of buttons besides those of labels.
  static let keys = ["image", "contentInsets", "titleInsets", "imageInsets"]

  /// Default insets around the title, in points.
  ///
  /// Source: buttons saved by Xcode are 12 points higher than their title's line.
  static let standardPadding = Insets(top: 6, leading: 0, bottom: 6, trailing: 0)

  /// Reads a button; `nil` for one without a title, which has no size of its own.
  static func read(_ fields: Fields) -> LabelContent? {
    let padding = fields["contentInsets"] == nil ? standardPadding : fields.insets("contentInsets")
    // In UIKit these move what is drawn, but do not change the button's size.
    _ = fields.insets("titleInsets")
    _ = fields.insets("imageInsets")
    let picture = fields.extents("image")
    guard fields["text"] != nil else { return nil }
    var label = LabelReader.read(fields)
    label?.padding = padding
    label?.picture = picture ?? .zero
    return label
  }
}
