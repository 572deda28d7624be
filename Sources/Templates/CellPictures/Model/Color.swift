/// An opaque sRGB color.
public struct Color: Hashable, Sendable {
  /// Red, 0...255.
  public var red: UInt8
  /// Green, 0...255.
  public var green: UInt8
  /// Blue, 0...255.
  public var blue: UInt8

  /// Creates a color from a number such as `0xE69F00`.
  public init(_ rgb: UInt32) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
  }

  /// The color in CSS, such as `#e69f00`.
  public var css: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

/// The colors of pictures.
///
/// The colors of marks are distinguishable with any color vision, and no two kinds of mark differ
/// in color alone. Source: Okabe and Ito, "Color Universal Design", 2008.
enum Palette {
  static let orange = Color(0xE69F00)
  static let skyBlue = Color(0x56B4E9)
  static let bluishGreen = Color(0x009E73)
  static let blue = Color(0x0072B2)
  static let vermillion = Color(0xD55E00)
  static let reddishPurple = Color(0xCC79A7)

  static let paper = Color(0xFFFFFF)
  static let ink = Color(0x1B1B1F)
  /// Color of the heading, and of the frames of plain views and the cell.
  static let faintInk = Color(0x54545F)
  /// Fill of plain views and buttons.
  static let panel = Color(0xF1F1F3)
  /// Fill of placeholders for images and emoji, and of switches.
  static let placeholder = Color(0xDCDDE1)
  /// Fill of the bars that replace text.
  static let bar = Color(0xC4C6CC)
  /// Color of the edges and diagonals of placeholders, and of guides.
  static let edge = Color(0x9A9CA5)
}
