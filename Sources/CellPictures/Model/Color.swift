/// An opaque colour by its sRGB parts.
public struct Color: Hashable, Sendable {
  /// Red, 0...255.
  public var red: UInt8
  /// Green, 0...255.
  public var green: UInt8
  /// Blue, 0...255.
  public var blue: UInt8

  /// Creates a colour from the number that CSS writes: `0xE69F00`.
  public init(_ rgb: UInt32) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
  }

  /// The colour as CSS writes it: `#e69f00`.
  public var css: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

/// The colours of pictures.
///
/// The marks' colours can be told apart with any colour vision; no two kinds of mark differ in
/// colour alone. Source: Okabe and Ito, "Color Universal Design", 2008.
enum Palette {
  static let orange = Color(0xE69F00)
  static let skyBlue = Color(0x56B4E9)
  static let bluishGreen = Color(0x009E73)
  static let blue = Color(0x0072B2)
  static let vermillion = Color(0xD55E00)
  static let reddishPurple = Color(0xCC79A7)

  static let paper = Color(0xFFFFFF)
  static let ink = Color(0x1B1B1F)
  /// Small words beside the cell.
  static let faintInk = Color(0x54545F)
  /// Views without a picture or text of their own.
  static let panel = Color(0xF1F1F3)
  /// Places of pictures and emoji.
  static let placeholder = Color(0xDCDDE1)
  /// Lines in place of glyphs.
  static let bar = Color(0xC4C6CC)
  /// Edges and diagonals of placeholders, guides.
  static let edge = Color(0x9A9CA5)
}
