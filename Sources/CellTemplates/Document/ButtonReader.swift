import LayoutPrimitives

/// Reads the content and the insets of a button.
struct ButtonReader {
  /// Keys of buttons besides those of labels.
  static let keys = ["image", "contentInsets", "titleInsets", "imageInsets"]

  /// Default insets around the title, in points.
  ///
  /// Source: buttons saved by Xcode are 12 points higher than their title's line.
  static let standardPadding = Insets(top: 6, leading: 0, bottom: 6, trailing: 0)

  /// Reads a button, or `nil` for one without a title, whose size is declared or none.
  static func read(_ fields: Fields) -> LabelContent? {
    let padding = fields["contentInsets"] == nil ? standardPadding : fields.insets("contentInsets")
    // These move what is drawn and leave the button's size alone, as in UIKit.
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
