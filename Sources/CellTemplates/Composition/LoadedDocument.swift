/// A document that another one named, read but not yet looked into.
struct LoadedDocument {
  /// Its file as messages give it, which also tells it from others.
  var file: String
  /// Its text.
  var text: String
  /// What is added to its line numbers, so that `SourceLines` tells them from other documents'.
  var base: Int
}
