/// A text whose characters are set in different styles.
///
/// Runs that are empty or equal to the one before are merged, so that how a text was divided never
/// changes what is measured.
public struct AttributedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// Styles from the beginning of the text; characters after the last have the text style's own.
  ///
  /// A grapheme that two runs share is set in the first one's style.
  public let runs: [Run]

  /// A stretch of characters of one style.
  public struct Run: Hashable, Sendable {
    /// UTF-16 units in it.
    public var length: Int
    /// Their style.
    public var style: CharacterStyle

    /// Creates a run; a negative length counts as 0.
    public init(length: Int, style: CharacterStyle) {
      self.length = max(0, length)
      self.style = style
    }
  }

  /// Creates a text from its runs.
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

  /// Creates a text by joining pieces.
  public init(_ pieces: [(text: String, style: CharacterStyle)]) {
    self.init(
      pieces.map(\.text).joined(),
      runs: pieces.map { Run(length: $0.text.utf16.count, style: $0.style) })
  }
}
