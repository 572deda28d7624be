internal import CICU

/// The line breaking classes of the characters from U+0021 to a last one.
struct LineBreakClasses {
  /// Index into `examples` of each character's class, by code point.
  private(set) var ranks: [UInt8]
  /// One character of each class.
  private(set) var examples: [UInt16] = []

  init(through last: UInt16) {
    ranks = [UInt8](repeating: 0, count: Int(last) + 1)
    var classes: [Int32] = []
    for character in 0x21...last {
      let kind = cicu_line_break_class(UInt32(character))
      let known = classes.firstIndex(of: kind)
      ranks[Int(character)] = UInt8(known ?? classes.count)
      if known == nil {
        classes.append(kind)
        examples.append(character)
      }
    }
  }
}
