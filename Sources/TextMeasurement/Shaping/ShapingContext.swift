/// Finds how far the key of a word reaches into the neighboring text.
struct ShapingContext {
  /// UTF-16 units of the text.
  let text: UnsafePointer<UInt16>
  /// The shaping run of the word, beyond which the key does not reach.
  let item: ShapingRun

  /// Numbers of neighboring characters on each side of a word in its key, in the order tried.
  ///
  /// Spaces are not counted. Inter examines six glyphs before a parenthesis to detect capitals.
  static let steps = [3, 8, 24]

  /// UTF-16 offset at which a number of characters before a position begin; spaces do not count.
  func start(before place: Int, characters: Int) -> Int {
    var place = place
    var left = characters
    while place > item.start, left > 0 {
      place -= 1
      if text[place] != 0x20 { left -= 1 }
      // Surrogate pairs and combining sequences are not divided.
      if left == 0, !Self.isWhole(text[place]) { left = 1 }
    }
    return place
  }

  /// UTF-16 offset at which a number of characters after a position end; spaces do not count.
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

  /// Whether a unit is certainly a whole character.
  private static func isWhole(_ unit: UInt16) -> Bool { unit < 0x300 }
}
