import Testing

/// A template with one mistake, and the expected report: the location, the message, the fix.
struct BrokenTemplate: Sendable, CustomTestStringConvertible {
  let slip: String
  /// The lines of the document.
  let document: [String]
  /// Whether it is laid out with no sizes of texts.
  let isLaidOut: Bool
  /// Line and column.
  let location: String
  let severity: String
  let code: String
  let message: String
  let help: String

  var testDescription: String { slip }

  /// The row of the table in docs/diagnostics.md.
  var row: String {
    "| \(slip) | \(code) | \(Self.cell(message)) | \(Self.cell(help)) |"
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
