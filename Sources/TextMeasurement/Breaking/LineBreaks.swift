internal import CICU

/// Break opportunities in one language: ICU's iterators and what was learnt from them.
///
/// Inside a word of ASCII, opportunities depend on the word alone and are kept with it. Between two
/// such words they depend, by UAX 14 as ICU has it, on the line breaking classes of the last
/// character before the spaces and of the first two after them (rules LB13 to LB18); ICU is asked
/// once for each combination. A test compares both with ICU on whole texts.
final class LineBreaks {
  private let plain: BreakIterator
  private var normal: BreakIterator?
  private let locale: String
  /// Iterators that ICU opened.
  private(set) var icuOpens = 1
  /// Rank of each ASCII character's line breaking class, and a character of each rank.
  ///
  /// Memory of its own rather than arrays: the answers are asked for between any two words.
  private let ranks: ScratchBuffer<UInt8>
  private let examples: [UInt16]
  /// Answers by (last, first, second) rank: 0 not asked yet, 1 no, 2 yes.
  private let answers: ScratchBuffer<UInt8>
  /// Ranks, and one for no character.
  private let side: Int

  /// Opens the iterator of a locale.
  init(locale: String) throws(TextError) {
    self.locale = locale
    plain = try BreakIterator(line: true, locale: locale)
    var classes: [Int32] = []
    ranks = ScratchBuffer(capacity: 128)
    ranks.base.update(repeating: 0, count: 128)
    var examples: [UInt16] = []
    for character in UInt16(0x21)...0x7E {
      let kind = cicu_line_break_class(UInt32(character))
      if let rank = classes.firstIndex(of: kind) {
        ranks.base[Int(character)] = UInt8(rank)
      } else {
        ranks.base[Int(character)] = UInt8(classes.count)
        classes.append(kind)
        examples.append(character)
      }
    }
    self.examples = examples
    side = examples.count + 1
    answers = ScratchBuffer(capacity: side * side * side)
    answers.base.update(repeating: 0, count: side * side * side)
  }

  /// Marks the opportunities of one hard line: `marks[i] |= bit` for one before unit `i`.
  func mark(
    _ text: UnsafePointer<UInt16>, count: Int, mode: LineBreakMode, bit: UInt8,
    marks: UnsafeMutablePointer<UInt8>
  ) throws(TextError) {
    if mode == .chromium {
      let normal = try openNormal()
      normal.mark(text, count: count, bit: bit, marks: marks)
      ChromiumBreaks.apply(to: text, count: count, bit: bit, marks: marks)
    } else {
      markUAX14(text, count: count, bit: bit, marks: marks)
    }
  }

  /// Marks the opportunities of UAX 14 alone.
  func markUAX14(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    plain.mark(text, count: count, bit: bit, marks: marks)
  }

  /// The iterator of CSS's `line-break: normal`, which only Chromium's rules need.
  private func openNormal() throws(TextError) -> BreakIterator {
    if let normal { return normal }
    let opened = try BreakIterator(
      line: true, locale: ChromiumBreaks.locale(of: locale) + "@lb=normal")
    icuOpens += 1
    normal = opened
    return opened
  }

  /// Whether a line may break after ASCII spaces by UAX 14.
  ///
  /// - Parameters:
  ///   - last: The character before the spaces, or 0 at the beginning of the line.
  ///   - first: The character after them.
  ///   - second: The one after that, a space or 0 when there is none in the word.
  @inline(__always)
  func allowsAfterSpaces(last: UInt16, first: UInt16, second: UInt16) -> Bool {
    let index = (rank(last) * side + rank(first)) * side + rank(second)
    let known = answers.base[index]
    if known != 0 { return known == 2 }
    let answer = ask(last: rank(last), first: rank(first), second: rank(second))
    answers.base[index] = answer ? 2 : 1
    return answer
  }

  /// 0 for no character, else 1 more than the rank of its class.
  @inline(__always)
  private func rank(_ character: UInt16) -> Int {
    character > 0x20 && character < 0x7F ? Int(ranks.base[Int(character)]) &+ 1 : 0
  }

  @inline(never)
  private func ask(last: Int, first: Int, second: Int) -> Bool {
    var text: [UInt16] = []
    if last > 0 { text.append(examples[last - 1]) }
    text.append(0x20)
    let place = text.count
    text.append(first > 0 ? examples[first - 1] : 0x61)
    text.append(second > 0 ? examples[second - 1] : 0x20)
    var marks = [UInt8](repeating: 0, count: text.count)
    plain.mark(text, count: text.count, bit: 1, marks: &marks)
    return marks[place] != 0
  }
}
