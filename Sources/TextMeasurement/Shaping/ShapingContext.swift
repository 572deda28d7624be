/// The extent of a word's key into the neighboring text.
struct ShapingContext {
  /// The text, and the shaping run that bounds the context.
  let text: UnsafePointer<UInt16>
  let item: ShapingRun

  /// Numbers of characters in a key on each side, without spaces, in the order tried.
  ///
  /// Inter examines six glyphs before a parenthesis to detect capitals.
  static let steps = [1, 8, 24]

  /// The beginning of a range of this many characters before a position.
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

  /// The end of a range of this many characters after a position.
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
