/// A document that another document names: its text is loaded, but not parsed.
struct LoadedDocument {
  /// The file as shown in messages, which identifies the document.
  var file: String
  var text: String
  /// The offset of the document's line numbers in `SourceLines`.
  var base: Int
}
