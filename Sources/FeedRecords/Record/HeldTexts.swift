/// Where a text stands in the bytes that a record holds; nowhere when it has none.
struct HeldText: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0

  /// Whether there is no text.
  var isEmpty: Bool { count == 0 }
}

/// The texts of a record that are not made before somebody asks for them.
///
/// Most readers of a record ask for a few of its texts, and a text of its own costs more than the
/// rest of its reading.
struct HeldTexts: Sendable {
  var id = HeldText()
  var version = HeldText()
  var title = HeldText()
  var summary = HeldText()
  var contentText = HeldText()
  var contentHTML = HeldText()
  var author = HeldText()
  var url = HeldText()
  var imageURL = HeldText()
  var language = HeldText()
}
