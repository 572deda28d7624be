internal import CHarfBuzz
internal import CICU

/// Bounds on the text that is shaped at once, so that the time is linear in the text.
///
/// HarfBuzz skips marks and ignorable characters to find a neighbor, once for each of them. A
/// sequence of 99,000 took 20 to 40 seconds. A sequence of more than 32,767 marks crashed, because
/// glyphs refer to their base by a 16-bit number.
struct ShapingBounds: Sendable {
  /// Maximum number of UTF-16 units shaped at once.
  let units: Int
  /// Maximum number of consecutive UTF-16 units of marks and ignorable characters.
  let stacked: Int

  init(_ limits: TextLimits) {
    let (whole, stack) = (TextLimits.shapedUnitsRange, TextLimits.stackedUnitsRange)
    units = min(max(limits.shapedUnits, whole.lowerBound), whole.upperBound)
    stacked = min(max(limits.stackedUnits, stack.lowerBound), stack.upperBound)
  }

  /// Whether a text may be shaped at once.
  @inline(__always)
  func holds(_ text: UnsafePointer<UInt16>, count: Int) -> Bool {
    count <= stacked || reach(text, from: 0, to: count).end == count
  }

  /// UTF-16 offset after the last unit that may be shaped together with the units from `start` on.
  ///
  /// - Parameter limit: UTF-16 offset of the end of the text.
  /// - Returns: The offset, and whether it divides a sequence of marks.
  func reach(
    _ text: UnsafePointer<UInt16>, from start: Int, to limit: Int
  ) -> (end: Int, isStacked: Bool) {
    var end = min(limit, start + units)
    if end < limit, end > start + 1, text[end] & 0xFC00 == 0xDC00 { end -= 1 }
    var count = 0
    var index = start
    while index < end {
      let unit = text[index]
      if Self.isSurelyBase(unit) {
        count = 0
        index &+= 1
        continue
      }
      let scalar = ScalarCursor.scalar(text, at: index, count: end)
      let length = scalar > 0xFFFF ? 2 : 1
      if Self.isStacked(scalar) {
        if count + length > stacked { return (index, true) }
        count += length
      } else {
        count = 0
      }
      index += length
    }
    return (end, false)
  }

  /// Whether a unit is a common letter, digit or sign, which shaping does not skip.
  @inline(__always)
  private static func isSurelyBase(_ unit: UInt16) -> Bool {
    (unit < 0x300 && unit != 0xAD) || (0x3041...0x3096).contains(unit)
      || (0x30A1...0xA66E).contains(unit) || (0xAC00...0xD7A3).contains(unit)
  }

  /// Whether shaping skips a character to find the neighbors of others.
  private static func isStacked(_ scalar: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
      true
    default: cicu_is_default_ignorable(scalar) != 0
    }
  }
}
