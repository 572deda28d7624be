/// A markup language whose texts become plain text.
enum MarkupLanguage: Sendable {
  case html
  /// CommonMark with GitHub's tables, strikethrough, task lists and links without brackets.
  case markdown

  /// The language of a media type such as `text/markdown; charset=utf-8`; `nil` for other types.
  ///
  /// - Parameter mediaType: The type in lower case.
  init?(mediaType: String) {
    switch mediaType.prefix(while: { $0 != ";" }).trimmed {
    case "text/html", "application/xhtml+xml": self = .html
    case "text/markdown", "text/x-markdown": self = .markdown
    default: return nil
    }
  }
}
