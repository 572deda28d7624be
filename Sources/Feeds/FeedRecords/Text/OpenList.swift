import LayoutPrimitives

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
