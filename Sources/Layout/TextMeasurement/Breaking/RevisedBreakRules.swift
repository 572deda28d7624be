internal import CICU

/// Rules from later versions of UAX 14 that Chromium's ICU has and Debian's ICU lacks.
///
/// - LB19a (Unicode 16): between East Asian characters, a line may break before an opening
///   quotation mark and after a closing one. To this end, ICU gets a corner bracket in place of the
///   quotation mark.
/// - LB20a (Unicode 16 and 17): a line does not break after a hyphen or short dash that begins a
///   word, if a letter follows.
/// - Control characters below U+0020 forbid breaks, as U+2060 does. This is a rule of Chromium alone.
/// - LB21a (Unicode 16): a line may break after a hyphen or similar character between Hebrew
///   letters.
///
/// Source: UAX 14, revisions 53 and 55; measured in Chromium 156.
enum RevisedBreakRules {
  /// Whether a text contains a control character, or a quotation mark or hyphen to which rule LB19a
  /// or LB20a may apply.
  ///
  /// `false` is certain. An ASCII hyphen counts only before a character outside ASCII.
  static func apply(to text: UnsafePointer<UInt16>, count: Int) -> Bool {
    for index in 0..<count {
      switch text[index] {
      case 0..<0x20:
        if ControlCharacter.forbidsBreaks(text[index]) { return true }
      case 0x20..<0x2D, 0x2E...0xAA, 0xAC...0xBA, 0xBC...0x589: continue
      case 0x2D:
        if index + 1 < count, text[index + 1] >= 0x80 { return true }
      default:
        if isQuote(text[index]) || isHyphen(text[index]) { return true }
      }
    }
    return false
  }

  /// Copies a text, with corner brackets in place of quotation marks between East Asian characters,
  /// and with U+2060 in place of control characters.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - target: Memory for `count` units.
  static func substitute(
    in text: UnsafePointer<UInt16>, count: Int, target: UnsafeMutablePointer<UInt16>
  ) {
    target.update(from: text, count: count)
    for index in 0..<count where ControlCharacter.forbidsBreaks(text[index]) {
      target[index] = 0x2060
    }
    for index in 0..<count where isQuote(text[index]) {
      let side = cicu_quote_side(UInt32(text[index]))
      guard side != 0, index > 0, index + 1 < count else { continue }
      let before = base(text, before: index)
      let after = ScalarCursor.scalar(text, at: index + 1, count: count)
      guard cicu_is_east_asian(before) != 0, cicu_is_east_asian(after) != 0 else { continue }
      target[index] = side < 0 ? 0x300C : 0x300D
    }
  }

  /// Removes the break opportunities between a hyphen that begins a word and a following letter.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks[i]` that stands for a break opportunity before unit `i`.
  static func holdHyphens(
    in text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<max(count - 1, 0) where isHyphen(text[index]) {
      guard marks[index + 1] & bit != 0 else { continue }
      if index > 0, !endsWord(ScalarCursor.scalar(text, before: index)) { continue }
      if isLetter(ScalarCursor.scalar(text, at: index + 1, count: count)) {
        marks[index + 1] &= ~bit
      }
    }
  }

  /// Adds break opportunities after hyphens and similar characters between two Hebrew letters.
  static func divideHebrew(
    in text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 2..<max(count, 2) {
      let right = text[index]
      guard (0x5D0...0x5F2).contains(right) || (0xFB1D...0xFB4F).contains(right) else { continue }
      let joint = UInt32(text[index - 1])
      guard isHyphen(text[index - 1]) || [hyphen, breakAfter].contains(lineBreak(joint)),
        lineBreak(UInt32(right)) == hebrewLetter,
        lineBreak(base(text, before: index - 1)) == hebrewLetter
      else { continue }
      marks[index] |= bit
    }
  }

  private static var hyphen: Int32 { Int32(CICU_LINE_HYPHEN) }
  private static var breakAfter: Int32 { Int32(CICU_LINE_BREAK_AFTER) }
  private static var hebrewLetter: Int32 { Int32(CICU_LINE_HEBREW_LETTER) }

  private static func lineBreak(_ scalar: UInt32) -> Int32 { cicu_line_break_class(scalar) }

  /// The base character before a UTF-16 offset; marks that combine with it are skipped.
  private static func base(_ text: UnsafePointer<UInt16>, before index: Int) -> UInt32 {
    var index = index
    var scalar = ScalarCursor.scalar(text, before: index)
    // The loop is limited, because no text needs more marks on one character.
    for _ in 0..<32 {
      index -= scalar > 0xFFFF ? 2 : 1
      guard index > 0, BreakTraits(of: scalar).contains(.extends) else { break }
      scalar = ScalarCursor.scalar(text, before: index)
    }
    return scalar
  }

  private static func isQuote(_ unit: UInt16) -> Bool {
    unit == 0xAB || unit == 0xBB || (0x2018...0x201F).contains(unit)
      || (0x2039...0x203A).contains(unit) || (0x2E02...0x2E21).contains(unit)
  }

  /// Whether a unit is a hyphen: class HY, or class HH of Unicode 17.
  private static func isHyphen(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2D, 0x58A, 0x5BE, 0x1400, 0x2010, 0x2012, 0x2013, 0x2E17: return true
    default: return false
    }
  }

  /// Whether a word may begin after a character: class SP, ZW, CB or GL.
  private static func endsWord(_ scalar: UInt32) -> Bool {
    switch cicu_line_break_class(scalar) {
    case 7, 12, 26, 28: return true
    default: return false
    }
  }

  /// Whether a character has class AL or HL, or a class that is resolved to AL: AI, SA, SG or XX.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    switch cicu_line_break_class(scalar) {
    case 0, 1, 2, 24, 25, 38: return true
    default: return false
    }
  }
}

/// Marks of repetition that belong to the word before them, although ICU's older dictionaries divide
/// them from it.
///
/// Source: measured in Chromium 156.
enum RepetitionMarks {
  /// Removes the break opportunities before marks of repetition.
  static func hold(
    in text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    for index in 1..<max(count, 1) where text[index] == khmer && text[index - 1] != 0x20 {
      marks[index] &= ~bit
    }
  }

  /// Khmer sign lek too.
  private static let khmer: UInt16 = 0x17D7
}
