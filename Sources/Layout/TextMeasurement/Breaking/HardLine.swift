/// A range of text up to a mandatory line break.
struct HardLine: Hashable, Sendable {
  /// How a hard line ends.
  enum Terminator: Hashable, Sendable {
    /// There is no terminator; the line ends with the text.
    case none
    /// A line terminator that does not end the paragraph: U+000B, U+000C, U+0085 or U+2028.
    case line
    /// A paragraph terminator: U+000D, U+000A, U+000D followed by U+000A, or U+2029.
    case paragraph
  }

  /// UTF-16 range of the line's text, without the terminator.
  var content: Range<Int>
  /// UTF-16 offset after the terminator, at which the next line begins.
  var end: Int
  /// How the line ends.
  var terminator: Terminator

  /// Creates the only line of a text without terminators.
  ///
  /// - Parameter count: Number of UTF-16 units of the text.
  init(unbroken count: Int) {
    content = 0..<count
    end = count
    terminator = .none
  }

  /// Finds the hard line that begins at a UTF-16 offset.
  ///
  /// If the text ends with a terminator, the line that begins at `count` is empty.
  ///
  /// Source: UAX 14, classes BK, CR, LF and NL, for the terminators. Foundation's
  /// `NSString.getParagraphStart` decides which of them end a paragraph. By Chromium's rules, the
  /// terminators are U+000A, and U+000D followed by U+000A.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - start: UTF-16 offset at which the line begins, `0...count`.
  init(_ text: UnsafePointer<UInt16>, count: Int, from start: Int, mode: LineBreakMode) {
    var index = start
    while index < count, !TextBuffer.breaksLine(text[index], mode) { index += 1 }
    let isAfterReturn = mode == .chromium && index > start && index < count
    content = start..<(isAfterReturn && text[index - 1] == 0x0D ? index - 1 : index)
    guard index < count else {
      end = count
      terminator = .none
      return
    }
    let unit = text[index]
    let isPair = unit == 0x0D && index + 1 < count && text[index + 1] == 0x0A
    end = index + (isPair ? 2 : 1)
    terminator = Self.endsParagraph(unit) ? .paragraph : .line
  }

  /// Whether a line terminator also ends the paragraph; U+000B and U+000C, for example, do not.
  static func endsParagraph(_ unit: UInt16) -> Bool {
    unit == 0x0A || unit == 0x0D || unit == 0x2029
  }
}
