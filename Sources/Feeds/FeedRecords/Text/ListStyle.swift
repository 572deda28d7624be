/// The kind of marks of list items.
package enum ListStyle: Equatable {
  case none, bullet, decimal, lowerLetters, upperLetters, lowerRoman, upperRoman

  /// The kind that the HTML attribute `type` names, or `nil`.
  init?(type: String) {
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

/// An open list, and the number of its next item.
struct OpenList {
  var style: ListStyle
  /// The number of the next item.
  var number: Int
  /// Difference between the numbers of adjacent items: 1, or -1 in a list that counts backward.
  var step: Int
  /// Number of items so far.
  var items = 0
  /// Index in `HTMLTextBuilder.itemCounts` if the list counts backward from its number of items;
  /// otherwise `nil`.
  var backward: Int?

  /// Counts the next item and returns its mark.
  ///
  /// - Parameters:
  ///   - value: The number that the item sets, or `nil` for the next number of the list.
  ///   - style: The kind of marks that the item sets, or `nil` for the kind of the list.
  mutating func next(value: Int?, style: ListStyle?) -> String {
    let own = value ?? number
    items += 1
    number = own &+ step
    return (style ?? self.style).marker(own)
  }
}

/// Parses a whole number as HTML does: white space, a sign and digits, followed by any text.
///
/// It is `nil` if the text does not begin with such a number, or if the number exceeds 32 bits.
func htmlInteger(_ text: String) -> Int? {
  var rest = text.trimmed[...]
  let isNegative = rest.first == "-"
  if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
  let digits = rest.prefix { $0 >= "0" && $0 <= "9" }
  // As in browsers, numbers beyond 32 bits are invalid.
  return Int32((isNegative ? "-" : "") + digits).map(Int.init)
}
