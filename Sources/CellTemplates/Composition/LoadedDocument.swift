/// A document that another one names, loaded but not parsed.
struct LoadedDocument {
  /// Its file as in messages, which identifies it.
  var file: String
  var text: String
  /// The offset of its line numbers in `SourceLines`.
  var base: Int
}
