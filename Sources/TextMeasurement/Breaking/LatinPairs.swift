/// Chromium's break opportunities between two Latin-1 characters that are not both ASCII.
///
/// They do not depend on the context of the pair. ICU is queried once for each combination of line
/// breaking classes. Measured on all such pairs in Chromium 156.
final class LatinPairs {
  private let classes = LineBreakClasses(through: 0xFF)
  /// Answers whether a line may break, flat [left × right class]: 0 unknown, 1 no, 2 yes.
  private var answers: [UInt8]

  init() {
    let count = classes.examples.count
    answers = [UInt8](repeating: 0, count: count * count)
  }

  /// Replaces the break opportunities between Latin-1 characters that are not both ASCII.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - iterator: The iterator to query, always the same.
  ///   - bit: The bit of `marks` that means an opportunity before the unit.
  func apply(
    to text: UnsafePointer<UInt16>, count: Int, iterator: BreakIterator, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) {
      let left = text[index - 1]
      let right = text[index]
      guard left | right >= 0x80, left > 0x20, right > 0x20, left < 0x100, right < 0x100,
        left != 0x2D
      else { continue }
      if allows(left, right, iterator) {
        marks[index] |= bit
      } else {
        marks[index] &= ~bit
      }
    }
  }

  private func allows(_ left: UInt16, _ right: UInt16, _ iterator: BreakIterator) -> Bool {
    let pair = (Int(classes.ranks[Int(left)]), Int(classes.ranks[Int(right)]))
    let place = pair.0 * classes.examples.count + pair.1
    if answers[place] == 0 {
      let text = [classes.examples[pair.0], classes.examples[pair.1]]
      var marks: [UInt8] = [0, 0]
      iterator.mark(text, count: 2, bit: 1, marks: &marks)
      answers[place] = marks[1] == 0 ? 1 : 2
    }
    return answers[place] == 2
  }
}
