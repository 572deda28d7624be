internal import CICU

/// Tests characters for emoji presentation and other properties that decide their font.
enum EmojiPresentation {
  private static let textSelector: UInt32 = 0xFE0E
  private static let emojiSelector: UInt32 = 0xFE0F
  private static let joiner: UInt32 = 0x200D
  private static let keycap: UInt32 = 0x20E3

  /// A soft hyphen, which is drawn only where a line ends at it.
  static let softHyphen: UInt16 = 0xAD

  /// Whether a grapheme has emoji presentation.
  ///
  /// A digit, `#` or `*` has it only in a complete keycap sequence with its selector.
  /// Source: Unicode Technical Standard 51, presentation style.
  static func isEmoji(_ scalars: ArraySlice<UInt32>) -> Bool {
    guard let base = scalars.first else { return false }
    let second = scalars.count > 1 ? scalars[scalars.startIndex + 1] : 0
    if base < 0x80 { return second == emojiSelector && scalars.last == keycap }
    if second == textSelector { return false }
    if cicu_is_emoji_presentation(base) != 0 { return true }
    guard second != 0, cicu_is_emoji(base) != 0 else { return false }
    return second == emojiSelector || second == joiner || cicu_is_emoji_modifier(second) != 0
  }

  /// Whether a UTF-16 unit begins an invisible character, which letter spacing ignores.
  static func isIgnorable(_ unit: UInt16) -> Bool {
    unit >= 0xAD && cicu_is_default_ignorable(UInt32(unit)) != 0
  }

  /// Whether a scalar is certainly not an emoji, so that ICU's properties are not needed.
  static func isPlain(_ scalar: UInt32) -> Bool {
    scalar < 0x2000 || (0x3001...0x3029).contains(scalar) || (0x303E...0x3296).contains(scalar)
      || (0x329A...0xFE00).contains(scalar) || (0xFE10...0xFFFF).contains(scalar)
      || (0x20000...0x3FFFF).contains(scalar)
  }

  /// Whether HarfBuzz shows the font's space in place of a character that the font lacks.
  static func isSynthesizedSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || (0x2000...0x200A).contains(scalar) || scalar == 0x202F
      || scalar == 0x205F
  }

  /// Whether a UTF-16 unit hangs at the end of a line by a mode's rules: white space at which a line
  /// may break.
  ///
  /// In Chromium only the space and the ideographic space hang; measured in Chromium 156.
  static func hangs(_ unit: UInt16, mode: LineBreakMode) -> Bool {
    if mode == .chromium { return unit == 0x20 || unit == 0x3000 }
    return mayHang(unit)
  }

  /// Whether a UTF-16 unit hangs at the end of a line by the rules of some mode.
  static func mayHang(_ unit: UInt16) -> Bool {
    if unit == 0x20 { return true }
    if unit < 0x1680 { return false }
    return unit == 0x1680 || unit == 0x205F || unit == 0x3000
      || ((0x2000...0x200A).contains(unit) && unit != 0x2007)
  }
}
