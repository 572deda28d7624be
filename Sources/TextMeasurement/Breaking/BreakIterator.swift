internal import CICU

/// One of ICU's break iterators, opened once and given one text after another.
final class BreakIterator {
  private let iterator: OpaquePointer

  /// Opens an iterator over line breaks, or over graphemes, which takes ICU about 150 µs.
  init(line: Bool, locale: String) throws(TextError) {
    var code: Int32 = 0
    guard let iterator = cicu_break_open(line ? 1 : 0, locale, &code) else {
      throw .icuFailed(locale: locale, code: Int(code))
    }
    self.iterator = iterator
  }

  deinit { cicu_break_close(iterator) }

  /// Marks every boundary of a text: `marks[i] |= bit` where one lies before unit `i`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - marks: `count` bytes or more; the end of the text is not marked.
  func mark(
    _ text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    // ICU refuses a text only when memory is short. The line then has no break opportunity.
    _ = cicu_break_mark(iterator, text, Int32(clamping: count), bit, marks)
  }
}
