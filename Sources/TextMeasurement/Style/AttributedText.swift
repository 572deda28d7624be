/// A text whose characters are set in different styles.
///
/// Empty runs are removed and equal neighbors are merged, so that the division of a text does not
/// change its measure.
public struct AttributedText: Hashable, Sendable {
  /// The characters of all runs.
  public let text: String
  /// Styles from the beginning of the text; characters after the last run have the text style.
  ///
  /// A grapheme in two runs has the style of the first one.
  public let runs: [Run]

  /// A range of characters of one style.
  public struct Run: Hashable, Sendable {
    /// Length of the run, in UTF-16 units.
    public var length: Int
    /// Style of the characters.
    public var style: CharacterStyle

    /// Creates a run; a negative length counts as 0.
    public init(length: Int, style: CharacterStyle) {
      self.length = max(0, length)
      self.style = style
    }
  }

  /// Creates a text from its characters and runs.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    var merged: [Run] = []
    for run in runs where run.length > 0 {
      if let last = merged.last, last.style == run.style {
        let (sum, overflow) = last.length.addingReportingOverflow(run.length)
        merged[merged.count - 1].length = overflow ? .max : sum
      } else {
        merged.append(run)
      }
    }
    self.runs = merged
  }

  /// Creates a text by joining pieces of one style each.
  public init(_ pieces: [(text: String, style: CharacterStyle)]) {
    self.init(
      pieces.map(\.text).joined(),
      runs: pieces.map { Run(length: $0.text.utf16.count, style: $0.style) })
  }
}
