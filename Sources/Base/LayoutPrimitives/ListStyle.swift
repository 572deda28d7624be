/// The kind of marks of list items.
package enum ListStyle: Equatable, Sendable {
  case none, bullet, decimal, lowerLetters, upperLetters, lowerRoman, upperRoman

  /// The kind that the HTML attribute `type` names, or `nil`.
  package init?(type: String) {
    switch type {
    case "1": self = .decimal
    case "a": self = .lowerLetters
    case "A": self = .upperLetters
    case "i": self = .lowerRoman
    case "I": self = .upperRoman
    default:
      guard let style = ListStyle(css: type.lowercased()[...]) else { return nil }
      switch style {
      case .none, .bullet: self = style
      default: return nil
      }
    }
  }

  /// The kind that a value of CSS `list-style-type` names, or `nil`.
  package init?(css: Substring) {
    switch css {
    case "none": self = .none
    case "disc", "circle", "square": self = .bullet
    case "decimal": self = .decimal
    case "lower-alpha", "lower-latin": self = .lowerLetters
    case "upper-alpha", "upper-latin": self = .upperLetters
    case "lower-roman": self = .lowerRoman
    case "upper-roman": self = .upperRoman
    default: return nil
    }
  }

  /// The mark of an item with the given number, including the space after it.
  package func marker(_ number: Int) -> String {
    switch self {
    case .none: ""
    case .bullet: "• "
    case .decimal: "\(number). "
    case .lowerLetters: "\(Self.letters(number)?.lowercased() ?? "\(number)"). "
    case .upperLetters: "\(Self.letters(number) ?? "\(number)"). "
    case .lowerRoman: "\(Self.roman(number)?.lowercased() ?? "\(number)"). "
    case .upperRoman: "\(Self.roman(number) ?? "\(number)"). "
    }
  }

  /// A to Z, AA to ZZ and so on; `nil` below 1.
  private static func letters(_ number: Int) -> String? {
    guard number >= 1 else { return nil }
    var rest = number
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  /// The Roman numeral; `nil` outside 1 to 3999.
  private static func roman(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    var rest = number
    var text = ""
    for (value, letters) in [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ] {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }
}
