/// The names of font weights, as UIKit and CSS use them.
public enum FontWeight {
  /// Every name; the most common name of each weight is first.
  public static let names = [
    "thin", "ultraLight", "light", "regular", "medium", "semibold", "bold", "heavy", "black",
    "extraLight", "normal", "demibold", "extraBold",
  ]

  /// Converts the name of a weight to its number, 100...900.
  ///
  /// - Parameter name: One of `names` in any letter case, or a number in 1...1000, which is
  ///   returned as it is.
  /// - Returns: The weight; `nil` for another word or a number out of range.
  public static func number(named name: String) -> Int? {
    switch name.lowercased() {
    case "thin": 100
    case "ultralight", "extralight": 200
    case "light": 300
    case "regular", "normal": 400
    case "medium": 500
    case "semibold", "demibold": 600
    case "bold": 700
    case "heavy", "extrabold": 800
    case "black": 900
    default: Int(name).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
  }
}
