public import LayoutPrimitives

/// A parsed visual format string.
///
/// Source of the grammar: Apple, Auto Layout Guide, Visual Format Language. A distance may be a
/// number, a named metric or a `{binding}`; a priority may be a whole number or a named metric. An
/// id that is not a plain word stands in double quotes.
public struct VisualFormat: Hashable, Sendable {
  /// A view that the string names.
  public struct View: Hashable, Sendable {
    /// The view's id.
    public var name: String
    /// Offset of the id in the string, in characters from 0.
    public var offset: Int
  }

  /// The axis along which the string runs; horizontal unless it says `V:`.
  public let axis: Axis
  /// The views between brackets, left to right.
  public let views: [View]
  /// Offset of the first `|`, in characters from 0; `nil` where the string has no `|`.
  ///
  /// With a `|`, all `views` must have the same parent, which is what `|` stands for.
  public let superviewOffset: Int?
  /// The constraints, left to right; those of a view's size follow those of the connection before
  /// the view.
  public var constraints: [ParsedConstraint]

  /// Parses a visual format string.
  ///
  /// - Throws: `NotationError` with the offset of the first character that does not fit.
  public static func parse(_ text: String) throws(NotationError) -> VisualFormat {
    var parser = VisualFormatParser(text)
    try parser.format()
    return VisualFormat(
      axis: parser.axis, views: parser.views, superviewOffset: parser.superviewOffset,
      constraints: parser.constraints)
  }

  /// Whether a text begins like a visual format string: with `|`, `[`, `H:` or `V:`.
  ///
  /// Another word and a colon count where `|` or `[` follows: a misspelled `H:` or `V:`.
  public static func isVisualFormat(_ text: String) -> Bool {
    var cursor = TextCursor(text)
    cursor.skipSpace()
    let word = cursor.bareName()
    if word != nil {
      guard cursor.takeSpaced(":") else { return false }
      cursor.skipSpace()
    }
    return word == "H" || word == "V" || cursor.next == "|" || cursor.next == "["
  }
}
