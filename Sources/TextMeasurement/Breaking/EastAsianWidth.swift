internal import CICU

/// Which characters are as wide as an ideograph.
enum EastAsianWidth {
  /// Whether a character's East_Asian_Width is fullwidth, wide or halfwidth, as UAX 14 asks.
  ///
  /// Source: EastAsianWidth.txt of Unicode 15, by blocks; emoji are wide by their presentation.
  static func isWide(_ scalar: UInt32) -> Bool {
    if scalar < 0x1100 { return false }
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFFDC,
      0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return true
    default: return cicu_is_emoji_presentation(scalar) != 0
    }
  }
}
