/// How far a word's key reaches into the text beside it.
struct ShapingContext {
  /// The text, and the item that is never left.
  let text: UnsafePointer<UInt16>
  let item: ShapingRun

  /// Characters that a key brings on a side, spaces not counted, in the order tried.
  ///
  /// Inter looks six glyphs back from a parenthesis to tell whether it stands among capitals.
  static let steps = [1, 8, 24]

  /// Where a stretch of so many characters before a place begins.
  func start(before place: Int, characters: Int) -> Int {
    var place = place
    var left = characters
    while place > item.start, left > 0 {
      place -= 1
      if text[place] != 0x20 { left -= 1 }
      // Neither pairs nor combining sequences are cut.
      if left == 0, !Self.isWhole(text[place]) { left = 1 }
    }
    return place
  }

  /// Where a stretch of so many characters after a place ends.
  func end(after place: Int, characters: Int) -> Int {
    var place = place
    var left = characters
    while place < item.end, left > 0 {
      if text[place] != 0x20 { left -= 1 }
      place += 1
      if left == 0, place < item.end, !Self.isWhole(text[place]) { left = 1 }
    }
    return place
  }

  /// Whether a unit begins a character, and is no half of a pair.
  private static func isWhole(_ unit: UInt16) -> Bool { unit < 0x300 }
}
