/// The fonts of the current text: those that its styles name and fallback fonts.
final class UsedFonts {
  /// A font in the size and position of a style.
  private struct Entry {
    var style: RunFont
    /// Number of the font in the style's set; 0 is the style's own font.
    var number: Int
    var font: UsedFont
  }

  private var entries: [Entry] = []
  private let maskBuffer = ScratchBuffer<UInt64>(capacity: Paragraph.maximumFonts)

  /// Whether the text uses more than one font.
  var areMany: Bool { entries.count > 1 }
  /// Mask for each font: its own bit, and the bit of its style's own font.
  var masks: UnsafePointer<UInt64> { UnsafePointer(maskBuffer.base) }
  /// A copy of `masks` as an array, one for each font.
  var allMasks: [UInt64] {
    Array(UnsafeBufferPointer(start: maskBuffer.base, count: entries.count))
  }
  /// The fonts in the order of their bits.
  var fonts: [UsedFont] { entries.map(\.font) }

  /// Removes all fonts, to begin a text; its style's own font has bit 0.
  func begin(_ style: RunFont, set: FontFallback) {
    entries.removeAll(keepingCapacity: true)
    append(style, number: 0, font: set.primary)
  }

  /// Bit index of a style's font; nil if the text has not used the font so far.
  func existingBit(of style: RunFont, number: Int) -> UInt8? {
    entries.firstIndex { $0.number == number && $0.style == style }.map { UInt8($0) }
  }

  /// Bit index of a style's font, which is added if it is new.
  ///
  /// Fonts beyond the number of bits share the last bit, which represents the tallest of them.
  func bit(of style: RunFont, number: Int, in set: FontFallback) throws(TextError) -> UInt8 {
    if let known = existingBit(of: style, number: number) { return known }
    if number != 0 { _ = try bit(of: style, number: 0, in: set) }
    let font = try set.font(number)
    if entries.count < Paragraph.maximumFonts {
      append(style, number: number, font: font)
    } else {
      let last = entries.count - 1
      let next = UsedFont(font, style: style, isOwn: number == 0)
      if entries[last].font.height < next.height { entries[last].font = next }
    }
    return UInt8(entries.count - 1)
  }

  private func append(_ style: RunFont, number: Int, font: ShapingFont) {
    let bit = entries.count
    let own = number == 0 ? bit : Int(existingBit(of: style, number: 0) ?? UInt8(bit))
    maskBuffer.base[bit] = 1 << UInt64(bit) | 1 << UInt64(own)
    entries.append(
      Entry(
        style: style, number: number, font: UsedFont(font, style: style, isOwn: number == 0)))
  }
}

/// The values of a character style that shaping and line heights depend on, with opened fonts.
struct RunFont: Hashable, Sendable {
  /// Index of the font and its fallbacks in the measurer's registry.
  var fontSet: Int
  /// Font size, in points.
  var size: Double
  /// Letter spacing after each grapheme, in points.
  var spacing: Double
  /// Distance of the style's baseline above the line's baseline, in points.
  var baselineOffset: Double
  /// Device pixels per point, by which Chromium rounds widths; 1 by other rules.
  var pixels = 1.0
}

/// A range of text with its fonts.
struct RunSpan: Hashable, Sendable {
  /// UTF-16 offset after the range.
  var end: Int
  var font: RunFont
}

/// The fonts of a text, from its beginning to its end.
struct RunTable {
  /// Ranges with their own fonts, in the order of the text; empty for a text of one style.
  let spans: [RunSpan]
  /// The fonts of the text after the last span.
  let base: RunFont

  /// Index of the span that contains a UTF-16 offset; `spans.count` after the last.
  ///
  /// - Parameter first: The index at which the search starts, at most the result.
  func number(at unit: Int, from first: Int = 0) -> Int {
    spans[first...].partitioningIndex { $0.end > unit }
  }

  /// Whether any part of the text has letter spacing.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of the span with an index; `base` for `spans.count`.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
