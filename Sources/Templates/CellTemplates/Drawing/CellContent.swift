public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// A laid-out record with the content of its views, for programs that draw with texts and styles
/// of their own instead of glyphs, such as pages.
public struct CellContent: Sendable {
  /// The template.
  public let template: CellTemplate
  /// Height, frames and caveats as they are stored.
  public let layout: CellLayout
  /// The engine's exact frames, in points; its items are the template's views.
  public let solved: SolvedCell
  /// The language of the record's texts, or nil.
  public let language: String?
  /// The content of each view, indexed as the template's `views`.
  public let views: [View]

  /// What a view shows.
  public struct View: Sendable {
    /// Whether it or a view around it is hidden.
    public let isHidden: Bool
    /// The text of a label or button, or nil.
    public let text: Text?
    /// The address of a picture from the record, empty for a record without one; nil for views
    /// whose picture does not come from the record.
    public let picture: String?
  }

  /// A text with all that decides its lines.
  public struct Text: Sendable {
    /// The characters with the styles of their runs.
    public let text: AttributedText
    /// The style of characters outside the runs, and the distances between lines.
    public let style: TextStyle
    /// Line limit, truncation, shrinking and tightening.
    public let fitting: LineFitting
    /// Insets around the text of a button, in points.
    public let padding: Insets
    /// Size of the picture before the text of a button, in points.
    public let picture: Size
    /// What was measured, with padding and picture, in points; nil for a text that the layout did
    /// not need.
    public let measured: TextExtent?
  }
}
