internal import CICU

/// Decides by UAX 14 whether a line may break after ASCII spaces, and caches ICU's answers.
final class SpaceBreaks {
  /// Index in `examples` of the line breaking class of each ASCII character, by code point.
  ///
  /// It is a buffer, because it is read between any two words and arrays are slower.
  private let ranks: ScratchBuffer<UInt8>
  /// One example character of each line breaking class.
  private let examples: [UInt16]
  /// Whether a line may break: 0 not yet queried, 1 no, 2 yes.
  ///
  /// It is a flat array, indexed [last rank × first rank × second rank].
  private let answers: ScratchBuffer<UInt8>
  /// Number of ranks: one for each class, and rank 0 for a space or no character.
  private let side: Int

  init() {
    let classes = LineBreakClasses(through: 0x7E)
    ranks = ScratchBuffer(capacity: classes.ranks.count)
    ranks.base.update(from: classes.ranks, count: classes.ranks.count)
    examples = classes.examples
    side = examples.count + 1
    answers = ScratchBuffer(capacity: side * side * side)
    answers.base.update(repeating: 0, count: side * side * side)
  }

  /// Whether a line may break between ASCII spaces and the character after them.
  ///
  /// - Parameters:
  ///   - last: The character before the spaces; 0 if the line begins with the spaces.
  ///   - first: The character after the spaces.
  ///   - second: The character after `first`; a space or 0 if there is none in the word.
  ///   - iterator: The iterator that is queried; it must be the same in all calls.
  @inline(__always)
  func allows(last: UInt16, first: UInt16, second: UInt16, iterator: BreakIterator) -> Bool {
    let index = (rank(last) * side + rank(first)) * side + rank(second)
    let cached = answers.base[index]
    if cached != 0 { return cached == 2 }
    let answer = ask(last: rank(last), first: rank(first), second: rank(second), iterator)
    answers.base[index] = answer ? 2 : 1
    return answer
  }

  /// Rank of a character: 1 more than the index of its class; 0 for a space or no character.
  @inline(__always)
  private func rank(_ character: UInt16) -> Int {
    character > 0x20 && character < 0x7F ? Int(ranks.base[Int(character)]) &+ 1 : 0
  }

  @inline(never)
  private func ask(last: Int, first: Int, second: Int, _ iterator: BreakIterator) -> Bool {
    var text: [UInt16] = []
    if last > 0 { text.append(examples[last - 1]) }
    text.append(0x20)
    let offset = text.count
    text.append(first > 0 ? examples[first - 1] : 0x61)
    text.append(second > 0 ? examples[second - 1] : 0x20)
    var marks = [UInt8](repeating: 0, count: text.count)
    iterator.mark(text, count: text.count, bit: 1, marks: &marks)
    return marks[offset] != 0
  }
}

/// The line breaking classes of the characters from U+0021 to a given last character.
struct LineBreakClasses {
  /// Index of each character's class in `examples`, by code point.
  private(set) var ranks: [UInt8]
  /// One example character of each class.
  private(set) var examples: [UInt16] = []

  init(through last: UInt16) {
    ranks = [UInt8](repeating: 0, count: Int(last) + 1)
    var classes: [Int32] = []
    for character in 0x21...last {
      let kind = cicu_line_break_class(UInt32(character))
      let index = classes.firstIndex(of: kind)
      ranks[Int(character)] = UInt8(index ?? classes.count)
      if index == nil {
        classes.append(kind)
        examples.append(character)
      }
    }
  }
}
